import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { AppLogger } from '../../../../src/infra/observability/logging.js';
import { HandClock } from '../../../support/hand-clock.js';
import {
  CircuitBreaker,
  isAnswer,
  LINE_UP,
  lineAfterEnd,
  lineAfterStart,
  lineWait,
  type LineState,
} from '../../../../src/infra/exchange/client/circuit-breaker.js';
import type { Lane } from '../../../../src/infra/exchange/client/rate-limiter.js';

const READING = ['resolve', 'reconcile', 'market'] as const;

/** The line after so many calls in a row without an answer, the last at `at`. */
function silent(calls: number, at = 1_000): LineState {
  let line = LINE_UP;
  for (let call = 0; call < calls; call += 1) line = lineAfterEnd(line, 'trade', false, at);
  return line;
}

describe('The line to the exchange', () => {
  it('is up until five calls in a row get no answer', () => {
    expect(silent(4).downSince).toBeNull();
    expect(silent(5)).toMatchObject({ downSince: 1_000, restsUntil: 3_000 });
  });

  it('is up again with one answer, and the count begins anew', () => {
    expect(lineAfterEnd(silent(4), 'trade', true, 2_000)).toEqual(LINE_UP);
    expect(lineAfterEnd(silent(9), 'cancel', true, 2_000)).toEqual(LINE_UP);
  });

  it('rests twice as long after each further failure, half a minute at most', () => {
    const rests = [5, 6, 7, 8, 9, 10, 30].map((calls) => silent(calls).restsUntil - 1_000);
    expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });

  it('remembers since when it has been down', () => {
    expect(lineAfterEnd(silent(5, 1_000), 'trade', false, 9_000).downSince).toBe(1_000);
  });

  it.each<Lane>(['cancel', 'trade', ...READING])(
    'lets everything pass while it is up: %s',
    (lane) => {
      expect(lineWait(LINE_UP, lane, 0)).toBeNull();
      expect(lineWait(silent(4), lane, 1_000)).toBeNull();
    },
  );

  it('never holds a cancel', () => {
    expect(lineWait(silent(50), 'cancel', 1_000)).toBeNull();
    expect(lineWait(lineAfterStart(silent(50), 'trade', 1_000), 'cancel', 1_000)).toBeNull();
  });

  it.each(READING)('is tried by reading when the rest is over: %s', (lane) => {
    expect(lineWait(silent(5), lane, 2_999)).toBe(3_000);
    expect(lineWait(silent(5), lane, 3_000)).toBeNull();
  });

  it('is tried by a post only when reading has not tried it for ten seconds', () => {
    expect(lineWait(silent(5), 'trade', 3_000)).toBe(13_000);
    expect(lineWait(silent(5), 'trade', 13_000)).toBeNull();
  });

  it('is tried by one call at a time', () => {
    const tried = lineAfterStart(silent(5), 'reconcile', 3_000);
    expect(lineWait(tried, 'reconcile', 3_001)).toBe(18_000);
    expect(lineWait(lineAfterEnd(tried, 'reconcile', true, 3_100), 'reconcile', 3_100)).toBeNull();
    expect(lineWait(lineAfterEnd(tried, 'reconcile', false, 3_100), 'reconcile', 3_100)).toBe(
      7_100,
    );
  });

  it('is not put off by cancels that go on during the rest, but an answer to one brings it back', () => {
    const down = silent(5);
    expect(lineAfterStart(down, 'cancel', 2_000)).toBe(down);
    expect(lineAfterEnd(down, 'cancel', false, 2_000)).toBe(down);
    expect(lineAfterEnd(down, 'cancel', true, 2_000)).toEqual(LINE_UP);
  });

  it('lets one of thirty readers try it, and the next when that one makes no call', () => {
    const clock = new HandClock(1_000);
    const line = new CircuitBreaker(clock, new AppLogger(pino({ level: 'silent' })));
    const silence = { kind: 'NoReply', failure: 'timeout' } as const;
    for (let call = 0; call < 5; call += 1) line.ended('reconcile', silence);
    clock.pass(2_000);
    const pass = () =>
      Array.from({ length: 30 }, () => line.enter('market')).filter((ms) => ms === 0);
    expect(pass()).toHaveLength(1);
    line.giveBack('cancel');
    expect(pass()).toEqual([]);
    line.giveBack('market');
    expect(pass()).toHaveLength(1);
    line.ended('market', { kind: 'Reply', status: 200, body: '' });
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
  ] as const)('takes %j for an answer: %s', (reply, answered) => {
    expect(isAnswer(reply)).toBe(answered);
  });
});
