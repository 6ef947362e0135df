import fc from '../../support/seeded-fast-check.js';
import { LogFloods } from '../../../src/infra/observability/log-floods.js';
import {
  AppLogger,
  createLogger,
  withoutSecrets,
} from '../../../src/infra/observability/logging.js';
import { HandClock } from '../../support/time/hand-clock.js';

const CANARY = 'CANARY0123456789canary';

describe('A log in which one message floods', () => {
  const clock = new HandClock();
  let lines: readonly Record<string, unknown>[] = [];
  const floods = new LogFloods(clock);
  const logger = createLogger(
    'info',
    (line) => {
      lines = [...lines, JSON.parse(line) as Record<string, unknown>];
    },
    { floods },
  );
  const said = (message: string): number =>
    lines.filter((line) => line['message'] === message).length;

  it('has its first lines, how many were withheld, and every line of the others', () => {
    for (let count = 0; count < 1_000; count += 1) {
      logger.child({ part: 'denials' }).warn({ count }, 'caller refused');
      logger.info('request');
    }
    logger.error(new Error('disk full'), 'not stored');
    expect([said('caller refused'), said('request'), said('not stored')]).toEqual([300, 1_000, 1]);
    clock.pass(60_000);
    expect(lines.at(-1)).toMatchObject({
      message: 'lines withheld',
      part: 'denials',
      withheld: 700,
      of: 'caller refused',
    });
    logger.warn('caller refused');
    expect(said('caller refused')).toBe(301);
  });

  it('says how many were withheld also when the service stops within the minute', () => {
    for (let count = 0; count < 310; count += 1) logger.warn('no reply');
    new AppLogger(logger, floods).onApplicationShutdown();
    expect(lines.at(-1)).toMatchObject({ message: 'lines withheld', withheld: 10, of: 'no reply' });
    const told = said('lines withheld');
    clock.pass(60_000);
    expect(said('lines withheld')).toBe(told);
  });
});

describe('A line of the log', () => {
  it.each([
    `key sk_live_${CANARY} was refused`,
    `key sk_test_${CANARY}`,
    `mk_${CANARY}`,
    `"authorization":"Bearer ${CANARY}"`,
    `authorization: bearer ${CANARY}`,
    `BEARER\t${CANARY}`,
    `Bearer   sk_live_${CANARY}`,
    `https://host/?key=sk_live_${CANARY}&x=1`,
    `{"secret":"sk_live_${CANARY}"}`,
    `sk_test_${CANARY},sk_test_${CANARY}=order.post`,
    `(sk_live_${CANARY})`,
    `sk_live_${CANARY}-${CANARY}_${CANARY}+/=`,
    `first sk_live_${CANARY} then mk_${CANARY} then Bearer ${CANARY}`,
    JSON.stringify({ message: `refused:\nsk_live_${CANARY}\tmk_${CANARY}\r\nsk_test_${CANARY}` }),
    `key_sk_live_${CANARY}`,
    `key_mk_${CANARY}`,
    `sk_live_a.b!${CANARY}`,
    `sk_test_a~b|c$(${CANARY})`,
  ])('never holds a secret: %s', (line) => {
    expect(withoutSecrets(line)).not.toContain(CANARY);
  });

  it('still says what kind of key it was', () => {
    expect(withoutSecrets(`sk_live_${CANARY} sk_test_${CANARY} mk_${CANARY}`)).toBe(
      'sk_live_[redacted] sk_test_[redacted] mk_[redacted]',
    );
  });

  it.each([
    [
      { authorization: 'Bearer abc', level: 30 },
      { authorization: 'Bearer [redacted]', level: 30 },
    ],
    [
      { key: 'sk_live_a.b!c', level: 30 },
      { key: 'sk_live_[redacted]', level: 30 },
    ],
    [{ keys: ['mk_a', 'mk_b'] }, { keys: ['mk_[redacted]', 'mk_[redacted]'] }],
    [{ message: 'a\nsk_test_b\nc' }, { message: 'a\nsk_test_[redacted]\nc' }],
    [
      { message: '"Bearer a"', level: 30 },
      { message: '"Bearer [redacted]"', level: 30 },
    ],
  ])('stays JSON, and all else of it stays: %j', (line, scrubbed) => {
    expect(JSON.parse(withoutSecrets(JSON.stringify(line)))).toEqual(scrubbed);
  });

  it.each([
    'order ord_01 is Posted',
    '{"level":30,"message":"a pass has ended","calls":2}',
    'EXCHANGE_API_KEYS has an entry that does not begin with sk_live_ or sk_test_',
    'task_list, test_1 and mk without more',
  ])('without a secret is left as it is: %s', (line) => {
    expect(withoutSecrets(line)).toBe(line);
  });

  it('never holds a key, whatever stands around it', () => {
    const key = fc.tuple(
      fc.constantFrom('sk_live_', 'sk_test_', 'mk_'),
      fc.stringMatching(/^[A-Za-z0-9]{16,40}$/),
    );
    const around = fc.stringMatching(/^[ "'(),:;?&[\]{}]{1,5}$/);
    fc.assert(
      fc.property(key, around, around, ([prefix, secret], before, behind) => {
        expect(withoutSecrets(`${before}${prefix}${secret}${behind}`)).not.toContain(secret);
      }),
    );
  });

  it('is scrubbed the same when it is scrubbed twice', () => {
    const once = withoutSecrets(`Bearer ${CANARY} and sk_live_${CANARY}`);
    expect(withoutSecrets(once)).toBe(once);
  });
});
