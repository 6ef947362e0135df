import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  ConfigError,
  secretsOf,
  sqlitePath,
  type Config,
} from '../../../src/infra/config/config.js';
import { problemsOf, read, REAL, UNLIMITED } from './settings.js';

const CALLERS_CONFIG = {
  trustedProxies: [],
  connectionsMax: null,
  requestsPerKey: 2_000,
  requestsAtOncePerKey: 4,
  requestsAtOncePerAddress: 64,
  requestsPerAddress: 5_000,
  wrongKeysPerAddress: 300,
  enquiriesPerKey: 30,
  queuedPostsPerCaller: 50_000,
  overloadDelayMs: 500,
};
const TRACES_CONFIG = { headers: null, sampler: 'parentbased_always_on', ratio: 1 } as const;
const UNLIMITED_CONFIG = { orderValue: null, orderUnits: null, priceBand: null };

describe('Without any variable', () => {
  it('the service runs against the bundled simulator, in test mode', () => {
    expect(read({})).toEqual({
      apiDocs: true,
      decisionsBy: 'keys',
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: 'sqlite:./data/marina.db',
      dataFolder: resolve('data'),
      checkpointDir: resolve('data/checkpoints'),
      checkpointSinks: [],
      signingKeyFile: resolve('data/signing-key.pem'),
      exchangeBaseUrl: null,
      exchangeKeys: [{ secret: 'sk_test_simulator', scopes: [] }],
      exchangeTimeoutMs: 10_000,
      exchangeQuietMs: 12_000,
      exchangeAnswersLateMs: 10_000,
      exchangeTakesLateMs: 30_000,
      repostUnknown: true,
      retentionYears: 7,
      runRetentionDays: 90,
      backup: { recipients: [], identityFile: null },
      repostWithinMs: 300_000,
      reconcileIntervalMs: 5_000,
      recordQuotesEveryMs: 60_000,
      brokerCode: 'MARINA',
      session: 'always',
      timesInForce: ['Day Order (DO)'],
      editUnitsMean: 'unknown',
      exchangeSettings: null,
      limits: UNLIMITED_CONFIG,
      callers: CALLERS_CONFIG,
      environment: 'test',
      adminKey: null,
      keyPepper: null,
      oidc: null,
      consoleSignIn: 'keys',
      logLevel: 'info',
      traces: null,
      faultPoint: null,
      secretFiles: {},
    });
  });

  it('an empty or blank one counts as not set', () => {
    const blank = Object.fromEntries(
      ['PORT', 'HOST', 'DATABASE_URL', 'LOG_LEVEL'].map((name) => [name, '  ']),
    );
    expect(read({ ...blank, EXCHANGE_BASE_URL: '' })).toEqual(read({}));
  });
});

describe('With a real exchange', () => {
  it('the session is that of the exchange and nothing is made up', () => {
    expect(read(REAL)).toMatchObject({
      exchangeBaseUrl: 'https://exchange.example',
      exchangeKeys: [{ secret: 'sk_test_a', scopes: [] }],
      brokerCode: 'MRNA',
      session: { opensAt: 600, closesAt: 870 },
    });
  });

  it.each(['EXCHANGE_API_KEYS', 'BROKER_CODE'])('%s is required', (name) => {
    const problems = problemsOf({ ...REAL, [name]: undefined });
    expect(problems).toEqual([
      expect.stringContaining(`${name} is required when EXCHANGE_BASE_URL is set`),
    ]);
  });
});

