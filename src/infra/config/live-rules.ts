import { areBroadTogether, isBroadRange } from './trusted-proxies.js';
import { isWeakSecret } from './weak-secrets.js';

const ANSWERS_LATE_LEAST_MS = 10_000;
const TAKES_LATE_LEAST_MS = 30_000;

/**
 * What `MARINA_ENV=live` needs, because real orders leave the machine:
 *   - an exchange, over https, whose certificate is checked,
 *   - no switch of Node.js that undoes what protects it,
 *   - a database that outlives the process, on this machine or one whose certificate is checked,
 *   - no delays so short that an order could be posted twice, or be called refused while it works,
 *   - checkpoints that leave the machine over https, and traces too if they carry a secret,
 *   - no administrator's key and no pepper that can be guessed, no caller that is believed to be a proxy, and nothing
 *     that kills the service on purpose.
 */
export function liveProblems(config: Settings, node: NodeSettings): readonly string[] {
  const { exchangeBaseUrl, databaseUrl, faultPoint, callers } = config;
  const problems: string[] = [];
  if (exchangeBaseUrl === null) {
    problems.push('EXCHANGE_BASE_URL must be set with MARINA_ENV=live: there is no simulator then');
  } else if (!exchangeBaseUrl.startsWith('https://')) {
    problems.push('EXCHANGE_BASE_URL must be an https:// address with MARINA_ENV=live');
  }
  if (!isSafeDatabase(databaseUrl)) {
    problems.push(
      'DATABASE_URL must have sslmode=verify-full with MARINA_ENV=live, because the database is on another machine',
    );
  }
  const { exchangeAnswersLateMs, exchangeTakesLateMs } = config;
  for (const [name, ms, least] of [
    ['EXCHANGE_ANSWERS_LATE_MS', exchangeAnswersLateMs, ANSWERS_LATE_LEAST_MS],
    ['EXCHANGE_TAKES_LATE_MS', exchangeTakesLateMs, TAKES_LATE_LEAST_MS],
  ] as const) {
    if (ms < least)
      problems.push(
        `${name} must be at least ${least} with MARINA_ENV=live: an order could be posted twice, or be called refused while it works`,
      );
  }
  if (databaseUrl === IN_MEMORY) {
    problems.push(
      'DATABASE_URL must not be in memory with MARINA_ENV=live: a restart would lose every order',
    );
  }
  problems.push(...proxyProblems(callers.trustedProxies));
  problems.push(...plainTextProblems(config));
  problems.push(...nodeProblems(node));
  for (const [name, secret] of [
    ['MARINA_ADMIN_KEY', config.adminKey],
    ['MARINA_KEY_PEPPER', config.keyPepper],
  ] as const) {
    if (secret === null || !isWeakSecret(secret)) continue;
    problems.push(
      `${name} must be random with MARINA_ENV=live, for example the output of: openssl rand -hex 32`,
    );
  }
  if (faultPoint !== null) {
    problems.push(
      'MARINA_FAULT_POINT kills the service on purpose and must not be set with MARINA_ENV=live',
    );
  }
  return problems;
}

/** How Node.js itself was started. */
export interface NodeSettings {
  /** `NODE_TLS_REJECT_UNAUTHORIZED`. */
  readonly tlsRejectUnauthorized: string | undefined;
  /** `NODE_OPTIONS`. */
  readonly options: string | undefined;
  /** What stood before the program on the command line. */
  readonly switches: readonly string[];
}

/** Let others read its memory or its connections, or take what the protocols forbid. */
const UNSAFE_SWITCHES = /^--(inspect(-.*)?|tls-keylog|tls-min-v1\.[01]|insecure-http-parser)$/;

