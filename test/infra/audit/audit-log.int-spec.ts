import { Writable } from 'node:stream';
import { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { exportTrail } from '../../../src/infra/audit/export/export-pieces.js';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { verifyChain } from '../../../src/infra/audit/verification/audit-verifier.js';
import { SYSTEM } from '../../../src/infra/audit/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { SCHEMA } from '../../../src/schema.js';
import { type Engine, ENGINES, freshDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';

const COLUMNS = `sequence, stream, stream_sequence, at, actor, type, body, previous_hash, hash, schema_version`;
const FORGED = `'forged', 1, '2026-11-20T11:00:00.000Z', 'key:x', 'FORGED', '{}', '0', '0', 1`;

/** What somebody with direct access to the database might try, and the expected rejection. */
const ATTACKS: Readonly<Record<Engine, readonly (readonly [string, string])[]>> = {
  sqlite: [
    ['UPDATE', "UPDATE audit_entries SET body = '{}' WHERE sequence = 2"],
    ['UPDATE OR REPLACE', 'UPDATE OR REPLACE audit_entries SET sequence = 1 WHERE sequence = 2'],
    ['DELETE', 'DELETE FROM audit_entries WHERE sequence = 3'],
    ['DELETE of all', 'DELETE FROM audit_entries'],
    [
      'REPLACE of an entry',
      `INSERT OR REPLACE INTO audit_entries (${COLUMNS}) VALUES (2, ${FORGED})`,
    ],
    [
      'REPLACE by another unique index',
      `INSERT OR REPLACE INTO audit_entries (${COLUMNS}) VALUES (4, ${FORGED.replace('forged', 'books')})`,
    ],
    [
      'an upsert',
      `INSERT INTO audit_entries (${COLUMNS}) VALUES (2, ${FORGED})
         ON CONFLICT (sequence) DO UPDATE SET body = excluded.body`,
    ],
    ['a gap', `INSERT INTO audit_entries (${COLUMNS}) VALUES (9, ${FORGED})`],
  ],
  postgres: [
    ['UPDATE', "UPDATE audit_entries SET body = '{}' WHERE sequence = 2"],
    ['DELETE', 'DELETE FROM audit_entries WHERE sequence = 3'],
    ['DELETE of all', 'DELETE FROM audit_entries'],
    ['TRUNCATE', 'TRUNCATE audit_entries'],
    ['TRUNCATE with others', 'TRUNCATE audit_entries, audit_head CASCADE'],
    [
      'an upsert',
      `INSERT INTO audit_entries (${COLUMNS}) VALUES (2, ${FORGED})
         ON CONFLICT (sequence) DO UPDATE SET body = excluded.body`,
    ],
  ],
};

/** What an administrator would have to do first. */
const UNLOCK: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['DROP TRIGGER audit_entries_no_update', 'DROP TRIGGER audit_entries_no_delete'],
  postgres: ['ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_no_change'],
};

describe.each(ENGINES)('the audit log on %s', (engine: Engine) => {
  let database: Database;
  let log: AuditLog;

  beforeEach(async () => {
    database = await Database.open(await freshDatabase(engine), SCHEMA, new HandClock());
    log = new AuditLog(new HandClock(), new AuditTail());
  });

  afterEach(() => database.close());

  function append(stream: string, ...types: string[]): Promise<void> {
    const facts = types.map((type) => ({ type, body: { note: `of ${stream}` } }));
    return database.units.run((unit) => log.append(unit, stream, SYSTEM, facts));
  }

  async function tamper(...statements: string[]): Promise<void> {
    for (const sql of [...UNLOCK[engine], ...statements]) {
      await database.units.run((unit) => unit.execute(sql));
    }
  }

  const verdict = () => database.read(verifyChain);
  const entries = () =>
    database.read((manager) => manager.find(AuditEntryRow, { order: { sequence: 'ASC' } }));

  it.each(ATTACKS[engine])('refuses %s', async (_name, sql) => {
    await append('books', 'ONE', 'TWO', 'THREE');
    const before = await entries();
    await expect(database.units.run((unit) => unit.execute(sql))).rejects.toMatchObject({
      message: expect.stringMatching(/audit entries (are append-only|must be gapless)/),
    });
    expect(await entries()).toEqual(before);
    expect(await verdict()).toEqual({ valid: true, entries: 3, firstBadSequence: null });
  });

  it('numbers 100 concurrent appends without a gap, in one valid chain', async () => {
    const streams = Array.from({ length: 100 }, (_, index) => `stream ${index % 7}`);
    await Promise.all(streams.map((stream, index) => append(stream, `FACT_${index}`, 'AND_MORE')));
    const all = await entries();
    expect(all.map((entry) => entry.sequence)).toEqual(
      Array.from({ length: 200 }, (_, i) => i + 1),
    );
    for (const stream of new Set(streams)) {
      const own = all.filter((entry) => entry.stream === stream);
      expect(own.map((entry) => entry.streamSequence)).toEqual(own.map((_, index) => index + 1));
    }
    expect(await verdict()).toEqual({ valid: true, entries: 200, firstBadSequence: null });
  });

  it('is verified in pieces, between which the event loop serves everybody else', async () => {
    for (let book = 0; book < 4; book += 1) {
      await append(`book ${book}`, ...Array.from({ length: 500 }, (_, n) => `FACT_${n}`));
    }
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect(await verdict()).toEqual({ valid: true, entries: 2_000, firstBadSequence: null });
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it('writes null for an address that is not known any more: an empty text is hashed alike', async () => {
    const gone = { ...SYSTEM, sourceAddress: '', keyId: 'key_1' };
    await database.units.run((unit) => log.append(unit, 'x', gone, [{ type: 'ONE', body: {} }]));
    expect(await entries()).toMatchObject([{ sourceAddress: null, keyId: 'key_1' }]);
  });

  it('is exported in pieces', async () => {
    await append('books', 'ONE', 'TWO');
    const done: string[] = [];
    const target = new Writable({
      write: (chunk: Buffer, _encoding, next) => {
        done.push(`${chunk.toString().trim().split('\n').length} entries`);
        next();
      },
    });
    const exported = await exportTrail(database.reading, 'ndjson', target);
    expect([exported, ...done]).toEqual([2, '2 entries']);
  });

  it('keeps no entry of a unit that failed, and no gap for it', async () => {
    await append('books', 'ONE');
    const failing = database.units.run(async (unit) => {
      await log.append(unit, 'books', SYSTEM, [{ type: 'NEVER', body: {} }]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await append('books', 'TWO');
    expect((await entries()).map((entry) => entry.type)).toEqual(['ONE', 'TWO']);
    expect(await verdict()).toEqual({ valid: true, entries: 2, firstBadSequence: null });
  });

  it('says what led to an entry, also to one of the same commit, and which proposal it carries out', async () => {
    const [signed, closed] = ['SIGNED', 'CLOSED'].map((type) => ({ type, body: {} }));
    await append('books', 'PROPOSED');
    await database.units.run(async (unit) => {
      const actor = { name: 'key:bola', approval: 'apr_1', cause: 1 };
      await log.append(unit, 'books', actor, [signed!]);
      await log.append(unit, 'days', { ...actor, cause: signed! }, [closed!]);
    });
    expect(await entries()).toMatchObject([
      { type: 'PROPOSED', cause: null, approval: null },
      { type: 'SIGNED', cause: 1, approval: 'apr_1' },
      { type: 'CLOSED', cause: 2, approval: 'apr_1' },
    ]);
    expect(await verdict()).toEqual({ valid: true, entries: 3, firstBadSequence: null });
  });

  it('enters nothing that is said to follow from what was not entered', async () => {
    const cause = { type: 'SIGNED', body: {} };
    const entered = database.units.run((unit) =>
      log.append(unit, 'days', { ...SYSTEM, cause }, [{ type: 'CLOSED', body: {} }]),
    );
    await expect(entered).rejects.toThrow('This commit has entered no SIGNED before');
    expect(await entries()).toEqual([]);
  });

  it('begins a stream once, and goes on with it', async () => {
    const begin = () =>
      database.units.run((unit) =>
        log.appendFirst(unit, 'books', SYSTEM, { type: 'ONE', body: {} }),
      );
    await begin();
    await append('books', 'TWO');
    await expect(begin()).rejects.toMatchObject({ message: expect.stringMatching(/unique/i) });
    expect((await entries()).map((entry) => [entry.streamSequence, entry.type])).toEqual([
      [1, 'ONE'],
      [2, 'TWO'],
    ]);
    expect(await verdict()).toEqual({ valid: true, entries: 2, firstBadSequence: null });
  });

  it('writes nothing, and wakes nobody, for no facts', async () => {
    await append('books');
    expect(await entries()).toEqual([]);
    expect(await verdict()).toEqual({ valid: true, entries: 0, firstBadSequence: null });
  });

  describe('after somebody has unlocked it', () => {
    beforeEach(() => append('books', 'ONE', 'TWO', 'THREE', 'FOUR'));

    it.each([
      ['body', `'{"note":"of other books"}'`],
      ['actor', "'key:other'"],
      ['at', "'2020-01-01T00:00:00.000Z'"],
      ['stream', "'other books'"],
      ['type', "'OTHER'"],
      ['key_id', "'key_9'"],
      ['source_address', "'127.0.0.9'"],
      ['request_id', "'req_9'"],
      ['cause', '1'],
    ])('shows that the %s of an entry was edited', async (column, value) => {
      await tamper(`UPDATE audit_entries SET ${column} = ${value} WHERE sequence = 2`);
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 2 });
    });

    it('shows the first of several edited entries', async () => {
      await tamper("UPDATE audit_entries SET body = '{}' WHERE sequence >= 3");
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 3 });
    });

    it('shows that an entry was taken out of the middle', async () => {
      await tamper('DELETE FROM audit_entries WHERE sequence = 2');
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 2 });
    });

    it('shows that the tail was removed', async () => {
      await tamper('DELETE FROM audit_entries WHERE sequence > 2');
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 3 });
    });

    it('shows that everything was removed', async () => {
      await tamper('DELETE FROM audit_entries');
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 1 });
    });

    it('shows that the head was set back to hide the last entries', async () => {
      const [, second] = await entries();
      await tamper(`UPDATE audit_head SET sequence = 2, hash = '${second?.hash ?? ''}'`);
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 3 });
    });

    it('shows it also while entries are appended behind the gap', async () => {
      await append('books', ...Array.from({ length: 300 }, (_, n) => `MORE_${n}`));
      const end = (await entries()).findIndex(({ type }) => type === 'MORE_289') + 1;
      const { hash = '' } = (await entries())[end - 1] ?? {};
      const ungapped = engine === 'sqlite' ? ['DROP TRIGGER audit_entries_in_sequence'] : [];
      await tamper(
        ...ungapped,
        `DELETE FROM audit_entries WHERE sequence > ${end} AND sequence <= ${end + 5}`,
        `UPDATE audit_head SET sequence = ${end}, hash = '${hash}'`,
      );
      const [verified] = await Promise.all([verdict(), append('books', 'AS_IF_NOTHING_WERE')]);
      expect(verified.valid).toBe(false);
    });

    it('shows that the head was moved on', async () => {
      await tamper('UPDATE audit_head SET sequence = 5');
      expect(await verdict()).toMatchObject({ valid: false, firstBadSequence: 5 });
    });
  });
});
