import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkDatabase } from '../../../src/doctor/database.js';
import type { Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Certificate, selfSigned } from '../../support/administration/tls-proxy.js';
import { freshDatabase, temporaryFolder } from '../../support/databases/databases.js';
import { OwnPostgres } from '../../support/databases/own-postgres.js';
import { HandClock } from '../../support/time/hand-clock.js';

describe('TLS to PostgreSQL with sslmode=verify-full', () => {
  let server: OwnPostgres;
  let authority: string;

  const fileOf = ({ cert }: Certificate): string => {
    const path = join(temporaryFolder(), 'authority.pem');
    writeFileSync(path, cert);
    return path;
  };
  const urlTo = (host: string, trusted = authority): string =>
    `postgres://marina:marina@${host}:${server.port}/postgres?sslmode=verify-full&sslrootcert=${trusted}`;
  const openAt = (url: string): Promise<Database> => Database.open(url, SCHEMA, new HandClock());
  const doctorOn = (databaseUrl: string) =>
    checkDatabase({ databaseUrl, checkpointDir: null } as Config, new HandClock().now());

  beforeAll(async () => {
    const certificate = selfSigned();
    authority = fileOf(certificate);
    server = await OwnPostgres.create();
    server.offerTls(certificate);
    await server.start();
  });

  afterAll(() => server.crash());

  it('encrypts all connections to a server whose certificate is trusted', async () => {
    const database = await openAt(urlTo('localhost'));
    const sql = 'SELECT ssl, version FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    const encrypted = [{ ssl: true, version: expect.stringMatching(/^TLSv1\.[23]$/) as unknown }];
    expect(await database.units.run((unit) => unit.query(sql))).toEqual(encrypted);
    expect(await database.reading.query(sql)).toEqual(encrypted);
    expect(await database.questions.query(sql)).toEqual(encrypted);
    await database.close();
  });

  it.each([
    [
      'a server with the certificate of another authority',
      () => Promise.resolve(urlTo('localhost', fileOf(selfSigned()))),
      /not from an authority that is trusted \(sslrootcert in DATABASE_URL\): /,
      /^Let sslrootcert in DATABASE_URL name/,
    ],
    [
      'a server whose certificate is for another host',
      () => Promise.resolve(urlTo('127.0.0.1')),
      /for another host than that in DATABASE_URL: .*127\.0\.0\.1/,
      /^Let DATABASE_URL name a host that the certificate names/,
    ],
    [
      'a server without TLS',
      async () => `${await freshDatabase('postgres')}?sslmode=verify-full`,
      /does not offer the TLS that sslmode in DATABASE_URL asks for/,
      /^Switch on ssl in postgresql\.conf/,
    ],
  ])('refuses %s, and the doctor says what to do', async (_, addressOf, why, remedy) => {
    const url = await addressOf();
    await expect(openAt(url)).rejects.toThrow(why);
    expect(await doctorOn(url)).toEqual([
      {
        name: 'database',
        result: 'fail',
        detail: expect.stringMatching(why) as unknown,
        remedy: expect.stringMatching(remedy) as unknown,
      },
    ]);
  });
});
