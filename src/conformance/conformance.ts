import type { Clock } from '../infra/runtime/clock.js';
import { type Config, ConfigError, readConfig, readSecret } from '../infra/config/config.js';
import { DAY_ORDER } from '../infra/exchange/schema/durations.js';
import { ExchangeTransport } from '../infra/exchange/transport/exchange-transport.js';
import { Ids, type Random } from '../infra/runtime/ids.js';
import { Courier, LIMITS } from './courier.js';
import { OutFile } from './out-file.js';
import { reportOf, settingsOf, textOf } from './report.js';
import { run } from './run.js';

/**
 * `marina conformance`: finds out with a test key what the interface document leaves open, and writes
 * the answers to a settings file. It refuses any key that could be live.
 */
export interface Given {
  readonly 'base-url'?: string | undefined;
  /** Refused: the list of processes shows arguments to every user of the machine. */
  readonly key?: string | undefined;
  readonly 'key-file'?: string | undefined;
  readonly 'broker-code'?: string | undefined;
  readonly account?: string | undefined;
  readonly 'client-name'?: string | undefined;
  readonly security?: string | undefined;
  readonly 'time-in-force'?: string | undefined;
  readonly lot?: string | undefined;
  readonly 'no-fills'?: boolean | undefined;
  readonly 'calls-per-minute'?: string | undefined;
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
}

export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly random: Random;
  /** Ctrl-C. Posted orders are still cancelled. */
  readonly signal: AbortSignal;
  readonly print: (text: string) => void;
  readonly tell: (line: string) => void;
}

/** The command line is wrong; nothing was sent. */
export class WrongUsage extends Error {}

const REQUIRED = ['base-url', 'broker-code', 'account', 'client-name'] as const;
const CALL_TIMEOUT_MS = '10000';
const LOT_MAX = 1_000_000;

/** 0: every probe was made and nothing is left. 1: it ended early, or an order may still be working. */
export async function conformance(given: Given, around: Environment): Promise<0 | 1> {
  const options = readOptions(given, secretOf(given, around.variables));
  const { config, secret, baseUrl } = options;
  const { clock, random, signal, print, tell } = around;
  const out = outFile(given.out);
  const transport = new ExchangeTransport(config, clock);
  const limits = { ...LIMITS, callsPerMinute: options.callsPerMinute };
  const courier = new Courier({ transport, clock, limits, signal, secret });
  try {
    const done = await run(options, { courier, clock, ids: new Ids(clock, random), tell });
    const report = reportOf(done, baseUrl, secret);
    print(given.json === true ? JSON.stringify(report) : textOf(report));
    out?.write(`${JSON.stringify(settingsOf(report), null, 2)}\n`);
    return report.endedEarly === null && report.mayStillBeWorking.length === 0 ? 0 : 1;
  } finally {
    out?.close();
    await transport.close();
  }
}

function outFile(path: string | undefined): OutFile | null {
  if (path === undefined) return null;
  const made = OutFile.make(path);
  if (typeof made === 'string') throw new WrongUsage(`--out: ${made}`);
  return made;
}

const KEY_VARIABLE = 'EXCHANGE_API_KEYS';

function secretOf(given: Given, variables: Environment['variables']): string {
  if (given.key !== undefined) {
    throw new WrongUsage(
      `--key would show the key to every user of this machine; set ${KEY_VARIABLE} or ${KEY_VARIABLE}_FILE, or give --key-file FILE`,
    );
  }
  const file = given['key-file'];
  const from = file === undefined ? variables : { [`${KEY_VARIABLE}_FILE`]: file };
  const secret = inWords(() => readSecret(KEY_VARIABLE, from));
  if (secret !== null) return secret;
  throw new WrongUsage(`the test key is needed: set ${KEY_VARIABLE}, or give --key-file FILE`);
}

function readOptions(given: Given, secret: string) {
  const missing = REQUIRED.filter((name) => (given[name] ?? '').trim() === '');
  if (missing.length > 0) throw new WrongUsage(`--${missing.join(', --')} is needed`);
  const { 'base-url': baseUrl = '', 'broker-code': brokerCode = '' } = given;
  const { account: accountNumber = '', 'client-name': clientName = '' } = given;
  if (secret.startsWith('sk_live_')) {
    throw new WrongUsage(
      'the key is a live key: the probes post orders, so only a test key is used',
    );
  }
  if (!secret.startsWith('sk_test_')) throw new WrongUsage('the key must begin with sk_test_');
  const config = connection(baseUrl, secret, brokerCode);
  return {
    config,
    secret,
    baseUrl: config.exchangeBaseUrl ?? baseUrl,
    party: {
      brokerCode,
      accountNumber,
      clientName,
      timeInForce: given['time-in-force'] ?? DAY_ORDER,
    },
    security: given.security ?? null,
    lot: whole('lot', given.lot, 1, LOT_MAX),
    crossing: given['no-fills'] !== true,
    callsPerMinute: whole(
      'calls-per-minute',
      given['calls-per-minute'],
      LIMITS.callsPerMinute,
      LIMITS.callsPerMinute,
    ),
  };
}

const OPTIONS: Readonly<Record<string, string>> = {
  EXCHANGE_BASE_URL: '--base-url',
  EXCHANGE_API_KEYS_FILE: '--key-file',
  BROKER_CODE: '--broker-code',
};

function connection(baseUrl: string, secret: string, brokerCode: string): Config {
  const config = inWords(() =>
    readConfig({
      EXCHANGE_BASE_URL: baseUrl,
      EXCHANGE_API_KEYS: secret,
      EXCHANGE_TIMEOUT_MS: CALL_TIMEOUT_MS,
      BROKER_CODE: brokerCode,
    }),
  );
  const [key] = config.exchangeKeys;
  if (key?.secret !== secret) throw new WrongUsage('the key must be one key, without scopes');
  return config;
}

/** Names the options of the command line in problems of the configuration. */
function inWords<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const problems = error.problems.map((problem) =>
      problem.replace(/^[A-Z_]+/, (name) => OPTIONS[name] ?? name),
    );
    throw new WrongUsage(problems.join('\n'));
  }
}

function whole(name: string, text: string | undefined, byDefault: number, most: number): number {
  if (text === undefined) return byDefault;
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= 1 && value <= most) return value;
  throw new WrongUsage(`--${name} must be a whole number from 1 to ${most}`);
}
