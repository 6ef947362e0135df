import type { EntityManager } from 'typeorm';
import { verifyChain } from '../audit/verification/audit-verifier.js';
import { checkpointOf, isComparable } from '../audit/checkpoints/audit-checkpoint.js';
import { readHead } from '../audit/checkpoints/signed-note.js';
import {
  folderSinks,
  knownNotes,
  recentCheckpoints,
  trailName,
} from '../audit/checkpoints/signed-checkpoints.js';
import { headsOf, findingsIn } from '../audit/verification/trail-verification.js';
import type { Config } from '../config/config.js';
import type { Schema } from '../database/data-source-options.js';
import { readWithoutLock, type Database } from '../database/database.js';
import type { Reading } from '../database/reads.js';
import { faultPoint } from '../runtime/fault-point.js';

/** What a copy of a database holds. */
export interface CopyContents {
  /** The newest migration. */
  readonly schema: string;
  /** Names the database: the hash of its first audit entry. Null without entries. */
  readonly database: string | null;
  readonly entries: number;
  readonly lastHash: string | null;
  /** When the last entry was written. */
  readonly lastEntryAt: string | null;
  /** The newest signed checkpoint in it. */
  readonly checkpoint: { readonly size: number; readonly root: string; readonly at: string } | null;
}

/** The newest state of the same database that a checkpoint outside tells of. */
export interface KnownOutside {
  readonly entries: number;
  readonly at: string;
}

export interface Examination {
  /** Null if the copy cannot be read. */
  readonly contents: CopyContents | null;
  /** Null: no checkpoint of it was found outside. */
  readonly outside: KnownOutside | null;
  /** What is wrong with the copy; none: it can be relied on. */
  readonly problems: readonly string[];
}

type Places = Pick<Config, 'checkpointDir' | 'checkpointSinks'>;

const PROBLEMS_MAX = 10;

/**
 * Examines an SQLite file that nobody writes to: its pages, its schema, its audit trail and the checkpoints of it.
 * A checkpoint outside of more entries than it has tells how old it is, and is no problem.
 */
export async function examineCopy(
  path: string,
  schema: Schema,
  places: Places,
): Promise<Examination> {
  try {
    return await readWithoutLock(`sqlite:${path}`, schema, async (manager, reading) => {
      const damage = await damageOf(reading);
      if (damage.length > 0) return { contents: null, outside: null, problems: damage };
      return examineTrail({ engine: 'sqlite', manager, reading }, schema, places);
    });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { contents: null, outside: null, problems: [`it cannot be read: ${what}`] };
  }
}

async function damageOf(reading: Reading): Promise<readonly string[]> {
  const rows = await reading.query<{ integrity_check: string }>(
    `PRAGMA integrity_check(${PROBLEMS_MAX})`,
  );
  const found = rows.map(({ integrity_check: what }) => what).filter((what) => what !== 'ok');
  return found.map((what) => `the integrity check of SQLite finds: ${what}`);
}

interface Copy {
  readonly engine: Database['engine'];
  readonly manager: EntityManager;
  readonly reading: Reading;
}

/** The schema of a copy that nobody writes to, its audit trail and the checkpoints of it. */
export async function examineTrail(
  { engine, manager, reading }: Copy,
  schema: Schema,
  places: Places,
): Promise<Examination> {
  faultPoint('copy-half-examined');
  const migrations = await migrationsIn(engine, reading);
  const known = Object.values(schema.migrations).map(({ name }) => name);
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0 || migrations.length === 0) {
    const what =
      unknown.length > 0 ? `of another release: ${unknown.join(', ')}` : 'none of Marina';
    return { contents: null, outside: null, problems: [`its schema is ${what}`] };
  }
  const contents = await contentsOf(reading, migrations.at(-1) ?? '');
  // Without those that were signed after the copy was made.
  const notes = (await knownNotes(reading, folderSinks(places, ''))).filter(
    (note) => (readHead(note)?.size ?? 0) <= contents.entries,
  );
  const sizes = headsOf(notes).map(({ size }) => size);
  const chain = await verifyChain(manager, sizes);
  const { problems: found } = await findingsIn({ engine, schema, reading }, notes, chain);
  const { outside, problem } = await compare(reading, contents, places);
  const problems = [...found.map(({ what }) => `its audit trail: ${what}`), ...problem];
  return { contents, outside, problems };
}