describe('A variable that is set', () => {
  it.each<readonly [string, string, Partial<Config>]>([
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 65535 ', { port: 65_535 }],
    [
      'DATABASE_URL',
      'sqlite::memory:',
      { databaseUrl: 'sqlite::memory:', dataFolder: resolve('data') },
    ],
    [
      'DATABASE_URL',
      'sqlite:/var/m/x.db',
      { databaseUrl: 'sqlite:/var/m/x.db', dataFolder: '/var/m' },
    ],
    [
      'DATABASE_URL',
      'postgres://u:p@h/d',
      { databaseUrl: 'postgres://u:p@h/d', dataFolder: resolve('data') },
    ],
    ['DATABASE_URL', 'postgresql://h/d', { databaseUrl: 'postgresql://h/d' }],
    ['EXCHANGE_BASE_URL', 'http://h:1/base///', { exchangeBaseUrl: 'http://h:1/base' }],
    ['EXCHANGE_TIMEOUT_MS', '50', { exchangeTimeoutMs: 50 }],
    ['EXCHANGE_QUIET_MS', '0', { exchangeQuietMs: 0 }],
    ['RECONCILE_INTERVAL_MS', '3600000', { reconcileIntervalMs: 3_600_000 }],
    ['TRADING_SESSION', 'always', { session: 'always' }],
    ['TRADING_SESSION', '00:00-23:59', { session: { opensAt: 0, closesAt: 1439 } }],
    ['TIME_IN_FORCE', 'Day Order (DO), GTC', { timesInForce: ['Day Order (DO)', 'GTC'] }],
    ['EDIT_UNITS_MEAN', 'remaining', { editUnitsMean: 'remaining' }],
    ['MARINA_ADMIN_KEY', 'x'.repeat(32), { adminKey: 'x'.repeat(32) }],
    ['MARINA_KEY_PEPPER', 'y'.repeat(40), { keyPepper: 'y'.repeat(40) }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['API_DOCS', 'off', { apiDocs: false }],
    ['DECISIONS_BY', 'persons', { decisionsBy: 'persons' }],
    [
      'MARINA_CHECKPOINT_SINKS',
      'vault, https://witness.example/a, command:/usr/local/bin/mail-it',
      {
        checkpointSinks: [
          resolve('vault'),
          'https://witness.example/a',
          'command:/usr/local/bin/mail-it',
        ],
      },
    ],
    ['MARINA_SIGNING_KEY_FILE', 'not/yet', { signingKeyFile: resolve('not/yet') }],
    [
      'LIMIT_ORDER_VALUE',
      '2500000.50',
      { limits: { ...UNLIMITED_CONFIG, orderValue: '2500000.5' } },
    ],
    ['LIMIT_ORDER_UNITS', '5000', { limits: { ...UNLIMITED_CONFIG, orderUnits: '5000' } }],
    ['LIMIT_PRICE_BAND', 'none', { limits: UNLIMITED_CONFIG }],
    [
      'TRUSTED_PROXIES',
      '10.0.0.1, 192.168.0.0/16,fd00::/8,::1',
      {
        callers: {
          ...CALLERS_CONFIG,
          trustedProxies: ['10.0.0.1', '192.168.0.0/16', 'fd00::/8', '::1'],
        },
      },
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://collector:4318/',
      { traces: { ...TRACES_CONFIG, url: 'http://collector:4318/v1/traces' } },
    ],
    [
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'https://h/own',
      { traces: { ...TRACES_CONFIG, url: 'https://h/own' } },
    ],
    ['CONNECTIONS_MAX', '500', { callers: { ...CALLERS_CONFIG, connectionsMax: 500 } }],
  ])('%s=%s is taken', (name, value, config) => {
    expect(read({ ...REAL, [name]: value })).toMatchObject(config);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['DATABASE_URL', 'sqlite:'],
    ['DATABASE_URL', './marina.db'],
    ['EXCHANGE_BASE_URL', 'exchange.example'],
    ['EXCHANGE_BASE_URL', 'ftp://exchange.example'],
    ['EXCHANGE_BASE_URL', 'https://user:secret@exchange.example'],
    ['EXCHANGE_BASE_URL', 'https://:secret@exchange.example'],
    ['EXCHANGE_BASE_URL', 'https://exchange.example?x=1'],
    ['EXCHANGE_BASE_URL', 'https://exchange.example#x'],
    ['EXCHANGE_API_KEYS', 'secret'],
    ['EXCHANGE_API_KEYS', 'sk_test_'],
    ['EXCHANGE_API_KEYS', 'sk_prod_a'],
    ['EXCHANGE_API_KEYS', 'sk_test_a,,sk_test_b'],
    ['EXCHANGE_API_KEYS', 'sk_test_a,sk_test_a'],
    ['EXCHANGE_API_KEYS', 'sk_test_a b'],
    ['EXCHANGE_API_KEYS', 'sk_test_a"b'],
    ['EXCHANGE_API_KEYS', 'sk_test_a=order.pots'],
    ['EXCHANGE_API_KEYS', 'sk_test_a=order.post+'],
    ['EXCHANGE_TIMEOUT_MS', '49'],
    ['EXCHANGE_TIMEOUT_MS', '120001'],
    ['EXCHANGE_QUIET_MS', '600001'],
    ['RECONCILE_INTERVAL_MS', '49'],
    ['TRADING_SESSION', '14:30-10:00'],
    ['TRADING_SESSION', '10:00-10:00'],
    ['TRADING_SESSION', '10:00-24:00'],
    ['TRADING_SESSION', '10:60-14:30'],
    ['TRADING_SESSION', '9:00-14:30'],
    ['TRADING_SESSION', '10:00'],
    ['TRADING_SESSION', 'never'],
    ['TIME_IN_FORCE', 'Day Order (DO),,GTC'],
    ['TIME_IN_FORCE', ','],
    ['EDIT_UNITS_MEAN', 'Total'],
    ['MARINA_ENV', 'production'],
    ['MARINA_ADMIN_KEY', 'x'.repeat(31)],
    ['MARINA_KEY_PEPPER', 'short'],
    ['LOG_LEVEL', 'verbose'],
    ['API_DOCS', 'maybe'],
    ['DECISIONS_BY', 'anybody'],
    ['LIMIT_ORDER_VALUE', '0'],
    ['LIMIT_ORDER_VALUE', '2,500,000'],
    ['LIMIT_ORDER_UNITS', '-5'],
    ['LIMIT_PRICE_BAND', '10%'],
    ['LIMIT_PRICE_BAND', '1e1'],
    ['LIMIT_PRICE_BAND', 'None'],
    ['TRUSTED_PROXIES', '10.0.0.300'],
    ['TRUSTED_PROXIES', '10.0.0.1,,10.0.0.2'],
    ['TRUSTED_PROXIES', '10.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['TRUSTED_PROXIES', '10.0.0.0/255.0.0.0'],
    ['TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', 'true'],
    ['CONNECTIONS_MAX', '0'],
    ['REQUESTS_PER_KEY', '0'],
    ['REQUESTS_AT_ONCE_PER_KEY', '0'],
    ['REQUESTS_AT_ONCE_PER_ADDRESS', '0'],
    ['REQUESTS_PER_ADDRESS', 'many'],
    ['WRONG_KEYS_PER_ADDRESS', '-1'],
    ['OVERLOAD_DELAY_MS', '1'],
    ['ENQUIRIES_PER_KEY', '0'],
    ['QUEUED_POSTS_PER_CALLER', '0'],
  ])('%s=%s is a problem that names the variable', (name, value) => {
    const problems = problemsOf({ ...REAL, [name]: value });
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith(`${name} `))).toBe(true);
  });
});

