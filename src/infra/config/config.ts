import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { canonical, isPositiveDecimal, type Decimal } from '../decimal.js';
import { DAY_ORDER } from '../exchange/schema/durations.js';
import { ENDPOINTS } from '../exchange/schema/endpoints.js';
import { readSettings, type ExchangeSettings } from '../exchange/settings/settings-file.js';
import { readFaultPoint, type ArmedFaultPoint } from '../runtime/fault-point.js';
import { recipientsFrom, type BackupConfig } from './backup-config.js';
import { filesNamedIn } from './database-files.js';
import { isAddressRange } from './trusted-proxies.js';
import { liveProblems, type NodeSettings } from './live-rules.js';
import { OIDC_SETTINGS, oidcFrom, type OidcConfig, type OidcSettings } from './oidc-config.js';
import { HOURS_FORM, hoursOf, type SessionHours } from './session-hours.js';
import { credentialsIn, TRACE_SAMPLERS, tracesUrl, type TracesConfig } from './traces.js';

/**
 * The only file that reads the environment. All problems are collected and reported in one message, and
 * nothing starts until they are fixed.
 */
export interface ExchangeKeyConfig {
  readonly secret: string;
  /** Empty: the key reaches every endpoint. */
  readonly scopes: readonly string[];
}

/** What the exchange takes `units` of an edit for. While unknown, edits of partially filled orders are refused. */
export type EditUnitsMeaning = 'unknown' | 'total' | 'remaining';

/** The most that one order or edit may be; null: no limit. */
export interface LimitsConfig {
  /** Naira. */
  readonly orderValue: Decimal | null;
  readonly orderUnits: Decimal | null;
  /** Percent away from the last price. */
  readonly priceBand: Decimal | null;
}

/** What callers may do to the service. */
export interface CallersConfig {
  /** Addresses and CIDRs whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Most open connections; null: as many as the open files of the process allow. */
  readonly connectionsMax: number | null;
  /** In a second. */
  readonly requestsPerKey: number;
  /** Reads, and writes, of one key that are worked on at once; the others wait. */
  readonly requestsAtOncePerKey: number;
  /** The same of one address. */
  readonly requestsAtOncePerAddress: number;
  readonly requestsPerAddress: number;
  /** In a minute. */
  readonly wrongKeysPerAddress: number;
  /** In a minute; each costs a call of the exchange. */
  readonly enquiriesPerKey: number;
  /** Posts of one caller that have not been sent yet. */
  readonly queuedPostsPerCaller: number;
  /** How late the event loop may be before reads are refused. */
  readonly overloadDelayMs: number;
}

