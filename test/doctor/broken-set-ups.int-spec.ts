import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Check } from '../../src/doctor/check.js';
import { checkDatabase } from '../../src/doctor/database.js';
import { checkExchange } from '../../src/doctor/exchange.js';
import { SYSTEM } from '../../src/infra/audit/actor.js';
import { AuditLog } from '../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../src/infra/audit/audit-tail.js';
import { SigningKey } from '../../src/infra/audit/checkpoints/signing-key.js';
import { claimKeyStore } from '../../src/infra/auth/api-keys/key-store.js';
import type { Config } from '../../src/infra/config/config.js';
import { Database } from '../../src/infra/database/database.js';
import { Random } from '../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../src/schema.js';
import { selfSigned } from '../support/administration/tls-proxy.js';
import {
  ENGINES,
  freshDatabase,
  PEPPER,
  readyDatabase,
  temporaryFolder,
} from '../support/databases/databases.js';
import { withRoles } from '../support/databases/postgres-roles.js';
import { HandClock } from '../support/time/hand-clock.js';
import { read } from '../infra/config/settings.js';

const clock = new HandClock();

function configOn(databaseUrl: string, changes: Partial<Config> = {}): Config {
  const places = { dataFolder: temporaryFolder(), checkpointDir: null };
  return { ...read({}), databaseUrl, ...places, ...changes };
}

async function doctorOn(databaseUrl: string, changes: Partial<Config> = {}): Promise<Check[]> {
  const checks = await checkDatabase(configOn(databaseUrl, changes), clock.now());
  return checks.filter(({ result }) => result === 'fail');
}

