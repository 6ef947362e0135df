import { pino } from 'pino';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import {
  CircuitBreaker,
  isAnswer,
  CLOSED,
  afterCallEnded,
  afterCallStarted,
  callAllowedAt,
  type BreakerState,
} from '../../../../src/infra/exchange/keys/circuit-breaker.js';
import type { Lane } from '../../../../src/infra/exchange/keys/rate-limiter.js';

const READING = ['resolve', 'reconcile', 'market'] as const;

/** The breaker after this many calls in a row without an answer, the last one at `at`. */
function silent(calls: number, at = 1_000): BreakerState {
  let breaker = CLOSED;
  for (let call = 0; call < calls; call += 1) breaker = afterCallEnded(breaker, 'trade', false, at);
  return breaker;
}

describe('The circuit breaker', () => {
  it('is closed until five calls in a row get no answer', () => {
    expect(silent(4).openSince).toBeNull();
    expect(silent(5)).toMatchObject({ openSince: 1_000, retryAt: 3_000 });
  });

  it('closes with one answer, and counts failures from zero again', () => {
    expect(afterCallEnded(silent(4), 'trade', true, 2_000)).toEqual(CLOSED);
    expect(afterCallEnded(silent(9), 'cancel', true, 2_000)).toEqual(CLOSED);
  });

  it('waits twice as long after each further failure, half a minute at most', () => {
    const delays = [5, 6, 7, 8, 9, 10, 30].map((calls) => silent(calls).retryAt - 1_000);
    expect(delays).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('remembers since when it has been open', () => {
    expect(afterCallEnded(silent(5, 1_000), 'trade', false, 9_000).openSince).toBe(1_000);
  });

  it.each<Lane>(['cancel', 'trade', ...READING])(
    'admits every call while it is closed: %s',
    (lane) => {
      expect(callAllowedAt(CLOSED, lane, 0)).toBeNull();
      expect(callAllowedAt(silent(4), lane, 1_000)).toBeNull();
    },
  );

  it('never holds back a cancel', () => {
    expect(callAllowedAt(silent(50), 'cancel', 1_000)).toBeNull();
    expect(callAllowedAt(afterCallStarted(silent(50), 'trade', 1_000), 'cancel', 1_000)).toBeNull();
  });

  it.each(READING)('is probed by a read when the delay is over: %s', (lane) => {
    expect(callAllowedAt(silent(5), lane, 2_999)).toBe(3_000);
    expect(callAllowedAt(silent(5), lane, 3_000)).toBeNull();
  });

  it('is probed by a post only when no read has probed it for ten seconds', () => {
    expect(callAllowedAt(silent(5), 'trade', 3_000)).toBe(13_000);
    expect(callAllowedAt(silent(5), 'trade', 13_000)).toBeNull();
  });

  it('is probed by one call at a time', () => {
    const probed = afterCallStarted(silent(5), 'reconcile', 3_000);
    expect(callAllowedAt(probed, 'reconcile', 3_001)).toBe(18_000);
    expect(
      callAllowedAt(afterCallEnded(probed, 'reconcile', true, 3_100), 'reconcile', 3_100),
    ).toBeNull();
    expect(
      callAllowedAt(afterCallEnded(probed, 'reconcile', false, 3_100), 'reconcile', 3_100),
    ).toBe(7_100);
  });

  it('does not wait longer because of failed cancels, but closes when a cancel is answered', () => {
    const open = silent(5);
    expect(afterCallStarted(open, 'cancel', 2_000)).toBe(open);
    expect(afterCallEnded(open, 'cancel', false, 2_000)).toBe(open);
    expect(afterCallEnded(open, 'cancel', true, 2_000)).toEqual(CLOSED);
  });

  it('admits one of thirty reads as a probe, and the next when that one makes no call', () => {
    const clock = new HandClock(1_000);
    const breaker = new CircuitBreaker(clock, new AppLogger(pino({ level: 'silent' })));
    const silence = { kind: 'NoReply', failure: 'timeout' } as const;
    for (let call = 0; call < 5; call += 1) breaker.record('reconcile', silence);
    clock.pass(2_000);
    const pass = () =>
      Array.from({ length: 30 }, () => breaker.admit('market')).filter((ms) => ms === 0);
    expect(pass()).toHaveLength(1);
    breaker.withdraw('cancel');
    expect(pass()).toEqual([]);
    breaker.withdraw('market');
    expect(pass()).toHaveLength(1);
    breaker.record('market', { kind: 'Reply', status: 200, body: '' });
    expect(pass()).toHaveLength(30);
  });

  it.each([
    [{ kind: 'Reply', status: 200, body: '' }, true],
    [{ kind: 'Reply', status: 402, body: '' }, true],
    [{ kind: 'Reply', status: 429, body: '' }, true],
    [{ kind: 'Reply', status: 500, body: '' }, true],
    [{ kind: 'Reply', status: 502, body: '' }, false],
    [{ kind: 'Reply', status: 503, body: '' }, false],
    [{ kind: 'Reply', status: 504, body: '' }, false],
    [{ kind: 'NotSent', failure: 'ECONNREFUSED' }, false],
    [{ kind: 'NoReply', failure: 'timeout' }, false],
  ] as const)('counts %j as an answer: %s', (reply, answered) => {
    expect(isAnswer(reply)).toBe(answered);
  });
});
