import { createHash, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import {
  cpSync,
  createWriteStream,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { hashOf, type Json } from '../../../../src/infra/audit/audit-chain.js';
import { AuditEntryRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { digestOf } from '../../../../src/infra/audit/digest.js';
import { exportTrail } from '../../../../src/infra/audit/export/export-pieces.js';
import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditProofs } from '../../../../src/infra/audit/checkpoints/audit-proofs.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { CompactRange } from '../../../../src/infra/audit/checkpoints/merkle-tree.js';
import { AuditTree } from '../../../../src/infra/audit/checkpoints/audit-tree.js';
import { SYSTEM } from '../../../../src/infra/audit/actor.js';
import { ChainVerification } from '../../../../src/infra/audit/verification/chain-verification.js';
import {
  AuditCheckpoint,
  doubtChain,
} from '../../../../src/infra/audit/checkpoints/audit-checkpoint.js';
import { LastFullVerification } from '../../../../src/infra/audit/verification/last-full-verification.js';
import { SignedCheckpoints } from '../../../../src/infra/audit/checkpoints/signed-checkpoints.js';
import { signNote, verifierKeyOf } from '../../../../src/infra/audit/checkpoints/signed-note.js';
import {
  originOf,
  rotationText,
  SigningKey,
} from '../../../../src/infra/audit/checkpoints/signing-key.js';
import { TrailVerification } from '../../../../src/infra/audit/verification/trail-verification.js';
import { sqlitePath, type Config } from '../../../../src/infra/config/config.js';
import { Database } from '../../../../src/infra/database/database.js';
import { SqliteDriver } from '../../../../src/infra/database/sqlite-driver.js';
import { AppLogger, createLogger } from '../../../../src/infra/observability/logging.js';
import { instant } from '../../../../src/infra/runtime/clock.js';
import { Random } from '../../../../src/infra/runtime/ids.js';
import { guardsOf } from '../../../../src/infra/audit/verification/append-only-guards.js';
import { SCHEMA } from '../../../../src/schema.js';
import { check } from '../../../../verifier/marina-verify.mjs';
import {
  copyOf,
  ENGINES,
  readyDatabase,
  temporaryFolder,
} from '../../../support/databases/databases.js';
import { HandClock } from '../../../support/time/hand-clock.js';

/** Where the first checkpoint lies: thirty entries and the key. */
const FIRST = 31;
const SECOND = 61;
const END = 71;
const TABLES = ['audit_entries', 'audit_tree', 'audit_checkpoints'];

describe.each(ENGINES)('Whoever owns the database on %s', (engine) => {
  let url: string;
  let folder: string;
  let database: Database;
  /** The database once it has one signed checkpoint, and once it has two; and the folder of the key and the copies then. */
  let older: string;
  let original: { readonly url: string; readonly folder: string };
  let clock = new HandClock();
  const logged: string[] = [];

  const parts = () => {
    const config = {
      databaseUrl: url,
      checkpointDir: folder,
      checkpointSinks: [],
      signingKeyFile: join(folder, 'key.pem'),
    } as unknown as Config;
    const tree = new AuditTree(database);
    const log = new AuditLog(clock, new AuditTail());
    const key = new SigningKey(config, database, log, new Random());
    const logger = new AppLogger(createLogger('error', (line) => logged.push(line)));
    const signed = new SignedCheckpoints(config, database, clock, tree, key, new Random(), logger);
    const chain = new ChainVerification(config, database);
    const last = new LastFullVerification(config, database, clock, key, new Random(), logger);
    const copyOfHead = new AuditCheckpoint(config, database, clock, new Random());
    return {
      key,
      signed,
      copyOfHead,
      verification: new TrailVerification(database, chain, signed, copyOfHead, last),
      proofs: new AuditProofs(database, tree, signed),
    };
  };

  const append = (count: number, word = 'as it was'): Promise<void> => {
    const facts = Array.from({ length: count }, (_, n) => ({ type: 'NOTE', body: { n, word } }));
    const log = new AuditLog(clock, new AuditTail());
    return database.units.run((unit) => log.append(unit, 'notes', SYSTEM, facts));
  };

  beforeAll(async () => {
    url = await readyDatabase(engine);
    folder = temporaryFolder();
    original = { url, folder };
    database = await Database.open(url, SCHEMA, clock);
    await append(FIRST - 1);
    await parts().signed.take();
    await append(10);
    await database.close();
    older = await copyOf(url);
    database = await Database.open(url, SCHEMA, clock);
    await append(SECOND - FIRST - 10);
    await parts().signed.take();
    await append(END - SECOND);
    // Whoever was believed once is not believed for that.
    await parts().verification.verify();
    await database.close();
  });

  beforeEach(async () => {
    clock = new HandClock();
    url = await copyOf(original.url);
    folder = temporaryFolder();
    cpSync(original.folder, folder, { recursive: true });
    database = await Database.open(url, SCHEMA, clock);
  });

  afterEach(() => database.close());

  /** Statements behind the triggers, which are as before afterwards. */
  const behindGuards = async (...statements: readonly string[]): Promise<void> => {
    await database.units.run(async (unit) => {
      const triggers =
        engine === 'postgres'
          ? []
          : await unit.query<{ name: string; sql: string }>(
              "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit%'",
            );
      const turn = (to: string): string[] =>
        engine === 'postgres' ? TABLES.map((name) => `ALTER TABLE ${name} ${to} TRIGGER USER`) : [];
      for (const sql of [
        ...turn('DISABLE'),
        ...triggers.map(({ name }) => `DROP TRIGGER ${name}`),
        ...statements,
        ...triggers.map(({ sql: made }) => made),
        ...turn('ENABLE'),
      ])
        await unit.execute(sql);
    });
  };

  /** Writes the trail anew from an entry on, as its owner can: entries, head, and nothing of what was signed. */
  const rehash = async (from: number, change: Partial<AuditEntryRow>): Promise<void> => {
    const entries = await database.read((manager) =>
      manager.find(AuditEntryRow, { order: { sequence: 'ASC' } }),
    );
    const statements: string[] = [];
    let previousHash = '';
    for (const entry of entries.slice(from - 1)) {
      const isFirst = entry.sequence === from;
      const link = isFirst ? entry.previousHash : previousHash;
      const changed = { ...entry, ...(isFirst ? change : {}), previousHash: link };
      previousHash = hashOf(changed);
      statements.push(
        `UPDATE audit_entries SET body = '${changed.body}', previous_hash = '${link}', hash = '${previousHash}'
           WHERE sequence = ${entry.sequence}`,
      );
    }
    await behindGuards(
      ...statements,
      `UPDATE audit_head SET hash = '${previousHash}'`,
      'DELETE FROM audit_checkpoints',
      'DELETE FROM audit_tree',
    );
  };

  const byTheVerifier = async () => {
    const file = join(temporaryFolder(), 'trail.ndjson');
    const target = createWriteStream(file);
    await exportTrail(database.reading, 'ndjson', target);
    await finished(target.end());
    return check({ export: file, checkpoints: [folder] });
  };

  const expectFound = async (place: number): Promise<void> => {
    const found = { valid: false, firstBadSequence: place };
    expect(await parts().verification.verify()).toMatchObject(found);
    expect(await byTheVerifier()).toMatchObject(found);
  };

  it('is believed who changes nothing', async () => {
    const verdict = { valid: true, entries: END, problems: [], checkpointsCompared: 2 };
    expect(await parts().verification.verify()).toMatchObject(verdict);
    expect(await byTheVerifier()).toMatchObject({ valid: true, entries: END, checkpoints: 2 });
  });

  const set = (change: string): string => `UPDATE audit_entries SET ${change}`;

  it.each([
    ['edits an entry', 17, [set("body = '{}' WHERE sequence = 17")]],
    ['deletes an entry', 17, ['DELETE FROM audit_entries WHERE sequence = 17']],
    [
      'inserts an entry in the place of others',
      18,
      [
        set(
          'sequence = 1000 + sequence, stream_sequence = 1000 + stream_sequence WHERE sequence >= 18',
        ),
        set(
          'sequence = sequence - 999, stream_sequence = stream_sequence - 999 WHERE sequence >= 1000',
        ),
        `INSERT INTO audit_entries
           SELECT 18, 'other', 1, at, clock_offset_ms, actor, key_id, on_behalf_of, source_address, request_id, type,
             cause, approval, body, previous_hash, hash, schema_version FROM audit_entries WHERE sequence = 17`,
      ],
    ],
    [
      'changes the order of two entries',
      17,
      [
        set('sequence = 1000, stream_sequence = 1000 WHERE sequence = 17'),
        set('sequence = 17, stream_sequence = 17 WHERE sequence = 18'),
        set('sequence = 18, stream_sequence = 18 WHERE sequence = 1000'),
      ],
    ],
    [
      'cuts the tail and sets the head back',
      41,
      [
        'DELETE FROM audit_entries WHERE sequence > 40',
        'UPDATE audit_head SET sequence = 40, hash = (SELECT hash FROM audit_entries WHERE sequence = 40)',
        'DELETE FROM audit_checkpoints',
      ],
    ],
    ...['approval', 'key_id', 'on_behalf_of', 'request_id'].map(
      (column): [string, number, string[]] => [
        `writes an empty ${column} in place of none, which has the same hash`,
        17,
        [set(`${column} = '' WHERE sequence = 17`)],
      ],
    ),
  ])('and %s, is found out', async (_what, place, statements) => {
    await behindGuards(...statements);
    await expectFound(place);
  });

  it('and rolls it back to an old copy, is found out, also when it has grown since', async () => {
    await database.close();
    url = await copyOf(older);
    database = await Database.open(url, SCHEMA, clock);
    await expectFound(FIRST + 11);
    await append(40, 'otherwise');
    await expectFound(FIRST + 1);
    expect(await parts().signed.missing()).toMatchObject({ sequence: SECOND });
  });

  it('and hashes everything again from an entry on, is found out by the next checkpoint', async () => {
    await rehash(40, { body: '{"n":"forged"}' });
    await expectFound(FIRST + 1);
    expect(await parts().signed.missing()).toMatchObject({ sequence: SECOND });
    await expect(parts().signed.take()).rejects.toThrow('contradicts');
  });

  it('and cuts off what nobody has signed yet, is found out by the copy of the head', async () => {
    await parts().copyOfHead.write();
    await behindGuards(
      `DELETE FROM audit_entries WHERE sequence > ${SECOND + 2}`,
      `UPDATE audit_head SET sequence = ${SECOND + 2},
         hash = (SELECT hash FROM audit_entries WHERE sequence = ${SECOND + 2})`,
    );
    const place = SECOND + 3;
    const found = { valid: false, firstBadSequence: place, signedEntries: SECOND };
    expect(await parts().verification.verify()).toMatchObject(found);
    // Somebody goes on with it. A service that runs would have said so in the trail within seconds.
    await append(20, 'as if nothing had happened');
    expect(await parts().verification.verify('since')).toMatchObject({ valid: false });
  });

  it('and hashes what nobody has signed yet again, is found out by the copy of the head', async () => {
    await parts().copyOfHead.write();
    expect(await parts().verification.verify()).toMatchObject({
      valid: true,
      signedEntries: SECOND,
    });
    await rehash(SECOND + 4, { body: '{"n":3,"word":"as it never was"}' });
    const found = { valid: false, firstBadSequence: SECOND + 1 };
    expect(await parts().verification.verify()).toMatchObject(found);
  });

  it.each([
    ['cannot be read', '{"database":', false],
    ['says that a backup was restored', null, true],
  ] as const)(
    'is judged by a copy of the head for what it is, when it %s',
    async (_, text, valid) => {
      const { copyOfHead } = parts();
      await copyOfHead.write();
      const { database: name, sequence } = (await copyOfHead.newest()) ?? {
        database: '',
        sequence: 0,
      };
      if (text === null)
        await doubtChain(folder, { database: name, sequence, at: instant(clock.now()) });
      else writeFileSync(join(folder, `${name.slice(0, 32)}.checkpoint.json`), text);
      expect(await parts().verification.verify()).toMatchObject({ valid, firstBadSequence: null });
    },
  );

  it('and swaps the key as well, is found out by the checkpoints that the former one signed', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const verifierKey = verifierKeyOf(String(await originOf(database)), privateKey);
    await rehash(FIRST, { body: JSON.stringify({ verifierKey }) });
    rmSync(join(folder, 'key.pem'));
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    writeFileSync(join(folder, 'key.pem'), pem, { mode: 0o600 });
    const { problems, valid } = await parts().verification.verify();
    expect(valid).toBe(false);
    expect(problems).toContainEqual({
      sequence: null,
      what: `no key of the trail signed the checkpoint of ${FIRST} entries`,
    });
    expect((await byTheVerifier()).valid).toBe(false);
  });

  /** Whoever can write the database alone can add entries of every type. */
  const forged = (type: string, body: Readonly<Record<string, Json>>): Promise<void> => {
    const log = new AuditLog(clock, new AuditTail());
    return database.units.run((unit) => log.append(unit, 'audit', SYSTEM, [{ type, body }]));
  };

  it('and says in it that a backup was restored, is found out: the key has not signed that', async () => {
    await rehash(40, { body: '{"n":"forged"}' });
    const body = { lastSequence: 39, forgottenSequence: 200, note: 'forged' };
    await forged('DATABASE_OLDER_THAN_CHECKPOINT', body);
    await expectFound(FIRST + 1);
  });

  it.each(['forged', null, 1])('and names a key in it (%j), is found out, and the former key goes on signing', async (note) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const origin = String(await originOf(database));
    const verifierKey = verifierKeyOf(origin, privateKey);
    for (const type of ['SIGNING_KEY_ROTATED', 'SIGNING_KEY_CREATED'])
      await forged(type, { verifierKey, note });
    await forged('SIGNING_KEY_ROTATED', { verifierKey, note: signNote(rotationText(origin, verifierKey), origin, privateKey) });
    await expectFound(END + 1);
    expect(await parts().signed.take()).toMatchObject({ size: END + 3 });
  }); // prettier-ignore

  it('and writes bodies of other shapes, is found out where they name a key', async () => {
    await forged('DATABASE_OLDER_THAN_CHECKPOINT', { note: 1 });
    await forged('SIGNING_KEY_ROTATED', {});
    await behindGuards(`UPDATE audit_entries SET body = 'null' WHERE sequence = ${END + 1}`);
    expect(await parts().verification.verify()).toMatchObject({ valid: false, firstBadSequence: END + 1 });
    await behindGuards(`UPDATE audit_entries SET body = 'null' WHERE sequence = ${END + 2}`);
    expect(await parts().verification.verify()).toMatchObject({ valid: false });
    expect((await byTheVerifier()).valid).toBe(false);
  }); // prettier-ignore

  it.each(['keeps the key', 'names a key of his own'])('and writes all of it anew from its first entry on, and %s, is found out', async (what) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const [first] = await database.read((manager) => manager.find(AuditEntryRow, { order: { sequence: 'ASC' }, take: 1 }));
    if (first === undefined) throw new Error('There is no entry');
    const renamed = { ...first, body: '{"n":"forged"}' };
    const origin = `marina/${hashOf(renamed).slice(0, 32)}`;
    const key = createPrivateKey(readFileSync(join(folder, 'key.pem')));
    const verifierKey = verifierKeyOf(origin, what === 'keeps the key' ? key : privateKey);
    await behindGuards(set(`body = '${JSON.stringify({ verifierKey })}' WHERE sequence = ${FIRST}`));
    await rehash(1, { body: renamed.body });
    const { problems, ...verdict } = await parts().verification.verify();
    expect(verdict).toMatchObject({ valid: false, firstBadSequence: 1 });
    expect(problems.map(({ what: told }) => told).join()).toContain('of another trail');
  }); // prettier-ignore

  it.each([
    ['beyond the end', 1_000_000_000],
    ['of another size', SECOND + 1],
  ])('and adds a checkpoint %s, is found out, and the key goes on signing', async (_, size) => {
    await database.units.run((unit) =>
      unit.execute(
        'INSERT INTO audit_checkpoints (size, root, at, note) SELECT ?, root, at, note FROM audit_checkpoints WHERE size = ?',
        [size, SECOND],
      ),
    );
    expect(await parts().signed.unsignedMs()).toBe(0);
    clock.pass(1_000);
    expect(await parts().signed.unsignedMs()).toBe(1_000);
    expect(await parts().signed.take()).toMatchObject({ size: END });
    const { valid, problems } = await parts().verification.verify();
    expect({ valid, whats: problems.map(({ what }) => what) }).toEqual({
      valid: false,
      whats: [`the database has a checkpoint of ${size} entries that is not as it was signed`],
    });
  });

  it('and cuts the end off, has the desk told, since the key signs nothing that contradicts it', async () => {
    await behindGuards(
      'DELETE FROM audit_entries WHERE sequence > 40',
      'UPDATE audit_head SET sequence = 40, hash = (SELECT hash FROM audit_entries WHERE sequence = 40)',
    );
    await expect(parts().signed.take()).rejects.toThrow('contradicts its own checkpoint');
  });

  it('and swaps the key file alone, has nothing signed by it', async () => {
    rmSync(join(folder, 'key.pem'));
    expect(await parts().signed.take()).toMatchObject({ size: SECOND });
  });

  it('and drops or changes what keeps it append-only, is found out', async () => {
    const statements =
      engine === 'sqlite'
        ? [
            'DROP TRIGGER audit_entries_no_delete',
            'DROP TRIGGER audit_entries_no_update',
            `CREATE TRIGGER audit_entries_no_update BEFORE UPDATE ON audit_entries BEGIN SELECT 1; END`,
          ]
        : [
            'DROP TRIGGER audit_entries_no_truncate ON audit_entries',
            'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_no_change',
          ];
    for (const sql of statements) await database.units.run((unit) => unit.execute(sql));
    const { valid, firstBadSequence, problems } = await parts().verification.verify();
    expect([valid, firstBadSequence]).toEqual([false, null]);
    expect(problems.map(({ what }) => what.split(',')[0])).toEqual(
      engine === 'sqlite'
        ? ['audit_entries_no_update', 'audit_entries_no_delete']
        : ['audit_entries_no_change', 'audit_entries_no_truncate'],
    );
  });

  it('and drops what keeps approvals and certificates, or has a trigger write for them, is found out', async () => {
    const on = (table: string): string => (engine === 'sqlite' ? '' : ` ON ${table}`);
    const kept = engine === 'sqlite' ? 'day_certificates_no_update' : 'day_certificates_no_change';
    const statements = [
      `DROP TRIGGER approvals_decided_once${on('approvals')}`,
      `DROP TRIGGER ${kept}${on('day_certificates')}`,
      ...(engine === 'sqlite'
        ? [
            'CREATE TRIGGER helper AFTER INSERT ON ORDERS BEGIN SELECT 1; END',
            'CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON orders BEGIN SELECT 1; END',
          ]
        : [
            `CREATE FUNCTION helps() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
            'CREATE TRIGGER helper AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION helps()',
            'CREATE TRIGGER approvals_decided_once BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION helps()',
          ]),
    ];
    for (const sql of statements) await database.units.run((unit) => unit.execute(sql));
    const { valid, problems } = await parts().verification.verify();
    expect(valid).toBe(false);
    expect(problems.map(({ what }) => what.split(',')[0]).sort()).toEqual([
      'approvals_decided_once',
      'approvals_decided_once on orders is a trigger or rule that Marina has not made',
      kept,
      'helper on orders is a trigger or rule that Marina has not made',
    ]);
  });

  it('and puts a view in place of a table, is found out', async () => {
    for (const sql of [
      'ALTER TABLE breaks RENAME TO breaks_behind',
      "CREATE VIEW breaks AS SELECT * FROM breaks_behind WHERE status <> 'Open'",
    ])
      await database.units.run((unit) => unit.execute(sql));
    const { problems } = await parts().verification.verify();
    expect(problems.map(({ what }) => what)).toContain(
      'a view in place of breaks may hide what is stored: Marina has not made it',
    );
  });

  if (engine === 'postgres') {
    it('and hides rows of a table by a policy, is found out', async () => {
      for (const sql of [
        'ALTER TABLE persons ENABLE ROW LEVEL SECURITY',
        'ALTER TABLE persons FORCE ROW LEVEL SECURITY',
        "CREATE POLICY quiet ON persons USING (name <> 'Mallory')",
      ])
        await database.units.run((unit) => unit.execute(sql));
      const { problems } = await parts().verification.verify();
      expect(problems.map(({ what }) => what)).toEqual([
        'the row policy quiet on persons may hide what is stored: Marina has not made it',
      ]);
    });

    it('and has a catalog of its own say that nothing is missing, is found out', async () => {
      await database.units.run(async (unit) => {
        for (const sql of [
          'CREATE SCHEMA decoys',
          'CREATE TABLE decoys.pg_trigger AS SELECT * FROM pg_catalog.pg_trigger',
          'DROP TRIGGER approvals_decided_once ON approvals',
          'SET LOCAL search_path = decoys, pg_catalog, public',
        ])
          await unit.execute(sql);
        const { missing } = await guardsOf({ engine, schema: SCHEMA, reading: unit });
        expect(missing).toEqual(['approvals_decided_once']);
      });
    });

    it.each(['helper', 'audit_entries_no_change'])(
      'and has a rule %s write for them, is found out',
      async (name) => {
        const table = name === 'helper' ? 'orders' : 'audit_entries';
        const sql = `CREATE RULE ${name} AS ON INSERT TO ${table} DO ALSO UPDATE persons SET roles = roles`;
        await database.units.run((unit) => unit.execute(sql));
        const { problems } = await parts().verification.verify();
        expect(problems.map(({ what }) => what)).toEqual([
          `${name} on ${table} is a trigger or rule that Marina has not made`,
        ]);
      },
    );

    it('and has a proposal change after its decision, is found out', async () => {
      const name = 'approvals_decided_once';
      for (const sql of [
        `DROP TRIGGER ${name} ON approvals`,
        `CREATE TRIGGER ${name} BEFORE UPDATE ON approvals FOR EACH ROW WHEN (OLD.state = 'Never') EXECUTE FUNCTION refuse_change()`,
      ])
        await database.units.run((unit) => unit.execute(sql));
      const { problems } = await parts().verification.verify();
      expect(problems.map(({ what }) => what.split(',')[0])).toEqual([name]);
    });
  }

  const [DECOY, DECOY_FUNCTION] = ['audit_entries_no_change', 'audit_entries_refuse'];
  const moved = (how: string, table = 'audit_entries', what = DECOY_FUNCTION): string =>
    `CREATE TRIGGER ${DECOY} BEFORE ${how} EXECUTE FUNCTION ${what}()`.replace('#', table);

  // SQLite keeps the text of each trigger, which is compared as a whole.
  if (engine === 'postgres') {
    it.each([
      ['moves a trigger to another table', moved('UPDATE OR DELETE ON # FOR EACH ROW', 'decoy')],
      ['has it fire on other events', moved('INSERT OR DELETE ON # FOR EACH ROW')],
      ['has it fire on other columns', moved('UPDATE OF at OR DELETE ON # FOR EACH ROW')],
      ['has it fire never', moved('UPDATE OR DELETE ON # FOR EACH ROW WHEN (OLD.sequence < 0)')],
      ['has it fire late', moved('UPDATE OR DELETE ON # FOR EACH ROW').replace('BEFORE', 'AFTER')],
      ['has it call another function', moved('UPDATE OR DELETE ON # FOR EACH ROW', undefined, 'refuse_change')],
    ])('and %s, is found out', async (_, made) => {
      await database.units.run(async (unit) => {
        await unit.execute(`DROP TRIGGER ${DECOY} ON audit_entries`);
        await unit.execute('CREATE TABLE decoy (sequence bigint)');
        await unit.execute(made);
      });
      const { valid, problems } = await parts().verification.verify();
      expect([valid, problems.map(({ what }) => what.split(',')[0])]).toEqual([false, [DECOY]]);
    }); // prettier-ignore
  }

  it('and adds to the tables what nobody has agreed on, is found out', async () => {
    const words = { parked: 'Cancelled' };
    const payloadHash = digestOf({ version: 1, words, reason: 'r' });
    const closed = { tradingDate: '2026-11-20', revision: 1, reportHash: 'a', signedBy: ['key:ada', SYSTEM.name], previousHash: '0' };
    const hash = digestOf({ ...closed, closedAt: instant(1) });
    const added = async () =>
      (await parts().verification.verify()).problems.map(({ sequence, what }) => [sequence, what]);
    await database.units.run(async (unit) => {
      await unit.execute(
        `INSERT INTO status_mappings (version, words, reason, payload_hash, state, proposed_by, proposed_at, expires_at, decided_by, decided_at)
           VALUES (1, ?, 'r', ?, 'Approved', 'key:ada', 1, 2, ?, 1)`,
        [JSON.stringify(words), payloadHash, SYSTEM.name],
      );
      await unit.execute(
        `INSERT INTO day_certificates (id, trading_date, revision, report, report_hash, facts_hash, signed_by, closed_at, previous_hash, hash)
           VALUES ('day_1', '2026-11-20', 1, '{}', 'a', 'b', ?, 1, '0', ?)`,
        [JSON.stringify(closed.signedBy), hash],
      );
    });
    const found = (what: string) => [null, `the database has ${what}, which the trail does not have`];
    const ofWords = found('an approved version 1 of the status mappings');
    expect(await added()).toEqual([ofWords, found('a certificate 1 of the trading day 2026-11-20')]);
    // With their entries they are as the service writes them.
    await forged('DAY_CLOSED', { hash });
    await forged('STATUS_WORDS_APPROVED', { payloadHash });
    expect(await added()).toEqual([ofWords]);
    const proposed = [{ type: 'STATUS_WORDS_PROPOSED', body: { payloadHash } }];
    const log = new AuditLog(clock, new AuditTail());
    await database.units.run((unit) => log.append(unit, 'audit', { name: 'key:ada' }, proposed));
    expect(await added()).toEqual([]);
  }); // prettier-ignore

  it.each([
    ['accounts', "accounts = 'x'", 'the accounts of'],
    ['an expiry', 'expires_at = 9000000000000000000', 'the expiry of'],
    ['the end of a secret', 'previous_until = 9000000000000000000', 'the end of the previous secret of'],
  ])('and writes %s that cannot be read into a key, is found out by that', async (_, set, what) => {
    const said = { key: 'key_1', name: 'web', personId: null, scopes: ['orders:read'], accounts: null, expiresAt: null };
    const log = new AuditLog(clock, new AuditTail());
    await database.units.run(async (unit) => {
      await log.append(unit, 'keys', SYSTEM, [{ type: 'KEY_CREATED', body: said }]);
      await unit.execute(
        `INSERT INTO api_keys (id, name, digest, scopes, created_by, created_at, delegates)
           VALUES ('key_1', 'web', 'd', 'orders:read', 'marina', 1, 0)`,
      );
    });
    expect(await parts().verification.verify()).toMatchObject({ valid: true });
    await behindGuards(`UPDATE api_keys SET ${set}`);
    const { problems } = await parts().verification.verify();
    expect(problems).toEqual([{ sequence: null, what: expect.stringContaining(`${what} the key key_1`) }]);
  }); // prettier-ignore

  if (engine === 'sqlite')
    it('and rewrites a trigger in the schema itself, so that the old name guards nothing, is found out', async () => {
      await database.close();
      const file = new SqliteDriver(sqlitePath(url) ?? url);
      file.unsafeMode();
      file.pragma('writable_schema = ON');
      const harmless = "replace(sql, 'SELECT RAISE', 'SELECT 1 WHERE 0 AND RAISE')";
      const rewritten = file
        .prepare(`UPDATE sqlite_schema SET sql = ${harmless} WHERE name = 'audit_entries_no_delete'`)
        .run();
      file.pragma('writable_schema = RESET');
      const deleted = file.prepare('DELETE FROM audit_entries WHERE sequence = 5').run();
      file.close();
      expect([rewritten.changes, deleted.changes]).toEqual([1, 1]);
      database = await Database.open(url, SCHEMA, clock);
      const { valid, firstBadSequence, problems } = await parts().verification.verify();
      expect([valid, firstBadSequence]).toEqual([false, 5]);
      expect(problems.map(({ what }) => what.split(',')[0])).toContain('audit_entries_no_delete');
    }); // prettier-ignore

  if (engine === 'sqlite')
    it('and puts bytes in place of a checkpoint, is found out by that', async () => {
      await behindGuards(`UPDATE audit_checkpoints SET note = x'00ff' WHERE size = ${FIRST}`);
      const { problems } = await parts().verification.verify();
      expect(problems.map(({ what }) => what)).toContainEqual(
        `the database has a checkpoint of ${FIRST} entries that is not as it was signed`,
      );
    });

  describe('and is asked only for what is new since the last full verification,', () => {
    const since = () => parts().verification.verify('since');
    const noted = (): string =>
      join(folder, String(readdirSync(folder).find((name) => name.endsWith('.verified'))));

    it('has that read, and says what was not', async () => {
      const lastFullAt = instant(clock.now());
      clock.pass(60_000);
      await append(10);
      const verdict = {
        valid: true,
        entries: END + 10,
        checkpointsCompared: 0,
        signedEntries: SECOND,
        problems: [],
        restores: [],
      };
      expect(await since()).toEqual({ ...verdict, firstBadSequence: null, mode: 'since', from: END + 1, lastFullAt }); // prettier-ignore
      await parts().signed.take();
      const signedEntries = END + 10;
      expect(await since()).toMatchObject({ ...verdict, checkpointsCompared: 1, signedEntries });
      expect(await parts().verification.verify()).toMatchObject({ mode: 'full', from: 1, lastFullAt: null, checkpointsCompared: 3 }); // prettier-ignore
      expect(await since()).toMatchObject({ mode: 'since', from: END + 11, entries: END + 10 });
    });

    it('is found out by it in what is new, and elsewhere by a full one, after which each is full', async () => {
      await append(10);
      await behindGuards(set(`body = '{}' WHERE sequence = ${END + 3}`));
      expect(await since()).toMatchObject({ mode: 'since', firstBadSequence: END + 3 });
      await behindGuards(set("body = '{}' WHERE sequence = 17"));
      expect(await since()).toMatchObject({ mode: 'since', firstBadSequence: END + 3 });
      await expectFound(17);
      expect(await since()).toMatchObject({ mode: 'full', firstBadSequence: 17 });
    });

    it('and hashes everything again, or cuts the end, has everything read', async () => {
      await rehash(40, { body: '{"n":"forged"}' });
      const found = { mode: 'full', valid: false, firstBadSequence: FIRST + 1 };
      expect(await since()).toMatchObject(found);
    });

    it.each(['tells of more than was read', 'has another key sign', 'has none', 'waits a day'])(
      'and %s, has everything read',
      async (what) => {
        const file = noted();
        const text = readFileSync(file, 'utf8');
        if (what === 'waits a day') clock.pass(24 * 3_600_000);
        else if (what === 'has none') rmSync(file);
        else if (what === 'tells of more than was read')
          writeFileSync(file, text.replace(`\n${END}\n`, `\n${END + 5}\n`));
        else {
          const { privateKey } = generateKeyPairSync('ed25519');
          const body = text.slice(0, text.lastIndexOf('\n\n') + 1);
          writeFileSync(file, signNote(body, String(text.split('\n')[0]), privateKey));
        }
        await append(10);
        expect(await since()).toMatchObject({ mode: 'full', from: 1, valid: true });
        expect(await since()).toMatchObject({ mode: 'since', from: END + 11, valid: true });
      },
    );

    it('gets the answer of a full one that is under way', async () => {
      const { verification } = parts();
      const full = verification.verify();
      expect(verification.verify('since')).toBe(full);
      expect(verification.verify()).toBe(full);
      await full;
      const later = verification.verify('since');
      expect(verification.verify('since')).toBe(later);
      expect((await verification.verify()).mode).toBe('full');
      expect((await later).mode).toBe('since');
    });
  });

  describe('and adds hashes to the stored tree', () => {
    /** As the root of other entries would be: nobody can tell by its looks. */
    const FORGED = createHash('sha256').update('the root of 256 other entries').digest('hex');
    const forge = (level: number, position: number): Promise<unknown> =>
      database.units.run((unit) =>
        unit.execute('INSERT INTO audit_tree (level, position, hash) VALUES (?, ?, ?)', [
          level,
          position,
          FORGED,
        ]),
      );
    const stored = async (): Promise<readonly (readonly [number, number])[]> => {
      const rows = await database.reading.query<{ level: number; position: number }>(
        'SELECT level, position FROM audit_tree ORDER BY level, position',
      );
      return rows.map(({ level, position }) => [level, position]);
    };
    /** From the entries alone. */
    const rootAt = async (size: number): Promise<string> => {
      const tree = new CompactRange();
      const rows = await database.reading.query<{ hash: string }>(
        'SELECT hash FROM audit_entries WHERE sequence <= ? ORDER BY sequence',
        [size],
      );
      for (const { hash } of rows) tree.append(Buffer.from(hash, 'hex'));
      return tree.root().toString('hex');
    };
    const signedAsItIs = async (size: number): Promise<void> => {
      expect(await parts().signed.take()).toMatchObject({ size, root: await rootAt(size) });
    };
    const isProven = async (proof: object | null): Promise<boolean> => {
      const file = join(temporaryFolder(), 'proof.json');
      writeFileSync(file, JSON.stringify(proof));
      const keys = (await parts().key.keys()).map(({ verifierKey }) => verifierKey);
      return (await check({ proof: [file], key: keys })).valid;
    };
    const NOT_THEIRS = {
      sequence: null,
      what: 'the stored hash of entries 1 to 256 is not theirs',
    };

    beforeEach(() => void logged.splice(0));

    it('before their entries exist, has the trail signed and proven as it is, and is found out by them', async () => {
      await forge(1, 0);
      await append(200);
      await signedAsItIs(END + 200);
      expect(logged.splice(0).join()).toContain(NOT_THEIRS.what);
      await append(50);
      await signedAsItIs(END + 250);
      expect(await parts().signed.missing()).toBeNull();
      expect(await parts().verification.verify()).toMatchObject({
        valid: false,
        firstBadSequence: null,
        problems: [NOT_THEIRS],
        signedEntries: END + 250,
      });
      expect(await byTheVerifier()).toMatchObject({ valid: true, signedUpTo: END + 250 });
      for (const sequence of [1, 72, 256, 257, END + 250])
        expect(await isProven(await parts().proofs.ofEntry(sequence))).toBe(true);
      for (const size of [FIRST, SECOND, END + 200])
        expect(await isProven(await parts().proofs.ofCheckpoint(size))).toBe(true);
    });

    it('in the place of hashes that nobody needs yet, keeps none from being stored, and is found out by them', async () => {
      await forge(1, 40);
      await forge(3, 1);
      await append(500);
      await signedAsItIs(END + 500);
      expect(await stored()).toEqual([[1, 0], [1, 1], [1, 40], [3, 1]]);
      const { valid, problems } = await parts().verification.verify();
      expect(valid).toBe(false);
      expect(problems).toEqual([
        { sequence: null, what: 'the stored hash of entries 10241 to 10496 is of none: the trail has 571' },
        { sequence: null, what: 'the stored hash of entries 16777217 to 33554432 is of none: the trail has 571' },
      ]);
      expect(await isProven(await parts().proofs.ofEntry(300))).toBe(true);
    }); // prettier-ignore

    it('and has them removed as the guide says, has all hashes stored anew', async () => {
      await forge(1, 0);
      await append(500);
      await signedAsItIs(END + 500);
      const guide = readFileSync('docs/reliability.md', 'utf8').split('```sql\n');
      const block = guide[engine === 'postgres' ? 1 : 2]?.split('```')[0] ?? '';
      const statements = block.split(/;\n/).filter((sql) => /^(?!BEGIN$|COMMIT$)./.test(sql));
      await database.units.run(async (unit) => {
        for (const sql of statements) await unit.execute(sql);
      });
      expect(await stored()).toEqual([]);
      expect(await parts().verification.verify()).toMatchObject({ valid: true });
      await append(1);
      await signedAsItIs(END + 501);
      expect(await stored()).toEqual([[1, 0], [1, 1]]); // prettier-ignore
      expect(await parts().verification.verify()).toMatchObject({ valid: true, problems: [] });
    });

    it('or changes one, and is asked only for what is new, is found out by that too', async () => {
      await append(200);
      await parts().verification.verify();
      await append(300);
      await parts().signed.take();
      expect(await parts().verification.verify('since')).toMatchObject({ mode: 'since', valid: true });
      await behindGuards(`UPDATE audit_tree SET hash = '${FORGED}' WHERE position = 1`);
      const what = 'the stored hash of entries 257 to 512 is not theirs';
      expect(await parts().verification.verify('since')).toMatchObject({
        mode: 'since',
        problems: [{ sequence: null, what }],
      });
    }); // prettier-ignore

    it('or shifts a byte between one and the hash of the entry after it, has nothing signed: together they look as before', async () => {
      await append(257 - END);
      await signedAsItIs(257);
      await behindGuards(
        `UPDATE audit_tree SET hash = hash ||
           (SELECT substr(hash, 1, 2) FROM audit_entries WHERE sequence = 257)`,
        'UPDATE audit_entries SET hash = substr(hash, 3) WHERE sequence = 257',
      );
      await append(43);
      await expect(parts().signed.take()).rejects.toThrow(
        'contradicts its own checkpoint of 257 entries',
      );
    });

    it('and cuts off the entries of some, has nothing signed: the hashes alone are no trail', async () => {
      await append(512 - END);
      await signedAsItIs(512);
      await behindGuards(
        'DELETE FROM audit_entries WHERE sequence > 300',
        'UPDATE audit_head SET sequence = 300, hash = (SELECT hash FROM audit_entries WHERE sequence = 300)',
      );
      expect(await parts().signed.missing()).toMatchObject({ sequence: 512 });
      await expect(parts().signed.take()).rejects.toThrow(
        'contradicts its own checkpoint of 512 entries',
      );
    });
  });

  it.each([
    ['the entry itself', "body = '{}' WHERE sequence = 17"],
    ['what the entry says that nobody approved', "approval = '' WHERE sequence = 17"],
    ['the hash of another one', "hash = previous_hash WHERE sequence = 40"],
  ])('and changes %s, gets no proof that would not hold', async (_, change) => {
    await parts().signed.take();
    await behindGuards(set(change));
    const refused = 'does not lead to the root that was signed';
    await expect(parts().proofs.ofEntry(17)).rejects.toThrow(refused);
    if (change.startsWith('hash'))
      await expect(parts().proofs.ofCheckpoint(FIRST)).rejects.toThrow(refused);
  }); // prettier-ignore

  it('gives proofs that the verifier takes, and none for what is not there', async () => {
    const { proofs } = parts();
    const key = JSON.parse(
      (
        await database.reading.query<{ body: string }>(
          `SELECT body FROM audit_entries WHERE sequence = ${FIRST}`,
        )
      )[0]?.body ?? '',
    ) as { verifierKey: string };
    const read = async (text: string) => {
      const file = join(temporaryFolder(), 'proof.json');
      writeFileSync(file, text);
      return check({ proof: [file], key: [key.verifierKey] });
    };
    const verified = async (proof: object | null) => (await read(JSON.stringify(proof))).valid;
    const ofEntry = await proofs.ofEntry(17);
    expect(await verified(ofEntry)).toBe(true);
    expect(await verified({ ...ofEntry, entry: { ...ofEntry?.entry, body: '{}' } })).toBe(false);
    expect(await verified({ ...ofEntry, entry: (await proofs.ofEntry(18))?.entry })).toBe(false);
    const text = JSON.stringify(ofEntry);
    expect((await read(text)).proven).toMatchObject([{ sequence: 17, type: 'NOTE' }]);
    // What people read first is not what is there last.
    const forged = text.replace('"entry"', '"entry":{"actor":"key:ada"},"entry"');
    expect((await read(forged)).valid).toBe(false);
    expect((await read(text.replace('{', '{"note":"as proven",'))).valid).toBe(false);
    expect(await verified(await proofs.ofEntry(END))).toBe(true);
    const ofCheckpoint = await proofs.ofCheckpoint(FIRST);
    expect(await verified(ofCheckpoint)).toBe(true);
    expect(await verified({ ...ofCheckpoint, proof: [] })).toBe(false);
    expect(await proofs.ofEntry(END + 1)).toBeNull();
    expect(await proofs.ofCheckpoint(FIRST + 1)).toBeNull();
  });
});
