import { plainHttpWarning } from '../../../src/infra/config/live-rules.js';
import { isWeakSecret } from '../../../src/infra/config/weak-secrets.js';
import fc from '../../support/seeded-fast-check.js';
import { problemsOf, read, REAL, UNLIMITED, type Environment } from './settings.js';

const LIVE = {
  ...REAL,
  MARINA_ENV: 'live',
  EXCHANGE_API_KEYS: 'sk_live_a',
  MARINA_ADMIN_KEY: '9f2c4b7e1d80a35c6e4f7b2a9d1c8e03',
  MARINA_KEY_PEPPER: '51d7c0a9e3864bf2a97d10c85e3fb624',
  ...UNLIMITED,
};

describe('A live service', () => {
  it('starts with a real exchange and a random key', () => {
    expect(problemsOf(LIVE)).toEqual([]);
  });

  it('lets persons alone decide, unless told otherwise', () => {
    expect(read(LIVE).decisionsBy).toBe('persons');
    expect(read({ ...LIVE, DECISIONS_BY: 'keys' }).decisionsBy).toBe('keys');
  });

  it('does not start without an exchange: there is no simulator', () => {
    const problems = problemsOf({ ...LIVE, EXCHANGE_BASE_URL: undefined });
    expect(problems).toEqual([expect.stringMatching(/^EXCHANGE_BASE_URL must be set/)]);
  });

  it.each<[string, string, Environment]>([
    ['EXCHANGE_BASE_URL', 'is http', { EXCHANGE_BASE_URL: 'http://exchange.example' }],
    ['NODE_TLS_REJECT_UNAUTHORIZED', 'is 0', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
    [
      'MARINA_CHECKPOINT_SINKS',
      'has an http address',
      { MARINA_CHECKPOINT_SINKS: '/var/witness, http://witness.example/in' },
    ],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'would go out in plain text',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret',
      },
    ],
    [
      'OTEL_EXPORTER_OTLP_HEADERS',
      'would go out in plain text, for traces alone',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318',
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'authorization=Bearer%20secret',
      },
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'has a password in plain text',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://marina:secret@collector.example:4318' },
    ],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'has a token in plain text',
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector.example:4318/v1/traces?token=s' },
    ],
    ['DATABASE_URL', 'is in memory', { DATABASE_URL: 'sqlite::memory:' }],
    ['MARINA_KEY_PEPPER', 'repeats itself', { MARINA_KEY_PEPPER: 'a'.repeat(32) }],
    ['MARINA_FAULT_POINT', 'is set', { MARINA_FAULT_POINT: 'trade-booked' }],
    ['MARINA_ADMIN_KEY', 'repeats itself', { MARINA_ADMIN_KEY: '0123456789'.repeat(4) }],
    [
      'MARINA_ADMIN_KEY',
      'has few characters',
      { MARINA_ADMIN_KEY: 'aabbccdd'.repeat(3) + 'abcdabdd' },
    ],
    ['MARINA_ADMIN_KEY', 'is a phrase', { MARINA_ADMIN_KEY: 'the-admin-password-of-this-desk-1' }],
  ])('does not start if %s %s', (name, _, env) => {
    const problems = problemsOf({ ...LIVE, ...env });
    expect(problems).toEqual([expect.stringContaining(name)]);
  });

  it.each([
    ['--inspect', '--inspect'],
    ['--max-old-space-size=512 --inspect=0.0.0.0:9229', '--inspect'],
    ['--inspect-brk', '--inspect-brk'],
    ['--inspect_port=0', '--inspect-port'],
    ['"--tls-keylog=/tmp/key log"', '--tls-keylog'],
    ['--tls_min_v1.0', '--tls-min-v1.0'],
    ['--tls-min-v1.1', '--tls-min-v1.1'],
    ['\t--insecure-http-parser', '--insecure-http-parser'],
  ])('does not start with NODE_OPTIONS=%j, and names %s', (options, name) => {
    expect(problemsOf({ ...LIVE, NODE_OPTIONS: options })).toEqual([
      `${name} must not be among the switches of Node.js in NODE_OPTIONS with MARINA_ENV=live`,
    ]);
  });

  it('does not start with such a switch on its command line either', () => {
    expect(problemsOf(LIVE, ['--enable-source-maps', '--inspect-wait=127.0.0.1:0'])).toEqual([
      '--inspect-wait must not be among the switches of Node.js on the command line with MARINA_ENV=live',
    ]);
  });

  it.each([
    '--max-old-space-size=4096 --enable-source-maps',
    '--tls-min-v1.3',
    '--no-insecure-http-parser',
    '--title=--inspect',
  ])('starts with NODE_OPTIONS=%s', (options) => {
    expect(problemsOf({ ...LIVE, NODE_OPTIONS: options }, ['--tls-min-v1.2'])).toEqual([]);
  });

  it('that is none may be debugged', () => {
    expect(problemsOf({ ...REAL, NODE_OPTIONS: '--inspect' }, ['--inspect'])).toEqual([]);
  });

  it.each([
    '0.0.0.0/1',
    '10.0.0.0/7',
    'fc00::/6',
    '2a00::/8',
    '2000::/7',
    '::/16',
    '::ffff:0:0/96',
    '::ffff:10.0.0.0/103',
  ])('does not believe %s to be its proxies', (range) => {
    const problems = problemsOf({ ...LIVE, TRUSTED_PROXIES: `10.0.0.1,${range}` });
    expect(problems).toEqual([expect.stringMatching(`^TRUSTED_PROXIES .*"${range}"$`)]);
  });

  it.each([
    ['changeme-changeme-please-1234567890'],
    ['ch4ng3-m3.ch4ng3-m3.pl34s3.0987654321'],
    ['change-this-to-a-long-random-secret'],
    ['Passw0rdPassw1rdPassw2rdPassw3rd'],
    ['P@$$w0rd-P@$$w0rd-P@$$w0rd-123456'],
    ['my-super-secret-admin-key-for-marina'],
    ['your-32-character-secret-goes-here'],
    ['correct-horse-battery-staple-please'],
    ['abcdefghijklmnopqrstuvwxyz0123456789'],
    ['zyxwvutsrqponmlkjihgfedcba9876543210'],
    ['qwertyuiopasdfghjklzxcvbnm123456'],
    ['1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y'],
    ['0123456789abcdef0123456789ABCDEF'],
    ['00112233445566778899aabbccddeeff'],
    ['deadbeefcafebabedeadbeefcafebabe'],
    ['lend9ZkqTw'.repeat(4)],
    ['marina-is-the-best-trading-platform-ever'],
  ])('does not take %s for a random secret', (secret) => {
    for (const name of ['MARINA_ADMIN_KEY', 'MARINA_KEY_PEPPER'])
      expect(problemsOf({ ...LIVE, [name]: secret })).toEqual([
        expect.stringMatching(`^${name} must be random`),
      ]);
  });

  it.each([
    ['openssl rand -hex 16', '0c81f5a0aab2a9f87b0a8e8f6e3bd39d'],
    ['openssl rand -hex 32', 'b9fbd3b2b98aa3db5d48f1a2c25ca90fdba3c79c4ad1d4fb1e9e7cc6d8c9af20'],
    ['openssl rand -base64 32', 'n0iXzQ4hYbC0PaSsO6bq9dQmVtTeSt7yKlk2MZ8rG4E='],
    ['two of uuidgen', '1f8e62a0-6d0b-4c0e-9d53-2f1f0f0c9a77-5a0c3c6e-3b79-4d3e-8a52-0c9be7f4d1a6'],
    ['a random secret with symbols', '}p8{V+q/Zr$4&x!Wc]3^Gm=u;K<9@bT(h'],
  ])('takes %s for a random secret', (_, secret) => {
    const env = { ...LIVE, MARINA_ADMIN_KEY: secret, MARINA_KEY_PEPPER: secret };
    expect(problemsOf(env)).toEqual([]);
  });

  it.each(['hex', 'base64', 'base64url'] as const)(
    'takes 32 random bytes in %s for a random secret, whatever words are in it',
    (encoding) => {
      const bytes = fc.noBias(fc.uint8Array({ minLength: 32, maxLength: 32 }));
      const refused: string[] = [];
      fc.assert(
        fc.property(bytes, (secret) => {
          const key = Buffer.from(secret).toString(encoding);
          if (isWeakSecret(key)) refused.push(key);
        }),
        { numRuns: 500 },
      );
      // Chance may write one of these words, which are refused however long the rest is; not twice.
      const named = refused.filter((key) => /password|marina|admin/i.test(key));
      expect(refused).toEqual(named);
      expect(named.slice(1)).toEqual([]);
    },
  );

  it.each([
    ['all of IPv4', Array.from({ length: 223 }, (_, n) => `${n + 1}.0.0.0/8`)],
    ['two halves of more than a /8', ['34.0.0.0/8', '35.0.0.0/9']],
    ['a /8 and an address', ['34.0.0.0/8', '35.1.2.3']],
    ['a /8 as IPv6 and an address', ['::ffff:34.0.0.0/104', '35.1.2.3']],
    ['more than a private network', ['192.160.0.0/12', '34.0.0.0/9', '35.0.0.0/9']],
    ['all of IPv6, bit by bit', ['2001:db8::/32', '2001:db9::/33']],
  ])('does not believe %s to be its proxies together', (_, ranges) => {
    const problems = problemsOf({ ...LIVE, TRUSTED_PROXIES: ranges.join(',') });
    expect(problems).toEqual([expect.stringMatching(/^TRUSTED_PROXIES .* altogether/)]);
  });

  it.each([
    ['a /8 of its own, named twice', ['34.0.0.0/8', '34.0.0.0/8', '34.7.0.0/16', '34.1.2.3']],
    ['a /8 as IPv4 and as IPv6', ['34.0.0.0/8', '::ffff:34.0.0.0/104', '::ffff:2201:203']],
    ['two halves of a /8', ['34.0.0.0/9', '34.128.0.0/9', '2001:db8::/33', '2001:db8:8000::/33']],
    [
      'private networks beside it',
      ['34.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8', '::ffff:10.0.0.0/104',
       '2001:db8::/32', 'fc00::/7', '::1'],
    ],
  ])('may have proxies in %s', (_, ranges) => {
    expect(problemsOf({ ...LIVE, TRUSTED_PROXIES: ranges.join(',') })).toEqual([]);
  }); // prettier-ignore

  it.each(['EXCHANGE_ANSWERS_LATE_MS', 'EXCHANGE_TAKES_LATE_MS'])(
    'does not start with a %s that could post an order twice, or call one refused while it works',
    (name) => {
      const env = { ...LIVE, [name]: '5000' };
      expect(problemsOf(env)).toEqual([expect.stringContaining(name)]);
      expect(problemsOf({ ...env, REPOST_UNKNOWN: 'never' })).toEqual([
        expect.stringContaining(name),
      ]);
    },
  );

  it('may have proxies in networks of its own', () => {
    const ranges =
      '10.0.0.0/8,192.168.0.0/16,127.0.0.1,::1,fd12::/16,fd00::/8,2001:db8::/32,::ffff:10.0.0.0/104';
    expect(problemsOf({ ...LIVE, TRUSTED_PROXIES: ranges })).toEqual([]);
  });

  it.each(['0.0.0.0', '::', '192.0.2.7', 'marina.example', '127.0.0.1.example'])(
    'is warned of when it is reached at %s without a proxy, which ends TLS',
    (host) => {
      const env = { ...LIVE, HOST: host };
      expect(plainHttpWarning(read(env))).toMatch(/HOST=.* TRUSTED_PROXIES/);
      expect(plainHttpWarning(read({ ...env, TRUSTED_PROXIES: '10.0.0.1' }))).toBeNull();
    },
  );

  it.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('may be reached at %s', (host) => {
    expect(plainHttpWarning(read({ ...LIVE, HOST: host }))).toBeNull();
  });

  it.each([
    ['to this machine', 'http://localhost:4318', 'authorization=Bearer%20secret'],
    ['over https', 'https://collector.example', 'authorization=Bearer%20secret'],
    ['without a secret', 'http://collector.example:4318', undefined],
  ])('may send traces %s', (_, endpoint, headers) => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: headers,
    };
    expect(problemsOf({ ...LIVE, ...env })).toEqual([]);
  });

  it('may send checkpoints over https, and over http to its own machine', () => {
    const sinks = 'https://witness.example/in,http://127.0.0.1:8123/in,/var/witness';
    expect(problemsOf({ ...LIVE, MARINA_CHECKPOINT_SINKS: sinks })).toEqual([]);
  });

  it.each(Object.keys(UNLIMITED))('does not start without a word about %s', (name) => {
    const problems = problemsOf({ ...LIVE, [name]: undefined });
    expect(problems).toEqual([expect.stringContaining(`${name} must be set with MARINA_ENV=live`)]);
    expect(problemsOf({ ...LIVE, [name]: '2500' })).toEqual([]);
  });

  it.each([
    ['postgres://u:p@db.example/marina', false],
    ['postgres://u:p@db.example/marina?sslmode=require', false],
    ['postgres://u:p@db.example/marina?sslmode=no-verify', false],
    ['postgres://u:p@localhost/marina?host=db.example', false],
    ['postgres://u:p@db.example/marina?sslmode=verify-full&sslmode=disable', false],
    ['postgres://u:p@db.example/marina?sslmode=verify-full', true],
    ['postgres://u:p@localhost/marina', true],
    ['postgres://u:p@127.0.0.1:5433/marina', true],
    ['postgres:///marina?host=/var/run/postgresql', true],
    ['postgres:///marina', false],
    ['sqlite:/var/lib/marina/m.db', true],
  ])('with the database %s starts: %s', (databaseUrl, starts) => {
    const problems = problemsOf({ ...LIVE, DATABASE_URL: databaseUrl });
    expect(problems).toEqual(starts ? [] : [expect.stringContaining('sslmode=verify-full')]);
  });
});
