import { identityOf, SYSTEM } from '../../../../src/infra/audit/actor.js';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { namesLocked } from '../../../../src/infra/auth/api-keys/key-owner.js';
import { PersonRow } from '../../../../src/infra/auth/person.entity.js';
import {
  ApiKeys,
  KeyPepper,
  type IssuedKey,
} from '../../../../src/infra/auth/api-keys/api-keys.js';
import { Database } from '../../../../src/infra/database/database.js';
import { nextTurn } from '../../../../src/infra/runtime/batches.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import { SCHEMA } from '../../../../src/schema.js';
import { ENGINES, PEPPER, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(ENGINES)('API keys on %s', (engine) => {
  let clock: HandClock;
  let database: Database;
  let keys: ApiKeys;

  beforeEach(async () => {
    clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const random = new Random();
    const audit = new AuditLog(clock, new AuditTail());
    keys = new ApiKeys(
      database,
      audit,
      new KeyPepper(PEPPER),
      clock,
      new Ids(clock, random),
      random,
    );
  });

  afterEach(() => database.close());

  const made = async (name: string, expiresAt: number | null = null): Promise<IssuedKey> => {
    const key = await keys.create({ name, scopes: ['admin'], expiresAt }, SYSTEM);
    if (typeof key === 'string') throw new Error(key);
    return key;
  };

  it('keep one of two administrators who revoke each other at the same moment', async () => {
    const [ada, bola] = [await made('ada'), await made('bola')];
    const results = await Promise.all([keys.revoke(ada.id, SYSTEM), keys.revoke(bola.id, SYSTEM)]);
    expect(results).toEqual(expect.arrayContaining([null, 'last-administrator']));
    const valid = (await keys.list()).filter(({ row }) => row.revokedAt === null);
    expect(valid).toHaveLength(1);
  });

  it('keep one administrator of two of whom one is revoked while the other is to expire', async () => {
    const [ada, bola] = [await made('ada'), await made('bola')];
    const ends = clock.now() + HOUR_MS;
    const results = await Promise.all([
      keys.revoke(ada.id, SYSTEM),
      keys.setExpiry(bola.id, ends, SYSTEM),
    ]);
    expect(results).toEqual(expect.arrayContaining([null, 'last-administrator']));
  });

  it('refuse a first administrator who expires: a service that starts then makes no other', async () => {
    const key = { name: 'ada', scopes: ['admin'] as const, expiresAt: clock.now() + HOUR_MS };
    expect(await keys.create(key, SYSTEM)).toBe('last-administrator');
    expect(await keys.list()).toEqual([]);
  });

  it('open with both secrets of a rotation until the overlap is over', async () => {
    const key = await made('ada');
    const next = await keys.rotate(key.id, clock.now() + HOUR_MS, SYSTEM);
    if (typeof next === 'string') throw new Error(next);
    const opens = async () =>
      Promise.all([key, next].map(async ({ secret }) => (await keys.callerOf(secret))?.keyId));
    expect(await opens()).toEqual([key.id, key.id]);
    clock.pass(HOUR_MS);
    expect(await opens()).toEqual([undefined, key.id]);
  });

  it('note their last use once in a quarter of an hour, and no refused one', async () => {
    const key = await made('ada');
    const lastUsedAt = async () => (await keys.list())[0]?.row.lastUsedAt ?? null;
    const changed = async (before: number | null): Promise<number | null> => {
      for (;;) {
        const noted = await lastUsedAt();
        if (noted !== before) return noted;
        await nextTurn();
      }
    };
    await keys.callerOf(key.secret);
    const first = clock.now();
    expect(await changed(null)).toBe(first);
    clock.pass(5 * MINUTE_MS);
    await keys.callerOf(key.secret);
    const next = await keys.rotate(key.id, clock.now(), SYSTEM);
    if (typeof next === 'string') throw new Error(next);
    clock.pass(10 * MINUTE_MS);
    expect(await keys.callerOf(key.secret)).toBeNull();
    clock.pass(1);
    await keys.callerOf(next.secret);
    expect(await changed(first)).toBe(first + 15 * MINUTE_MS + 1);
  });
});

describe('Two instances on one PostgreSQL', () => {
  const LOCK_WAITERS = `SELECT count(DISTINCT pid) AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`;

  it('give no system a name that another instance is just giving to a person', async () => {
    const url = await readyDatabase('postgres');
    const clock = new HandClock();
    const random = new Random();
    const [one, other] = [
      await Database.open(url, SCHEMA, clock),
      await Database.open(url, SCHEMA, clock),
    ];
    const ids = new Ids(clock, random);
    const audit = new AuditLog(clock, new AuditTail());
    const keys = new ApiKeys(other, audit, new KeyPepper(PEPPER), clock, ids, random);
    await keys.create({ name: 'admin', scopes: ['admin'] }, SYSTEM);
    const { made } = await one.units.run(async (unit) => {
      await namesLocked(unit);
      let hasEnded = false;
      const key = keys.create({ name: 'ada obi', scopes: ['orders:read'] }, SYSTEM).finally(() => {
        hasEnded = true;
      });
      for (let waiting = 0; waiting === 0 && !hasEnded;) {
        const [row] = await one.reading.query<{ n: number }>(LOCK_WAITERS);
        waiting = row?.n ?? 0;
      }
      const person = {
        name: 'Ada Obi',
        identity: identityOf('Ada Obi'),
        email: null,
        roles: 'dealer',
      };
      const row = {
        id: 'per_1',
        ...person,
        disabledAt: null,
        oidcIssuer: null,
        oidcSubject: null,
        createdBy: 'key:admin',
        createdAt: 1,
      };
      await unit.insert(PersonRow, row);
      return { made: key };
    });
    expect(await made).toBe('name-of-person');
    await one.close();
    await other.close();
  });
});
