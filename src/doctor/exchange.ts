import type { Clock } from '../infra/runtime/clock.js';
import type { Config } from '../infra/config/config.js';
import {
  ExchangeTransport,
  type WireReply,
} from '../infra/exchange/transport/exchange-transport.js';
import { keyId } from '../infra/exchange/keys/key-id.js';
import { outcomeOf } from '../infra/exchange/transport/outcome.js';
import { pathOf } from '../infra/exchange/schema/endpoints.js';
import { fail, ok, warn, type Check } from './check.js';
import type { KeyInUse } from './database.js';
import { remedyForFailure } from './exchange-remedies.js';

/** Above the first, orders may be held or sent at the wrong time of day; above the second, on the wrong day. */
const CLOCK_WARN_MS = 5_000;
const CLOCK_FAIL_MS = 60_000;
/** The header has whole seconds: on average the half of one is missing. */
const HALF_SECOND_MS = 500;
const REPLY_BYTES_MAX = 1024 * 1024;
const SECTORS = pathOf('sectors', {});
const REFUSED_REMEDY = 'Correct EXCHANGE_API_KEYS, or have the exchange accept the key.';

/**
 * Asks the exchange without a key what time it is, and then once with each key for the list of sectors: it is short and
 * about no order. A key that a running service uses is left alone, because the service counts each of its calls; what
 * the exchange last said to that key is in the journal.
 */
export async function checkExchange(
  config: Config,
  clock: Clock,
  inUse: ReadonlyMap<string, KeyInUse>,
): Promise<Check[]> {
  if (config.exchangeBaseUrl === null) {
    return [ok('exchange', 'simulated: it starts with the service')];
  }
  const transport = new ExchangeTransport(config, clock);
  try {
    const before = clock.now();
    const { reply, date } = await transport.askWithoutKey(SECTORS);
    const between = (before + clock.now()) / 2;
    const answers = checkAnswers(reply);
    if (answers.result === 'fail') return [answers];
    const checks = [answers, checkClock(date === null ? null : between - (date + HALF_SECOND_MS))];
    for (const { secret } of config.exchangeKeys) {
      const id = keyId(secret);
      const used = inUse.get(id);
      checks.push(used === undefined ? checkReply(id, await ask(transport, secret)) : checkKeyInUse(id, used)); // prettier-ignore
    }
    return checks;
  } finally {
    await transport.close();
  }
}

function ask(transport: ExchangeTransport, secret: string): Promise<WireReply> {
  const call = { secret, method: 'GET', path: SECTORS, body: null, operator: null } as const;
  return transport.send({ ...call, replyBytesMax: REPLY_BYTES_MAX });
}

function checkAnswers(reply: WireReply): Check {
  if (reply.kind === 'Reply')
    return ok('exchange', `answers, without a key with HTTP ${reply.status}`);
  return fail('exchange', `did not answer: ${reply.failure}`, remedyForFailure(reply.failure));
}

export function checkKeyInUse(key: string, { outcome, httpStatus, failure }: KeyInUse): Check {
  const name = `exchange key ${key}`;
  const said = httpStatus === null ? (failure ?? 'no answer yet') : `HTTP ${httpStatus}`;
  const detail = `a running service uses it; its last call: ${said}`;
  return outcome === 'KeyRefused' ? fail(name, detail, REFUSED_REMEDY) : ok(name, detail);
}

export function checkReply(key: string, reply: WireReply): Check {
  const name = `exchange key ${key}`;
  if (reply.kind !== 'Reply') {
    const detail = `the exchange did not answer: ${reply.failure}`;
    return fail(name, detail, remedyForFailure(reply.failure));
  }
  const { class: outcome } = outcomeOf(reply);
  switch (outcome) {
    case 'KeyRefused':
      return fail(name, `the exchange refuses it with HTTP ${reply.status}`, REFUSED_REMEDY);
    case 'ScopeRefused':
      return ok(name, 'accepted, without the scope sectors.list');
    case 'RateRefused':
      return warn(name, 'accepted, and all its calls of this minute are used', 'Ask again later.');
    case 'Ambiguous':
      return fail(
        name,
        `the exchange answers HTTP ${reply.status}, not as its interface document says`,
        'Check that EXCHANGE_BASE_URL is the address of the interface, and no proxy answers for it.',
      );
    case 'Acknowledged':
    case 'Affirmed':
    case 'Refused':
    case 'NotSent':
      return ok(name, 'accepted');
  }
}

export function checkClock(differenceMs: number | null): Check {
  const name = 'clock';
  if (differenceMs === null) {
    return warn(name, 'the exchange shows no time', 'Compare the clock of this machine yourself.');
  }
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(1);
  const detail = `${seconds} s ${differenceMs < 0 ? 'behind' : 'ahead of'} the exchange`;
  if (Math.abs(differenceMs) <= CLOCK_WARN_MS) return ok(name, detail);
  const remedy = 'Set the clock of this machine, and keep it set by NTP.';
  return Math.abs(differenceMs) > CLOCK_FAIL_MS
    ? fail(name, detail, remedy)
    : warn(name, detail, remedy);
}