async function migrationsIn(
  engine: Database['engine'],
  reading: Reading,
): Promise<readonly string[]> {
  const tables = await reading.query(
    engine === 'sqlite'
      ? "SELECT name FROM sqlite_master WHERE name = 'migrations'"
      : "SELECT 1 WHERE to_regclass('migrations') IS NOT NULL",
  );
  if (tables.length === 0) return [];
  const rows = await reading.query<{ name: string }>(
    'SELECT name FROM migrations ORDER BY timestamp',
  );
  return rows.map(({ name }) => name);
}

interface Entry {
  readonly sequence: number;
  readonly hash: string;
  readonly at: string;
}

const ENTRY = 'SELECT sequence, hash, at FROM audit_entries';

async function contentsOf(reading: Reading, schema: string): Promise<CopyContents> {
  const [first] = await reading.query<Entry>(`${ENTRY} WHERE sequence = 1`);
  const [last] = await reading.query<Entry>(`${ENTRY} ORDER BY sequence DESC LIMIT 1`);
  const [signed] = await recentCheckpoints(reading, 1, null);
  return {
    schema,
    database: first?.hash ?? null,
    entries: last?.sequence ?? 0,
    lastHash: last?.hash ?? null,
    lastEntryAt: last?.at ?? null,
    checkpoint:
      signed === undefined ? null : { size: signed.size, root: signed.root, at: signed.at },
  };
}

/** The newest checkpoint outside, and whether the copy is another branch than the one of which it tells. */
async function compare(
  reading: Reading,
  { database, entries }: CopyContents,
  places: Places,
): Promise<{ outside: KnownOutside | null; problem: readonly string[] }> {
  const { checkpointDir } = places;
  const head =
    database === null || checkpointDir === null
      ? null
      : await checkpointOf(checkpointDir, database);
  const comparable = head !== null && isComparable(head) ? head : null;
  const known = [
    ...(comparable === null ? [] : [{ entries: comparable.sequence, at: comparable.at }]),
    ...(await signedOutside(reading, places)),
  ];
  const outside = known.sort((a, b) => b.entries - a.entries)[0] ?? null;
  if (comparable === null || comparable.sequence > entries) return { outside, problem: [] };
  const [there] = await reading.query<Entry>(`${ENTRY} WHERE sequence = ?`, [comparable.sequence]);
  if (there?.hash === comparable.hash) return { outside, problem: [] };
  const what = `its audit trail: entry ${comparable.sequence} is another one than ${String(checkpointDir)} has a checkpoint of`;
  return { outside, problem: [what] };
}

/**
 * Whether a checkpoint outside tells of what the database does not have, or that a backup was put in its place: its next
 * start has to doubt it.
 */
export async function isDoubted(reading: Reading, places: Places): Promise<boolean> {
  // Read the checkpoints before the trail: what they tell of was committed by then.
  const signed = await signedOutside(reading, places);
  const { database, entries } = await contentsOf(reading, '');
  const { checkpointDir } = places;
  if (database === null) return false;
  if (signed.some((known) => known.entries > entries)) return true;
  const head = checkpointDir === null ? null : await checkpointOf(checkpointDir, database);
  if (head === null) return false;
  const [there] = await reading.query<Entry>(`${ENTRY} WHERE sequence = ?`, [head.sequence]);
  return there?.hash !== head.hash;
}

/** The newest of each folder. */
async function signedOutside(reading: Reading, places: Places): Promise<readonly KnownOutside[]> {
  const name = await trailName(reading);
  if (name === null) return [];
  const newest = await Promise.all(folderSinks(places, '').map((folder) => folder.newest(name)));
  return newest.flatMap((one) => {
    const size = one === null ? undefined : readHead(one.note)?.size;
    return one === null || size === undefined ? [] : [{ entries: size, at: one.at.toISOString() }];
  });
}