export class Config {
  readonly host!: string;
  readonly port!: number;
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. */
  readonly databaseUrl!: string;
  /** Holds generated secrets and the files of the demo. */
  readonly dataFolder!: string;
  /** Folder of the audit checkpoint; null for an in-memory database. */
  readonly checkpointDir!: string | null;
  /** Absolute folders and http(s) addresses that get signed checkpoints too. */
  readonly checkpointSinks!: readonly string[];
  /** The Ed25519 key that signs checkpoints. */
  readonly signingKeyFile!: string;
  /** Null: start the bundled simulator. */
  readonly exchangeBaseUrl!: string | null;
  readonly exchangeKeys!: readonly ExchangeKeyConfig[];
  readonly exchangeTimeoutMs!: number;
  readonly exchangeQuietMs!: number;
  /** How far the exchange's lists and trades may lag behind. */
  readonly exchangeAnswersLateMs!: number;
  /** How long after it was sent a post without an answer may still be taken. */
  readonly exchangeTakesLateMs!: number;
  /** Whether to resend a post of unknown outcome after searches have found no trace of it. */
  readonly repostUnknown!: boolean;
  /** How long after its first send a post may be resent. */
  readonly repostWithinMs!: number;
  readonly reconcileIntervalMs!: number;
  /** How often the quotes of securities with orders are kept; 0: never. */
  readonly recordQuotesEveryMs!: number;
  readonly brokerCode!: string;
  readonly session!: SessionHours;
  readonly timesInForce!: readonly string[];
  readonly editUnitsMean!: EditUnitsMeaning;
  /** Results of a conformance run against the exchange; null without a settings file. */
  readonly exchangeSettings!: ExchangeSettings | null;
  /** How long clients are kept with their orders; null: for ever. */
  readonly retentionYears!: number | null;
  /** How many days reconciliation runs that found nothing are kept; null: for ever. */
  readonly runRetentionDays!: number | null;
  readonly backup!: BackupConfig;
  readonly limits!: LimitsConfig;
  readonly callers!: CallersConfig;
  /** Whether `/docs` shows the description of the API as a page. */
  readonly apiDocs!: boolean;
  readonly environment!: 'live' | 'test';
  /** Who may propose and decide what needs two people: persons alone, or the keys of systems as well. */
  readonly decisionsBy!: 'persons' | 'keys';
  readonly adminKey!: string | null;
  readonly keyPepper!: string | null;
  /** Where the secrets came from that were given as files, by variable. */
  readonly secretFiles!: Readonly<Record<string, string>>;
  /** Null: people sign in with keys alone. */
  readonly oidc!: OidcConfig | null;
  /** What opens a session: a key, or the OpenID provider as well where there is one; or that alone. */
  readonly consoleSignIn!: 'keys' | 'provider';
  readonly logLevel!: string;
  /** Null: no traces are made. */
  readonly traces!: TracesConfig | null;
  /** Where a test kills this process; never with `MARINA_ENV=live`. */
  readonly faultPoint!: ArmedFaultPoint | null;
}

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`Configuration problems (${problems.length}):\n  - ${problems.join('\n  - ')}`);
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

export const processEnvironment: Environment = process.env;