async function asSuperuser(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('The doctor of a role of PostgreSQL', () => {
  it('that has its rights finds nothing', async () => {
    const { app } = await withRoles(await readyDatabase('postgres'));
    expect(await doctorOn(app)).toEqual([]);
  });

  it('that may only read names what it may not add to', async () => {
    const { verifier } = await withRoles(await readyDatabase('postgres'));
    const [check, ...others] = await doctorOn(verifier);
    expect(others).toEqual([]);
    expect(check).toMatchObject({ name: 'rights', remedy: expect.stringContaining('roles.sql') });
    expect(check?.detail).toMatch(/may not read, or not add to, \w+, .* more$/);
  });

  it('that may read no table says so, and what gives it that', async () => {
    const url = await readyDatabase('postgres');
    const { app } = await withRoles(url);
    await asSuperuser(url, 'REVOKE ALL ON ALL TABLES IN SCHEMA public FROM marina_app');
    expect(await doctorOn(app)).toMatchObject([
      {
        name: 'database',
        detail: expect.stringContaining('permission denied'),
        remedy: expect.stringContaining('roles.sql'),
      },
    ]);
  });

  it('that may not look into the schema does not call it empty and leave it at that', async () => {
    const url = await readyDatabase('postgres');
    const { app } = await withRoles(url);
    await asSuperuser(url, 'REVOKE USAGE ON SCHEMA public FROM marina_app');
    expect((await doctorOn(app)).map(({ name }) => name)).toEqual(['rights']);
  });

  it('that may not make the tables says who has to', async () => {
    const { app } = await withRoles(await freshDatabase('postgres'));
    expect(await doctorOn(app)).toMatchObject([
      { name: 'rights', remedy: expect.stringContaining('marina migrate') },
    ]);
  });
});

describe.each(ENGINES)('The doctor of secrets, on %s', (engine) => {
  it('finds a pepper that is not the one of the keys, and no other problem', async () => {
    const url = await readyDatabase(engine);
    const database = await Database.open(url, SCHEMA, clock);
    await claimKeyStore(database, PEPPER);
    await database.close();
    expect(await doctorOn(url, { keyPepper: PEPPER })).toEqual([]);
    expect(
      await doctorOn(url, { keyPepper: 'another-pepper-0123456789-0123456789' }),
    ).toMatchObject([{ name: 'key pepper', remedy: expect.stringContaining('MARINA_KEY_PEPPER') }]);
  });

  /** A database whose trail names the key in the file. */
  const signed = async () => {
    const url = await readyDatabase(engine);
    const signingKeyFile = join(temporaryFolder(), 'signing-key.pem');
    const database = await Database.open(url, SCHEMA, clock);
    const log = new AuditLog(clock, new AuditTail());
    await database.units.run((unit) =>
      log.append(unit, 'notes', SYSTEM, [{ type: 'NOTE', body: {} }]),
    );
    const config = { signingKeyFile } as Config;
    await new SigningKey(config, database, log, new Random()).signer();
    await claimKeyStore(database, PEPPER);
    await database.close();
    return { url, signingKeyFile };
  };
  const checksOn = async (url: string, changes: Partial<Config>) => {
    const checks = await checkDatabase(
      configOn(url, { keyPepper: PEPPER, ...changes }),
      clock.now(),
    );
    const secrets = checks.filter(({ name }) => name === 'key pepper' || name === 'signing key');
    const names = checks.filter((check) => !secrets.includes(check)).map(({ name }) => name);
    return { secrets, names };
  };
  const folderNamed = (name: string): string => {
    const path = join(temporaryFolder(), name);
    mkdirSync(path);
    return path;
  };

  it('finds a signing key that is not the one of the trail, or is not there, and no other problem', async () => {
    const { url, signingKeyFile } = await signed();
    const other = (await signed()).signingKeyFile;
    expect((await checksOn(url, { signingKeyFile })).secrets).toEqual([]);
    for (const wrong of [other, `${signingKeyFile}.gone`])
      expect((await checksOn(url, { signingKeyFile: wrong })).secrets).toMatchObject([
        { name: 'signing key', result: 'warn', detail: expect.stringContaining('not the key') },
      ]);
  });

  it('names a signing key that cannot be read, and goes on to the chain', async () => {
    const { url } = await signed();
    const noKey = join(temporaryFolder(), 'signing-key.pem');
    writeFileSync(noKey, 'no key at all');
    for (const signingKeyFile of [folderNamed('signing-key.pem'), noKey]) {
      const { secrets, names } = await checksOn(url, { signingKeyFile });
      expect(secrets).toMatchObject([
        {
          name: 'signing key',
          result: 'warn',
          detail: expect.stringContaining(`${signingKeyFile} cannot be read`),
        },
      ]);
      expect(names).toContain('audit chain');
    }
  });

  it('names a pepper that cannot be read, and goes on to the signing key and the chain', async () => {
    const { url, signingKeyFile } = await signed();
    const dataFolder = dirname(folderNamed('key-pepper'));
    const { secrets, names } = await checksOn(url, {
      dataFolder,
      keyPepper: null,
      signingKeyFile: `${signingKeyFile}.gone`,
    });
    expect(secrets).toMatchObject([
      { name: 'key pepper', result: 'fail', detail: expect.stringContaining('cannot be read') },
      { name: 'signing key' },
    ]);
    expect(names).toContain('audit chain');
  });
});

describe('The doctor of an exchange whose certificate nobody trusts', () => {
  let server: Server;

  beforeAll(async () => {
    server = createServer(selfSigned(), (_, response) => response.end());
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });

  afterAll(() => new Promise((done) => server.close(done)));

  it('says which setting names the authority', async () => {
    const { port } = server.address() as AddressInfo;
    const exchangeBaseUrl = `https://localhost:${port}`;
    const config = { ...configOn('sqlite::memory:'), exchangeBaseUrl };
    expect(await checkExchange(config, clock, new Map())).toMatchObject([
      { name: 'exchange', result: 'fail', remedy: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
    ]);
  });
});

describe('The doctor of a file that is no database', () => {
  it('says what to restore', async () => {
    const path = join(temporaryFolder(), 'marina.db');
    writeFileSync(path, 'no database at all'.repeat(100));
    expect(await doctorOn(`sqlite:${path}`)).toMatchObject([
      { name: 'database', remedy: expect.stringContaining('restore the last backup') },
    ]);
  });
});