describe('A limit of the distance from the last price', () => {
  it.each([
    ['sk_test_a', true],
    ['sk_test_a=order.post+order.cancel', false],
    ['sk_test_a=order.post,sk_test_b=companies.data', true],
  ])('with the keys %s starts: %s', (keys, starts) => {
    const problems = problemsOf({ ...REAL, EXCHANGE_API_KEYS: keys, LIMIT_PRICE_BAND: '10' });
    expect(problems).toEqual(starts ? [] : [expect.stringContaining('companies.data')]);
  });
});

describe('A file that the address of PostgreSQL names', () => {
  const at = (parameters: string): Record<string, string> => ({
    DATABASE_URL: `postgres://db.example/marina?sslmode=verify-full&${parameters}`,
    MARINA_KEY_PEPPER: 'config-test-pepper-0123456789-0123456789',
  });

  it.each([
    ['sslrootcert', '/there/is/none.pem', 'ENOENT'],
    ['sslrootcert', 'src', 'EISDIR'],
    ['sslcert', '/there/is/none.pem', 'ENOENT'],
    ['sslkey', '/there/is/none.pem', 'ENOENT'],
  ])('%s=%s is a problem that names the setting', (name, path, why) => {
    expect(problemsOf(at(`${name}=${path}`))).toEqual([
      `${name} in DATABASE_URL must be the path of a readable file: ${why}`,
    ]);
  });

  it('is taken where it can be read', () => {
    expect(problemsOf(at('sslrootcert=package.json'))).toEqual([]);
  });
});

