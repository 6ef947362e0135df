import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../../src/infra/audit/verification/audit-verifier.js';
import { ChainVerification } from '../../../../src/infra/audit/verification/chain-verification.js';
import { SYSTEM } from '../../../../src/infra/audit/actor.js';
import type { Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { SCHEMA } from '../../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

const UNLOCK: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: [
    'DROP TRIGGER IF EXISTS audit_entries_no_update',
    'DROP TRIGGER IF EXISTS audit_entries_no_delete',
  ],
  postgres: ['ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_no_change'],
};
/** SQLite keeps them in a column of texts, and its driver reads the text whose hash is right. PostgreSQL refuses them. */
const NO_TEXTS: readonly (readonly [string, string, number])[] = [
  [
    'a byte that is not UTF-8 in place of U+FFFD',
    "UPDATE audit_entries SET body = replace(body, char(65533), CAST(x'80' AS TEXT)) WHERE sequence = 900",
    900,
  ],
  [
    'a character that is cut short in place of U+FFFD',
    "UPDATE audit_entries SET body = replace(body, char(65533), CAST(x'e282' AS TEXT)) WHERE sequence = 1200",
    1_200,
  ],
  ['bytes in place of a text', 'UPDATE audit_entries SET actor = CAST(actor AS BLOB) WHERE sequence = 7', 7],
  ['an empty text in place of no number', "UPDATE audit_entries SET cause = '', clock_offset_ms = '' WHERE sequence = 7", 7],
  ['bytes in place of a number', "UPDATE audit_entries SET stream_sequence = x'37' WHERE sequence = 7", 7],
]; // prettier-ignore
/** Eleven of them, so that several threads take turns. */
const pieceEntries = 128;

describe.each(ENGINES)('A verification in threads on %s', (engine: Engine) => {
  let database: Database;
  let verification: ChainVerification;

  beforeEach(async () => {
    const databaseUrl = await readyDatabase(engine);
    database = await Database.open(databaseUrl, SCHEMA, new HandClock());
    verification = new ChainVerification({ databaseUrl } as Config, database);
    await append(1_300);
  });

  afterEach(() => database.close());

  function append(count: number): Promise<void> {
    const log = new AuditLog(new HandClock(), new AuditTail());
    const actor = { ...SYSTEM, onBehalfOf: 'Ngọzi', requestId: 'r-1', sourceAddress: '::1' };
    const facts = Array.from({ length: count }, (_, n) => ({
      type: `FACT_${n}`,
      body: {
        note: n % 100 === 99 ? 'what came was \ufffd' : 'naïve ₦ "quoted"',
        long: n === 1_000 ? '₦'.repeat(70_000) : '',
      },
    }));
    return database.units.run((unit) => log.append(unit, 'books', actor, facts));
  }

  async function tamper(sql: string): Promise<void> {
    for (const statement of [...UNLOCK[engine], sql])
      await database.units.run((unit) => unit.execute(statement));
  }

  it('finds nothing wrong with an honest chain, and the roots of its tree', async () => {
    const sizes = [1, 255, 256, 257, 1_000, 1_152, 1_300];
    const { whole, ...verdict } = await verification.verify({ sizes, pieceEntries });
    expect(verdict).toEqual(await database.read((manager) => verifyChain(manager, sizes)));
    expect([verdict.valid, verdict.entries]).toEqual([true, 1_300]);
    await append(200);
    const more = [1_301, 1_408, 1_450];
    const later = await verification.verify({ sizes: more, since: whole, pieceEntries });
    const { roots } = await database.read((manager) => verifyChain(manager, more));
    expect(later).toMatchObject({ valid: true, entries: 1_500, roots });
    expect(later.whole).toEqual((await verification.verify()).whole);
  });

  it.each([
    ['a changed body', "UPDATE audit_entries SET body = '{}' WHERE sequence = 1100", 1_100],
    ['a changed person', 'UPDATE audit_entries SET on_behalf_of = NULL WHERE sequence = 7', 7],
    ['a missing entry', 'DELETE FROM audit_entries WHERE sequence = 3', 3],
    ['a missing end', 'DELETE FROM audit_entries WHERE sequence > 1200', 1_201],
    ['an end that lacks several pieces', 'DELETE FROM audit_entries WHERE sequence > 700', 701],
    ['the last entry of a piece', "UPDATE audit_entries SET type = '' WHERE sequence = 512", 512],
    ['a hash between pieces', "UPDATE audit_entries SET hash = '' WHERE sequence = 512", 512],
    ['a gap between pieces', 'DELETE FROM audit_entries WHERE sequence IN (512, 513)', 512],
    [
      'several entries',
      "UPDATE audit_entries SET at = '' WHERE sequence IN (1299, 800, 1000)",
      800,
    ],
    [
      'an empty text in place of none',
      "UPDATE audit_entries SET approval = '' WHERE sequence = 900",
      900,
    ],
    ...(engine === 'sqlite' ? NO_TEXTS : []),
  ])(
    'names the place of %s, as the verifier of the command line does',
    async (...[, sql, place]) => {
      await tamper(sql);
      const verdict = await verification.verify({ pieceEntries });
      expect(verdict).toMatchObject({ valid: false, firstBadSequence: place, whole: null });
      const { valid, entries, firstBadSequence } = await database.read(verifyChain);
      expect(verdict).toMatchObject({ valid, entries, firstBadSequence });
    },
  );

  it('finds a head that was set back', async () => {
    const [row] = await database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = 1000',
    );
    await tamper(`UPDATE audit_head SET sequence = 1000, hash = '${String(row?.hash)}'`);
    expect(await verification.verify()).toMatchObject({ valid: false, firstBadSequence: 1_001 });
  });

  it('reads what follows an earlier one alone, from the hash that it ended with', async () => {
    const { whole: since } = await verification.verify();
    await append(10);
    await tamper("UPDATE audit_entries SET body = '{}' WHERE sequence = 17");
    expect(await verification.verify({ since })).toMatchObject({ valid: true, entries: 1_310 });
    await tamper("UPDATE audit_entries SET body = '{}' WHERE sequence = 1309");
    expect(await verification.verify({ since })).toMatchObject({ firstBadSequence: 1_309 });
    await tamper("UPDATE audit_entries SET hash = '' WHERE sequence = 1300");
    expect(await verification.verify({ since })).toMatchObject({ firstBadSequence: 1_301 });
  });

  it('ends with an error when the service stops', async () => {
    const ended = expect(verification.verify()).rejects.toThrow('was ended');
    await verification.onModuleDestroy();
    await ended;
  });
});
