import { configDigest } from '../../../../src/infra/audit/service-life/config-digest.js';
import { readConfig } from '../../../../src/infra/config/config.js';

const BASE: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://marina:first-password@db.example/marina?sslmode=verify-full',
  EXCHANGE_BASE_URL: 'https://exchange.example',
  EXCHANGE_API_KEYS: 'sk_test_first=sectors.list',
  BROKER_CODE: 'ABC',
  MARINA_ADMIN_KEY: 'a'.repeat(32),
  MARINA_KEY_PEPPER: 'p'.repeat(32),
  MARINA_CHECKPOINT_SINKS: 'https://sink.example/token-of-one',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/token-of-one',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=first',
  OIDC_ISSUER: 'https://provider.example',
  OIDC_CLIENT_ID: 'marina',
  OIDC_CLIENT_SECRET: 'first-client-secret',
  OIDC_REDIRECT_URL: 'https://marina.example/v1/session/oidc/callback',
};

const digest = (changes: Readonly<Record<string, string>> = {}): string =>
  configDigest(readConfig({ ...BASE, ...changes }));

describe('The digest of the configuration', () => {
  it('is the same for the same settings', () => {
    expect(digest()).toBe(digest());
    expect(digest()).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['DATABASE_URL', 'postgres://other:second-password@db.example/marina?sslmode=verify-full'],
    ['EXCHANGE_API_KEYS', 'sk_test_second=sectors.list'],
    ['MARINA_ADMIN_KEY', 'b'.repeat(32)],
    ['MARINA_KEY_PEPPER', 'q'.repeat(32)],
    ['MARINA_CHECKPOINT_SINKS', 'https://sink.example/token-of-another'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://traces.example/token-of-another'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=second'],
    ['OIDC_CLIENT_SECRET', 'second-client-secret'],
  ])('has nothing of the secret in %s', (name, value) => {
    expect(digest({ [name]: value })).toBe(digest());
  });

  it.each([
    ['DATABASE_URL', 'postgres://marina:first-password@db.example/other?sslmode=verify-full'],
    ['EXCHANGE_API_KEYS', 'sk_test_first'],
    ['MARINA_CHECKPOINT_SINKS', 'https://other.example/token-of-one'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://other.example/token-of-one'],
    ['OIDC_CLIENT_ID', 'other'],
    ['LIMIT_ORDER_VALUE', '1000000'],
    ['TRADING_SESSION', '10:00-14:00'],
    ['REQUESTS_PER_KEY', '7'],
  ])('differs with %s', (name, value) => {
    expect(digest({ [name]: value })).not.toBe(digest());
  });

  it('differs with what status words of the exchange mean', () => {
    const config = readConfig(BASE);
    const settings = {
      takenFrom: 'https://exchange.example',
      takenAt: '2026-11-20T11:00:00.000Z',
      editUnits: 'unknown',
      editKeepsOrderNumber: 'unknown',
      basePrice: 'unknown',
      duplicateMessage: null,
      knowsDuplicates: false,
      duplicateProof: null,
    } as const;
    const [open, filled] = (['Open', 'Filled'] as const).map((meaning) =>
      configDigest({
        ...config,
        exchangeSettings: { ...settings, statusWords: new Map([['parked', meaning]]) },
      }),
    );
    expect(open).not.toBe(filled);
  });

  it('leaves no other setting out', () => {
    const config = readConfig(BASE);
    const left = Object.keys(config).filter(
      (name) => configDigest({ ...config, [name]: CHANGED[name] ?? 'changed' }) === digest(),
    );
    expect(left).toEqual(['adminKey', 'keyPepper']);
  });
});

/** For settings of another form than a text. */
const CHANGED: Readonly<Record<string, unknown>> = {
  databaseUrl: 'sqlite:./other.db',
  exchangeKeys: [],
  exchangeSettings: { statusWords: new Map() },
  checkpointSinks: [],
  oidc: { issuer: 'https://other.example' },
  traces: { url: 'https://other.example' },
};