describe('What signs checkpoints, and where they go,', () => {
  it.each([
    ['MARINA_SIGNING_KEY_FILE', 'package.json'],
    ['MARINA_SIGNING_KEY_FILE', 'src'],
    ['MARINA_CHECKPOINT_SINKS', 'ftp://host/folder'],
    ['MARINA_CHECKPOINT_SINKS', 'https://'],
    ['MARINA_CHECKPOINT_SINKS', 'command:mail-it'],
  ])('%s cannot be %s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringContaining(`${name} must`)]);
  });
});

describe('Traces', () => {
  const AT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('with %s=%s are a problem, and only where they are made', (name, value) => {
    expect(problemsOf({ ...AT, [name]: value })).toEqual([expect.stringContaining(`${name} must`)]);
    const off = { ...AT, [name]: value, OTEL_SDK_DISABLED: 'true' };
    expect([problemsOf(off), read(off).traces]).toEqual([[], null]);
  });

  it('are not made where the receiver is not OTLP', () => {
    expect(read({ ...AT, OTEL_TRACES_EXPORTER: 'none' }).traces).toBeNull();
  });
});

describe('A trusted proxy that is none', () => {
  it('is named, and only it', () => {
    expect(problemsOf({ TRUSTED_PROXIES: '10.0.0.1, nginx, ::1' })).toEqual([
      'TRUSTED_PROXIES must be a comma list of addresses and CIDRs, not "nginx"',
    ]);
  });
});

describe('Several problems', () => {
  it('are told in one message, each in a line of its own', () => {
    const env = {
      PORT: 'x',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'oracle',
      EXCHANGE_BASE_URL: 'https://h',
    };
    const problems = problemsOf(env);
    expect(problems.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      'BROKER_CODE',
      'DATABASE_URL',
      'EXCHANGE_API_KEYS',
      'LOG_LEVEL',
      'PORT',
    ]);
    const { message } = new ConfigError(problems);
    expect(message.split('\n')).toHaveLength(problems.length + 1);
    expect(message).toContain('Configuration problems (5)');
  });

  it('never repeat a secret', () => {
    const env = {
      ...REAL,
      EXCHANGE_API_KEYS: 'CANARYkey',
      MARINA_ADMIN_KEY: 'CANARYadmin',
      MARINA_KEY_PEPPER: 'CANARYpepper',
      EXCHANGE_BASE_URL: 'https://user:CANARYpassword@h',
      DATABASE_URL: 'mysql://user:CANARYdatabase@h/d',
    };
    expect(problemsOf(env).length).toBeGreaterThanOrEqual(5);
    expect(problemsOf(env).join('\n')).not.toContain('CANARY');
  });
});

