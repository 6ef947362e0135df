import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../src/infra/audit/audit-verifier.js';
import { ChainVerification } from '../../../src/infra/audit/chain-verification.js';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import type { Config } from '../../../src/infra/config/config.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';

const UNLOCK: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['DROP TRIGGER audit_entries_no_update', 'DROP TRIGGER audit_entries_no_delete'],
  postgres: ['ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_no_change'],
};

describe.each(ENGINES)('A verification in its thread on %s', (engine: Engine) => {
  let database: Database;
  let verification: ChainVerification;

  beforeEach(async () => {
    const databaseUrl = await readyDatabase(engine);
    database = await Database.open(databaseUrl, SCHEMA, new HandClock());
    verification = new ChainVerification({ databaseUrl } as Config, database);
    await append(2_500);
  });

  afterEach(() => database.close());

  function append(count: number): Promise<void> {
    const log = new AuditLog(new HandClock(), new AuditTail());
    const actor = { ...SYSTEM, onBehalfOf: 'Ngọzi', requestId: 'r-1', sourceAddress: '::1' };
    const body = { note: 'naïve ₦ "quoted"' };
    const facts = Array.from({ length: count }, (_, n) => ({ type: `FACT_${n}`, body }));
    return database.units.run((unit) => log.append(unit, 'books', actor, facts));
  }

  async function tamper(sql: string): Promise<void> {
    for (const statement of [...UNLOCK[engine], sql])
      await database.units.run((unit) => unit.execute(statement));
  }

  it('finds nothing wrong with an honest chain', async () => {
    const verdict = { valid: true, entries: 2_500, firstBadSequence: null };
    expect(await verification.verify()).toEqual(verdict);
  });

  it.each([
    ['a changed body', "UPDATE audit_entries SET body = '{}' WHERE sequence = 2100", 2_100],
    ['a changed person', 'UPDATE audit_entries SET on_behalf_of = NULL WHERE sequence = 7', 7],
    ['a missing entry', 'DELETE FROM audit_entries WHERE sequence = 3', 3],
    ['a missing end', 'DELETE FROM audit_entries WHERE sequence > 2400', 2_401],
  ])(
    'names the place of %s, as the verifier of the command line does',
    async (...[, sql, place]) => {
      await tamper(sql);
      const verdict = await verification.verify();
      expect(verdict).toMatchObject({ valid: false, firstBadSequence: place });
      const { valid, firstBadSequence } = await database.read(verifyChain);
      expect(verdict).toMatchObject({ valid, firstBadSequence });
    },
  );

  it('finds a head that was set back', async () => {
    const [row] = await database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = 2000',
    );
    await tamper(`UPDATE audit_head SET sequence = 2000, hash = '${String(row?.hash)}'`);
    expect(await verification.verify()).toMatchObject({ valid: false, firstBadSequence: 2_001 });
  });

  it('runs once for all who ask meanwhile, and again for whoever asks later', async () => {
    const both = [verification.verify(), verification.verify()];
    expect(both[0]).toBe(both[1]);
    await append(1);
    await Promise.all(both);
    expect(await verification.verify()).toMatchObject({ valid: true, entries: 2_501 });
  });

  it('ends with an error when the service stops', async () => {
    const ended = expect(verification.verify()).rejects.toThrow('was ended');
    await verification.onModuleDestroy();
    await ended;
  });
});