const SIMULATOR = { brokerCode: 'MARINA', key: 'sk_test_simulator' };
const DECIDERS = ['persons', 'keys'] as const;
const CONSOLE_SIGN_INS = ['keys', 'provider'] as const;
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Throws {@link ConfigError}, which names every missing or invalid variable. */
export function readConfig(
  env: Environment = processEnvironment,
  switches: readonly string[] = process.execArgv,
): Config {
  const problems: string[] = [];
  const read = new Reader(env, problems);
  const exchangeBaseUrl = read.baseUrl('EXCHANGE_BASE_URL');
  const bundled = exchangeBaseUrl === null;
  const databaseUrl = read.databaseUrl('DATABASE_URL', 'sqlite:./data/marina.db');
  const environment = read.oneOf('MARINA_ENV', ['test', 'live'], 'test');
  const config: Config = {
    host: read.text('HOST', '127.0.0.1'),
    port: read.whole('PORT', 3000, 0, 65_535),
    databaseUrl,
    dataFolder: dataFolderOf(databaseUrl),
    checkpointDir: checkpointsOf(databaseUrl, read.text('MARINA_CHECKPOINT_DIR', '')),
    checkpointSinks: read.sinks('MARINA_CHECKPOINT_SINKS'),
    signingKeyFile: read.signingKey('MARINA_SIGNING_KEY_FILE', dataFolderOf(databaseUrl)),
    exchangeBaseUrl,
    exchangeKeys: read.keys('EXCHANGE_API_KEYS', bundled ? SIMULATOR.key : undefined),
    exchangeTimeoutMs: read.whole('EXCHANGE_TIMEOUT_MS', 10_000, 50, 120_000),
    exchangeQuietMs: read.whole('EXCHANGE_QUIET_MS', 12_000, 0, 600_000),
    exchangeAnswersLateMs: read.whole('EXCHANGE_ANSWERS_LATE_MS', 10_000, 0, 600_000),
    exchangeTakesLateMs: read.whole('EXCHANGE_TAKES_LATE_MS', 30_000, 0, 600_000),
    repostUnknown:
      read.oneOf('REPOST_UNKNOWN', ['same-reference', 'never'], 'same-reference') !== 'never',
    repostWithinMs: read.whole('REPOST_WITHIN_MS', 300_000, 0, 86_400_000),
    reconcileIntervalMs: read.whole('RECONCILE_INTERVAL_MS', 5_000, 50, 3_600_000),
    recordQuotesEveryMs: read.whole('RECORD_QUOTES_EVERY_MS', 60_000, 0, 3_600_000),
    brokerCode: read.required(
      'BROKER_CODE',
      bundled ? SIMULATOR.brokerCode : undefined,
      'our broker code at the exchange',
    ),
    session: read.session('TRADING_SESSION', bundled ? 'always' : '10:00-14:30'),
    timesInForce: read.list('TIME_IN_FORCE', DAY_ORDER),
    ...read.exchangeSettings(),
    ...read.recordKeeping(),
    limits: read.limits(environment === 'live'),
    callers: read.callers(),
    apiDocs: read.oneOf('API_DOCS', ['on', 'off'], 'on') === 'on',
    environment,
    decisionsBy: read.oneOf('DECISIONS_BY', DECIDERS, environment === 'live' ? 'persons' : 'keys'),
    adminKey: read.secret('MARINA_ADMIN_KEY', 32),
    keyPepper: read.secret('MARINA_KEY_PEPPER', 32),
    ...read.signIn(environment === 'live'),
    logLevel: read.oneOf('LOG_LEVEL', LEVELS, 'info'),
    traces: read.traces(),
    faultPoint: read.faultPoint('MARINA_FAULT_POINT'),
    secretFiles: read.secretFiles,
  };
  checkKeyKinds(config, problems);
  checkPriceBand(config, problems);
  if (config.environment === 'live') {
    problems.push(...liveProblems(config, nodeSettings(env, switches)));
  }
  checkPepper(config, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

function nodeSettings(env: Environment, switches: readonly string[]): NodeSettings {
  return {
    tlsRejectUnauthorized: env['NODE_TLS_REJECT_UNAUTHORIZED'],
    options: env['NODE_OPTIONS'],
    switches,
  };
}

/** Of secrets that others make. Shorter ones are words that occur in innocent texts. */
const SECRET_LEAST = 8;

/** Every configured secret, for removing them from texts. */
export function secretsOf(config: Config): readonly string[] {
  const { adminKey, keyPepper, exchangeKeys, oidc, databaseUrl, traces } = config;
  const ofOthers = [
    oidc?.clientSecret ?? '',
    ...[databaseUrl, traces?.url ?? ''].map(passwordIn),
    ...credentialsIn(traces?.headers ?? ''),
  ];
  return [
    ...exchangeKeys.map(({ secret }) => secret),
    ...[adminKey, keyPepper].filter((secret) => secret !== null),
    ...ofOthers.filter(({ length }) => length >= SECRET_LEAST),
  ];
}

function passwordIn(address: string): string {
  try {
    const { password, searchParams } = new URL(address);
    return searchParams.get('password') ?? decodeURIComponent(password);
  } catch {
    return '';
  }
}

/** One secret alone, for a command that needs no other setting. Throws {@link ConfigError}. */
export function readSecret(name: string, env: Environment): string | null {
  const problems: string[] = [];
  const secret = new Reader(env, problems).secret(name, 1);
  if (problems.length > 0) throw new ConfigError(problems);
  return secret;
}

function dataFolderOf(databaseUrl: string): string {
  const path = sqlitePath(databaseUrl);
  return path === null || path === ':memory:' ? resolve('data') : dirname(path);
}

/** An in-memory database is never restored, so it needs no checkpoint. */
function checkpointsOf(databaseUrl: string, given: string): string | null {
  if (given !== '') return resolve(given);
  if (sqlitePath(databaseUrl) === ':memory:') return null;
  return join(dataFolderOf(databaseUrl), 'checkpoints');
}

/** The absolute path of the SQLite file, `:memory:`, or null for PostgreSQL. */
export function sqlitePath(databaseUrl: string): string | null {
  if (!databaseUrl.startsWith('sqlite:')) return null;
  const path = databaseUrl.slice('sqlite:'.length).replace(/^\/\/(?=\/)/, '');
  return path === ':memory:' ? path : resolve(path);
}

function checkKeyKinds(config: Config, problems: string[]): void {
  for (const key of config.exchangeKeys) {
    const kind = key.secret.startsWith('sk_live_') ? 'live' : 'test';
    if (kind !== config.environment) {
      problems.push(
        `EXCHANGE_API_KEYS contains a ${kind} key, but MARINA_ENV is ${config.environment}; they must match`,
      );
    }
  }
}

function checkPepper({ databaseUrl, keyPepper }: Config, problems: string[]): void {
  if (sqlitePath(databaseUrl) !== null || keyPepper !== null) return;
  problems.push(
    'MARINA_KEY_PEPPER must be set with postgres://, and be the same for all instances on the database',
  );
}

function checkPriceBand({ limits, exchangeKeys }: Config, problems: string[]): void {
  const tellsPrices = exchangeKeys.some(
    ({ scopes }) => scopes.length === 0 || scopes.includes('companies.data'),
  );
  if (limits.priceBand === null || exchangeKeys.length === 0 || tellsPrices) return;
  problems.push('LIMIT_PRICE_BAND needs a key in EXCHANGE_API_KEYS with the scope companies.data');
}

/** May come from a file whose path `NAME_FILE` has. */
const SECRETS: ReadonlySet<string> = new Set([
  'EXCHANGE_API_KEYS',
  'DATABASE_URL',
  'MARINA_ADMIN_KEY',
  'MARINA_KEY_PEPPER',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
  'OIDC_CLIENT_SECRET',
]);

const REQUIRED = 'is required when EXCHANGE_BASE_URL is set';
const KEY_FORM = 'sk_live_… or sk_test_…, optionally followed by =SCOPE+SCOPE';

const EXCHANGE_SCOPES = new Set<string>(Object.values(ENDPOINTS).map(({ scope }) => scope));

function isEd25519(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

class Reader {
  readonly secretFiles: Record<string, string> = {};

  constructor(
    private readonly env: Environment,
    private readonly problems: string[],
  ) {}

  private raw(name: string): string | undefined {
    const value = this.env[name]?.trim();
    const given = value === '' ? undefined : value;
    return SECRETS.has(name) ? this.orOfFile(name, given) : given;
  }

  /** A secret may come from a file, as orchestrators provide it. */
  private orOfFile(name: string, given: string | undefined): string | undefined {
    const variable = `${name}_FILE`;
    const path = this.env[variable]?.trim() ?? '';
    if (path === '') return given;
    if (given !== undefined) {
      this.problems.push(`${variable} must not be set beside ${name}`);
      return given;
    }
    this.secretFiles[variable] = resolve(path);
    const text = this.contentsOf(variable, path, 'file')?.trim();
    if (text !== '') return text;
    this.problems.push(`${variable} must not name an empty file`);
    return undefined;
  }

  private contentsOf(variable: string, path: string, what: string): string | undefined {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      const coded = typeof error === 'object' && error !== null && 'code' in error;
      const why = coded ? String(error.code) : String(error);
      this.problems.push(`${variable} must be the path of a readable ${what}: ${why}`);
      return undefined;
    }
  }

  text(name: string, fallback: string): string {
    return this.raw(name) ?? fallback;
  }

  required(name: string, fallback: string | undefined, expected: string): string {
    const value = this.raw(name) ?? fallback;
    if (value === undefined) this.problems.push(`${name} ${REQUIRED}: ${expected}`);
    return value ?? '';
  }

  whole(name: string, fallback: number, least: number, most: number): number {
    const text = this.raw(name);
    if (text === undefined) return fallback;
    const value = Number(text);
    if (/^\d{1,9}$/.test(text) && value >= least && value <= most) return value;
    this.problems.push(`${name} must be a whole number from ${least} to ${most}, not "${text}"`);
    return fallback;
  }

  /** Null: `none`. */
  recordKeeping(): Pick<Config, 'retentionYears' | 'runRetentionDays' | 'backup'> {
    return {
      backup: this.backup(),
      retentionYears: this.wholeOrNone('RETENTION_YEARS', 7, 100),
      runRetentionDays: this.wholeOrNone('RUN_RETENTION_DAYS', 90, 36_500),
    };
  }

  private backup(): BackupConfig {
    const given = this.raw('BACKUP_RECIPIENTS')?.split(',') ?? [];
    return {
      recipients: recipientsFrom('BACKUP_RECIPIENTS', given, this.problems),
      identityFile: this.raw('BACKUP_IDENTITY_FILE') ?? null,
    };
  }

  private wholeOrNone(name: string, fallback: number, most: number): number | null {
    return this.raw(name) === 'none' ? null : this.whole(name, fallback, 1, most);
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.raw(name);
    if (text === undefined) return fallback;
    const found = allowed.find((value) => value === text);
    if (found === undefined) {
      this.problems.push(`${name} must be one of ${allowed.join(', ')}, not "${text}"`);
    }
    return found ?? fallback;
  }

  /** `EDIT_UNITS_MEAN` overrides an unknown in the settings file, but must not contradict a known answer. */
  exchangeSettings(): Pick<Config, 'editUnitsMean' | 'exchangeSettings'> {
    const settings = this.settingsFile('EXCHANGE_SETTINGS_FILE');
    const measured = settings?.editUnits ?? 'unknown';
    const given = this.oneOf('EDIT_UNITS_MEAN', ['unknown', 'total', 'remaining'], measured);
    if (given !== 'unknown' && measured !== 'unknown' && given !== measured) {
      this.problems.push(
        `EDIT_UNITS_MEAN is ${given}, but EXCHANGE_SETTINGS_FILE says ${measured}; they must match`,
      );
    }
    return { editUnitsMean: given, exchangeSettings: settings };
  }

  private settingsFile(name: string): ExchangeSettings | null {
    const path = this.raw(name);
    if (path === undefined) return null;
    const text = this.contentsOf(name, path, 'settings file');
    if (text === undefined) return null;
    const read = readSettings(text);
    if ('settings' in read) return read.settings;
    for (const problem of read.problems) this.problems.push(`${name} ${problem}`);
    return null;
  }

  /** Folders and addresses. */
  sinks(name: string): readonly string[] {
    const sinks = (this.raw(name) ?? '').split(',').map((sink) => sink.trim());
    return sinks
      .filter((sink) => sink !== '')
      .map((sink) => {
        if (/^command:\/[^/]/.test(sink)) return sink;
        if (!sink.includes('://') && !sink.startsWith('command:')) return resolve(sink);
        if (!/^https?:/.test(sink) || !URL.canParse(sink)) {
          this.problems.push(
            `${name} must list folders, http(s) addresses, and programs as command:/PATH`,
          );
        }
        return sink;
      });
  }

  /** A file that is not there yet is made with the first checkpoint. */
  signingKey(name: string, dataFolder: string): string {
    const path = resolve(this.raw(name) ?? join(dataFolder, 'signing-key.pem'));
    if (!existsSync(path)) return path;
    const text = this.contentsOf(name, path, 'file');
    if (text !== undefined && !isEd25519(text)) {
      this.problems.push(`${name} must be the path of a PEM file with an Ed25519 key (PKCS #8)`);
    }
    return path;
  }

  /** What is wrong counts only where traces are made: the variables may be meant for other programs. */
  traces(): TracesConfig | null {
    const ofAllSignals = this.text('OTEL_EXPORTER_OTLP_HEADERS', '');
    const headers = this.text('OTEL_EXPORTER_OTLP_TRACES_HEADERS', ofAllSignals);
    const protocol = this.text('OTEL_EXPORTER_OTLP_PROTOCOL', 'http/json');
    const sampler = this.text('OTEL_TRACES_SAMPLER', 'parentbased_always_on');
    const ratio = Number(this.text('OTEL_TRACES_SAMPLER_ARG', '1'));
    const url = tracesUrl({
      endpoint: this.text('OTEL_EXPORTER_OTLP_ENDPOINT', ''),
      tracesEndpoint: this.text('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ''),
      disabled: this.text('OTEL_SDK_DISABLED', ''),
      exporter: this.text('OTEL_TRACES_EXPORTER', 'otlp'),
    });
    if (url === null) return null;
    if (!/^https?:/.test(url) || !URL.canParse(url))
      this.problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http(s) address');
    if (protocol === 'grpc')
      this.problems.push('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: port 4318 of a collector');
    const known = TRACE_SAMPLERS.find((name) => name === sampler);
    if (known === undefined)
      this.problems.push(`OTEL_TRACES_SAMPLER must be one of ${TRACE_SAMPLERS.join(', ')}`);
    if (!(ratio >= 0 && ratio <= 1))
      this.problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
    return {
      url,
      headers: headers === '' ? null : headers,
      sampler: known ?? 'always_off',
      ratio,
    };
  }

  callers(): CallersConfig {
    return {
      trustedProxies: this.addressRanges('TRUSTED_PROXIES'),
      connectionsMax: this.wholeOrNull('CONNECTIONS_MAX', 1, 100_000),
      requestsPerKey: this.whole('REQUESTS_PER_KEY', 2_000, 1, 1_000_000),
      requestsAtOncePerKey: this.whole('REQUESTS_AT_ONCE_PER_KEY', 4, 1, 1_000),
      requestsAtOncePerAddress: this.whole('REQUESTS_AT_ONCE_PER_ADDRESS', 64, 1, 10_000),
      requestsPerAddress: this.whole('REQUESTS_PER_ADDRESS', 5_000, 1, 1_000_000),
      wrongKeysPerAddress: this.whole('WRONG_KEYS_PER_ADDRESS', 300, 1, 1_000_000),
      enquiriesPerKey: this.whole('ENQUIRIES_PER_KEY', 30, 1, 1_000_000),
      queuedPostsPerCaller: this.whole('QUEUED_POSTS_PER_CALLER', 50_000, 1, 10_000_000),
      overloadDelayMs: this.whole('OVERLOAD_DELAY_MS', 500, 20, 60_000),
    };
  }

  private addressRanges(name: string): readonly string[] {
    const ranges = (this.raw(name) ?? '').split(',').map((range) => range.trim());
    for (const range of ranges) {
      if (range === '' ? ranges.length === 1 : isAddressRange(range)) continue;
      this.problems.push(`${name} must be a comma list of addresses and CIDRs, not "${range}"`);
    }
    return ranges.filter((range) => range !== '');
  }

  private wholeOrNull(name: string, least: number, most: number): number | null {
    return this.raw(name) === undefined ? null : this.whole(name, most, least, most);
  }

  limits(mustBeSet: boolean): LimitsConfig {
    return {
      orderValue: this.limit('LIMIT_ORDER_VALUE', mustBeSet),
      orderUnits: this.limit('LIMIT_ORDER_UNITS', mustBeSet),
      priceBand: this.limit('LIMIT_PRICE_BAND', mustBeSet),
    };
  }

  private limit(name: string, mustBeSet: boolean): Decimal | null {
    const text = this.raw(name);
    if (text === undefined && mustBeSet) {
      this.problems.push(`${name} must be set with MARINA_ENV=live; "none" for no limit`);
    }
    if (text === undefined || text === 'none') return null;
    if (isPositiveDecimal(text)) return canonical(text);
    this.problems.push(`${name} must be a decimal above 0, such as 2500000, or "none"`);
    return null;
  }

  list(name: string, fallback: string): readonly string[] {
    const values = (this.raw(name) ?? fallback).split(',').map((value) => value.trim());
    if (values.some((value) => value === '')) {
      this.problems.push(`${name} must be a comma-separated list without empty entries`);
    }
    return values;
  }

  secret(name: string, leastLength: number): string | null {
    const value = this.raw(name);
    if (value === undefined) return null;
    if (value.length < leastLength) {
      this.problems.push(`${name} must be at least ${leastLength} characters long`);
    }
    return value;
  }

  signIn(isLive: boolean): Pick<Config, 'oidc' | 'consoleSignIn'> {
    const given = Object.fromEntries(OIDC_SETTINGS.map((name) => [name, this.raw(name)]));
    const oidc = oidcFrom(given as OidcSettings, isLive, this.problems);
    const consoleSignIn = this.oneOf('CONSOLE_SIGN_IN', CONSOLE_SIGN_INS, 'keys');
    if (consoleSignIn === 'provider' && oidc === null)
      this.problems.push('CONSOLE_SIGN_IN=provider needs an OpenID provider: set OIDC_ISSUER');
    return { oidc, consoleSignIn };
  }

  faultPoint(name: string): ArmedFaultPoint | null {
    const text = this.raw(name);
    const point = text === undefined ? null : readFaultPoint(text);
    if (text !== undefined && point === null) {
      this.problems.push(
        `${name} must be NAME, NAME:N or NAME:N:stop with a NAME from fault-point.ts`,
      );
    }
    return point;
  }

  baseUrl(name: string): string | null {
    const text = this.raw(name);
    if (text === undefined) return null;
    try {
      const url = new URL(text);
      if (!['http:', 'https:'].includes(url.protocol)) throw new Error('scheme');
      const parts = [url.username, url.password, url.search, url.hash];
      if (parts.some((part) => part !== '')) throw new Error('parts');
      return text.replace(/\/+$/, '');
    } catch {
      this.problems.push(
        `${name} must be an http:// or https:// address without credentials, query or fragment`,
      );
      return null;
    }
  }

  databaseUrl(name: string, fallback: string): string {
    const text = this.raw(name) ?? fallback;
    if (!/^sqlite:.+/.test(text) && !/^postgres(ql)?:\/\//.test(text)) {
      this.problems.push(`${name} must be sqlite:PATH or postgres://…`);
      return fallback;
    }
    // The driver would end with a bare ENOENT, which names neither the setting nor the file.
    for (const { setting, path } of filesNamedIn(text, name))
      this.contentsOf(setting, path, 'file');
    return text;
  }

  session(name: string, fallback: string): SessionHours {
    const text = this.raw(name) ?? fallback;
    if (text === 'always') return 'always';
    const hours = hoursOf(text);
    if (hours === null) this.problems.push(`${name} must be "always" or ${HOURS_FORM}`);
    return hours ?? 'always';
  }

  keys(name: string, fallback: string | undefined): readonly ExchangeKeyConfig[] {
    const text = this.raw(name) ?? fallback;
    if (text === undefined) {
      this.problems.push(`${name} ${REQUIRED}: a comma-separated list of ${KEY_FORM}`);
      return [];
    }
    const keys = text.split(',').map((part, index) => this.exchangeKey(name, part, index + 1));
    if (new Set(keys.map((key) => key.secret)).size !== keys.length) {
      this.problems.push(`${name} must not contain the same key twice`);
    }
    return keys;
  }

  /** Problems never repeat an entry, which may be secret, unless it clearly is a scope. */
  private exchangeKey(name: string, entry: string, place: number): ExchangeKeyConfig {
    const match = /^([^=]+={0,2}?)(?:=([^=]+))?$/.exec(entry.trim());
    const secret = match?.[1] ?? '';
    const scopes = match?.[2]?.split('+') ?? [];
    if (!/^sk_(live|test)_[!-~]+$/.test(secret) || /["\\]/.test(secret)) {
      this.problems.push(`${name} entry ${place} must be ${KEY_FORM}`);
    }
    for (const scope of scopes) {
      if (scope === 'all' || EXCHANGE_SCOPES.has(scope)) continue;
      const shown = /^[a-z]+(\.[a-z]+)+$/.test(scope) ? ` ${scope}` : '';
      this.problems.push(
        `${name} entry ${place} has an unknown scope${shown}; see the interface's table of endpoints`,
      );
    }
    return { secret, scopes: scopes.includes('all') ? [] : scopes };
  }
}