describe('A secret', () => {
  const inFile = (text: string): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'marina-secret-')), 'secret');
    writeFileSync(path, text);
    return path;
  };

  it.each<readonly [string, string, Partial<Config>]>([
    ['EXCHANGE_API_KEYS', 'sk_test_b', { exchangeKeys: [{ secret: 'sk_test_b', scopes: [] }] }],
    ['DATABASE_URL', 'sqlite:/var/m/x.db', { databaseUrl: 'sqlite:/var/m/x.db' }],
    ['MARINA_ADMIN_KEY', 'x'.repeat(32), { adminKey: 'x'.repeat(32) }],
    ['MARINA_KEY_PEPPER', 'y'.repeat(40), { keyPepper: 'y'.repeat(40) }],
  ])('may come from a file: %s', (name, text, config) => {
    const env = { ...REAL, [name]: undefined, [`${name}_FILE`]: inFile(`${text}\n`) };
    expect(read(env)).toMatchObject(config);
  });

  it('is given once: in the environment or in a file', () => {
    const path = inFile('sk_test_b');
    expect(problemsOf({ ...REAL, EXCHANGE_API_KEYS_FILE: path })).toEqual([
      'EXCHANGE_API_KEYS_FILE must not be set beside EXCHANGE_API_KEYS',
    ]);
  });

  it.each([
    ['is missing', '/nowhere/secret', 'must be the path of a readable file: ENOENT'],
    ['is empty', inFile(' \n'), 'must not name an empty file'],
  ])('whose file %s is a problem that names the variable', (_, path, why) => {
    const problems = problemsOf({ ...REAL, MARINA_ADMIN_KEY_FILE: path });
    expect(problems).toEqual([`MARINA_ADMIN_KEY_FILE ${why}`]);
  });
});

describe('On PostgreSQL', () => {
  it('the pepper is required, because instances share keys', () => {
    const env = { ...REAL, DATABASE_URL: 'postgres://h/d', MARINA_KEY_PEPPER: undefined };
    expect(problemsOf(env)).toEqual([expect.stringMatching(/^MARINA_KEY_PEPPER must be set/)]);
  });
});

describe('Keys of the exchange', () => {
  it.each([
    ['live', 'sk_live_a', true],
    ['test', 'sk_test_a', true],
    ['live', 'sk_test_a', false],
    ['test', 'sk_live_a', false],
    ['live', 'sk_live_a,sk_test_b', false],
    ['test', 'sk_test_a,sk_live_b', false],
  ])('in %s: %s are accepted: %s', (environment, keys, accepted) => {
    const env = { ...REAL, ...UNLIMITED, MARINA_ENV: environment };
    const problems = problemsOf({ ...env, EXCHANGE_API_KEYS: keys });
    expect(problems.length === 0).toBe(accepted);
    if (!accepted) expect(problems[0]).toContain('they must match');
  });

  it('may be followed by their scopes', () => {
    const keys = 'sk_test_a=order.post+order.cancel, sk_test_b, sk_test_c=all';
    expect(read({ ...REAL, EXCHANGE_API_KEYS: keys }).exchangeKeys).toEqual([
      { secret: 'sk_test_a', scopes: ['order.post', 'order.cancel'] },
      { secret: 'sk_test_b', scopes: [] },
      { secret: 'sk_test_c', scopes: [] },
    ]);
  });

  it.each(['all', 'all+order.post', 'order.post+all'])('reach everything with %s', (scopes) => {
    const keys = `sk_test_a=${scopes}`;
    expect(read({ ...REAL, EXCHANGE_API_KEYS: keys }).exchangeKeys).toEqual([
      { secret: 'sk_test_a', scopes: [] },
    ]);
  });

  it.each([
    ['sk_test_YQ==', 'sk_test_YQ==', []],
    ['sk_test_YQ===order.post', 'sk_test_YQ==', ['order.post']],
    ['sk_test_a+b/c=', 'sk_test_a+b/c=', []],
  ])('are kept whole with a "=" at their end: %s', (keys, secret, scopes) => {
    expect(read({ ...REAL, EXCHANGE_API_KEYS: keys }).exchangeKeys).toEqual([{ secret, scopes }]);
  });

  it('of a scope that the exchange does not know are a problem that names all of them', () => {
    const keys = 'sk_test_a=order.post+order.pots,sk_test_b=order.canel';
    expect(problemsOf({ ...REAL, EXCHANGE_API_KEYS: keys })).toEqual([
      "EXCHANGE_API_KEYS entry 1 has an unknown scope order.pots; see the interface's table of endpoints",
      "EXCHANGE_API_KEYS entry 2 has an unknown scope order.canel; see the interface's table of endpoints",
    ]);
  });
});