function nodeProblems({ tlsRejectUnauthorized, options, switches }: NodeSettings): string[] {
  const problems: string[] = [];
  if (tlsRejectUnauthorized === '0') {
    problems.push('NODE_TLS_REJECT_UNAUTHORIZED must not be 0 with MARINA_ENV=live');
  }
  const inOptions = (options ?? '').replaceAll(/["\\]/g, '').split(/\s+/);
  for (const [given, where] of [
    [inOptions, 'in NODE_OPTIONS'],
    [switches, 'on the command line'],
  ] as const) {
    // Node.js takes an underline for a hyphen.
    const names = given.map((one) => one.replace(/=.*/s, '').replaceAll('_', '-'));
    for (const name of new Set(names.filter((one) => UNSAFE_SWITCHES.test(one)))) {
      problems.push(
        `${name} must not be among the switches of Node.js ${where} with MARINA_ENV=live`,
      );
    }
  }
  return problems;
}

/** Null: callers of a live service come over TLS, or from this machine. In a container, HOST alone does not tell. */
export function plainHttpWarning({
  environment,
  host,
  callers,
}: {
  readonly environment: string;
  readonly host: string;
  readonly callers: { readonly trustedProxies: readonly string[] };
}): string | null {
  if (environment !== 'live' || isThisMachine(host) || callers.trustedProxies.length > 0)
    return null;
  return `other machines may reach HOST=${host} over plain HTTP: TRUSTED_PROXIES names no proxy that ends TLS`;
}

/** Who would be believed about whom it calls for. */
function proxyProblems(ranges: readonly string[]): readonly string[] {
  const broad = ranges.filter(isBroadRange);
  if (broad.length === 0 && areBroadTogether(ranges)) {
    return [
      'TRUSTED_PROXIES must have no more addresses than a /8 (IPv6: a /32) altogether with MARINA_ENV=live, besides private ones',
    ];
  }
  return broad.map(
    (range) =>
      `TRUSTED_PROXIES must have no range broader than /8 (IPv6: /32, private /7) with MARINA_ENV=live, not "${range}"`,
  );
}

/** What would leave this machine in plain text, besides calls of the exchange and of the database. */
function plainTextProblems({ checkpointSinks, traces }: Settings): readonly string[] {
  const problems: string[] = [];
  if (checkpointSinks.some(isPlainElsewhere)) {
    problems.push(
      'MARINA_CHECKPOINT_SINKS must list folders and https:// addresses with MARINA_ENV=live; http:// only on this machine',
    );
  }
  if (traces !== null && isPlainElsewhere(traces.url)) {
    const what = [
      ...(traces.headers === null ? [] : ['OTEL_EXPORTER_OTLP_HEADERS (or …_TRACES_HEADERS)']),
      ...(mayHoldSecret(traces.url)
        ? ['OTEL_EXPORTER_OTLP_ENDPOINT (or …_TRACES_ENDPOINT) with a user, a password or a query']
        : []),
    ];
    for (const one of what) {
      problems.push(
        `${one} needs an https:// address of the receiver with MARINA_ENV=live; http:// only on this machine`,
      );
    }
  }
  return problems;
}

interface Settings {
  readonly exchangeBaseUrl: string | null;
  readonly databaseUrl: string;
  readonly repostUnknown: boolean;
  readonly exchangeAnswersLateMs: number;
  readonly exchangeTakesLateMs: number;
  readonly adminKey: string | null;
  readonly keyPepper: string | null;
  readonly callers: { readonly trustedProxies: readonly string[] };
  readonly faultPoint: object | null;
  readonly checkpointSinks: readonly string[];
  readonly traces: { readonly url: string; readonly headers: string | null } | null;
}

const IN_MEMORY = 'sqlite::memory:';
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function isThisMachine(host: string): boolean {
  return host === '::1' || THIS_MACHINE.test(host);
}

function isPlainElsewhere(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === 'http:' && !THIS_MACHINE.test(url.hostname);
}

function mayHoldSecret(address: string): boolean {
  const { username, password, search } = new URL(address);
  return username !== '' || password !== '' || search !== '';
}

/** On this machine, or with a certificate that is checked. */
export function isSafeDatabase(databaseUrl: string): boolean {
  if (databaseUrl.startsWith('sqlite:')) return true;
  let url: URL;
  try {
    url = new URL(databaseUrl);
  } catch {
    return false;
  }
  const modes = url.searchParams.getAll('sslmode');
  // A `host` in the query overrides that of the address; a path is a socket on this machine.
  const hosts = [url.hostname, ...url.searchParams.getAll('host')].filter((host) => host !== '');
  // Without a host, the environment of the process decides where it is.
  const isHere =
    hosts.length > 0 && hosts.every((host) => THIS_MACHINE.test(host) || host.startsWith('/'));
  return isHere || (modes.length === 1 && modes[0] === 'verify-full');
}