describe('What may not be repeated', () => {
  const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example' };

  it.each([
    ['of an administrator', { MARINA_ADMIN_KEY: 'a'.repeat(32) }, ['a'.repeat(32)]],
    ['of a database', { DATABASE_URL: 'postgres://m:database%2Fword@h/d' }, ['database/word']],
    [
      'of a receiver of traces',
      { ...receiver, OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20token-of-traces,x=1' },
      ['Bearer token-of-traces', 'token-of-traces'],
    ],
    [
      'of a receiver of traces alone',
      { ...receiver, OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'api-key = key-of-traces== ;p=1, b=%zz-broken-of-20-signs' },
      ['key-of-traces==', '%zz-broken-of-20-signs'],
    ],
    [
      'of a user of the receiver',
      { ...receiver, OTEL_EXPORTER_OTLP_HEADERS: `Authorization=basic ${btoa('marina:word:of-traces')}` },
      [`basic ${btoa('marina:word:of-traces')}`, btoa('marina:word:of-traces'), 'word:of-traces'],
    ],
    [
      'in the address of the receiver',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://marina:word-of-traces@collector.example' },
      ['word-of-traces'],
    ],
    [
      'and no word or quantity of another header',
      { ...receiver, OTEL_EXPORTER_OTLP_HEADERS: 'x-scope-orgid=10000000,deployment=production,x-note=not%20the%20production' },
      [],
    ],
    [
      'of a header that is called so',
      { ...receiver, OTEL_EXPORTER_OTLP_HEADERS: 'Cookie=abcdefgh,x-secret=bcdefghi,X-Auth=cdefghij' },
      ['abcdefgh', 'bcdefghi', 'cdefghij'],
    ],
    ['that is too short to be one', { ...receiver, OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=desk' }, []],
  ])('is each secret %s', (_, env, secrets) => {
    const always = [REAL.EXCHANGE_API_KEYS, REAL.MARINA_KEY_PEPPER];
    const found = secretsOf(read({ ...REAL, ...env })).filter((one) => !always.includes(one));
    expect(found).toEqual(secrets);
  }); // prettier-ignore
});

describe('The file of an SQLite address', () => {
  it.each([
    ['sqlite::memory:', ':memory:'],
    ['sqlite:/a/b.db', '/a/b.db'],
    ['sqlite:///a/b.db', '/a/b.db'],
    ['sqlite:b.db', resolve('b.db')],
    ['sqlite:./data/b.db', resolve('data/b.db')],
    ['postgres://h/d', null],
  ])('%s is %s', (url, path) => {
    expect(sqlitePath(url)).toBe(path);
  });

  it('keeps clients for seven years, for as long as it is told, or for ever', () => {
    expect(read({}).retentionYears).toBe(7);
    expect(read({ RETENTION_YEARS: '10' }).retentionYears).toBe(10);
    expect(read({ RETENTION_YEARS: 'none' }).retentionYears).toBeNull();
    expect(() => read({ RETENTION_YEARS: '0' })).toThrow(/RETENTION_YEARS must be a whole/);
  });

  it('keeps runs that found nothing for 90 days, for as long as it is told, or for ever', () => {
    expect(read({}).runRetentionDays).toBe(90);
    expect(read({ RUN_RETENTION_DAYS: '10' }).runRetentionDays).toBe(10);
    expect(read({ RUN_RETENTION_DAYS: 'none' }).runRetentionDays).toBeNull();
    expect(() => read({ RUN_RETENTION_DAYS: '0' })).toThrow(/RUN_RETENTION_DAYS must be a whole/);
  });
});
