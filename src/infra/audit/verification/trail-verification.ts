import { Injectable } from '@nestjs/common';
import type { Instant, Whole } from '../../formats.js';
import { Database } from '../../database/database.js';
import type { Reading } from '../../database/reads.js';
import { guardsOf } from './append-only-guards.js';
import type { Verdict } from '../audit-chain.js';
import { ChainVerification, type ChainVerdict } from './chain-verification.js';
import {
  AuditCheckpoint,
  isComparable,
  isUnreadable,
  type ComparedCheckpoint,
} from '../checkpoints/audit-checkpoint.js';
import { foreignNodes } from '../checkpoints/foreign-nodes.js';
import { TreeNodes } from '../checkpoints/tree-nodes.js';
import { LastFullVerification, type FullVerification } from './last-full-verification.js';
import { openNote, readHead, type TreeHead } from '../checkpoints/signed-note.js';
import { recentCheckpoints, SignedCheckpoints } from '../checkpoints/signed-checkpoints.js';
import { isForgotten, signedRestores, type SignedRestore } from '../checkpoints/signed-restores.js';
import { namedKeys, originOf, type TrailKey } from '../checkpoints/signing-key.js';

/** What does not hold; the sequence is the first that can be meant, null if it is about no entry. */
export interface TrailProblem {
  /** The first entry that can be meant; null: it is about none. */
  readonly sequence: Whole | null;
  /**
   * What does not hold.
   * @example "the entry is not the one that was hashed"
   */
  readonly what: string;
}

export interface TrailVerdict {
  /** Everything holds. */
  readonly valid: boolean;
  /** Entries of the chain; with `mode` `since` those before `from` were read by the full verification of `lastFullAt`. */
  readonly entries: Whole;
  /** The first entry that something is wrong with; null: none. */
  readonly firstBadSequence: Whole | null;
  /** All that does not hold. */
  readonly problems: readonly TrailProblem[];
  /** Restores of a backup, after which older checkpoints do not hold. Check that each was meant. */
  readonly restores: readonly Restore[];
  /** Signed checkpoints that were compared. */
  readonly checkpointsCompared: Whole;
  /** Entries up to the newest signed checkpoint that holds; nobody has signed those after it yet. */
  readonly signedEntries: Whole;
  /** `full`: every entry was read. `since`: those from `from` on. */
  readonly mode: VerificationMode;
  /** The first entry that was read. */
  readonly from: Whole;
  /** When the entries before `from` were last read, and held; null: none was left out. */
  readonly lastFullAt: Instant | null;
}

/** Rows of checkpoints that are compared with their notes. */
const ROWS_MAX = 2_000;
/** Enough to show what was done, however many rows somebody has added. */
const UNPROVEN_MAX = 100;

export type VerificationMode = 'full' | 'since';

/** Entries that a database has forgotten, because a backup was restored. */
export interface Restore {
  /** The entry that says so, signed by the key of the trail. */
  readonly sequence: Whole;
  /** The last entry of the backup. */
  readonly lastSequence: Whole;
  /** The last one that is forgotten. */
  readonly forgottenSequence: Whole;
}

/**
 * Verifies the trail against all that is known of it: its chain, the signed checkpoints outside and in the database,
 * the keys that it names, what keeps records as they are, what may hide or change them, and what counts by the tables without being in it.
 */
@Injectable()
export class TrailVerification {
  private readonly running = new Map<VerificationMode, Promise<TrailVerdict>>();

  constructor(
    private readonly database: Database,
    private readonly chain: ChainVerification,
    private readonly checkpoints: SignedCheckpoints,
    private readonly copyOfHead: AuditCheckpoint,
    private readonly lastFull: LastFullVerification,
  ) {}

  /**
   * `since` reads only what the last full verification has not read, if there was one lately and the trail still
   * contains what it read. One at a time: whoever asks meanwhile gets the same answer, or that of a full one.
   */
  verify(mode: VerificationMode = 'full'): Promise<TrailVerdict> {
    const running = this.running.get('full') ?? this.running.get(mode);
    if (running !== undefined) return running;
    const started = mode === 'full' ? this.inFull() : this.sinceLast();
    const verdict = started.finally(() => this.running.delete(mode));
    this.running.set(mode, verdict);
    return verdict;
  }

  private async inFull(): Promise<TrailVerdict> {
    const { whole, ...verdict } = await this.run(null);
    if (verdict.valid && whole !== null) await this.lastFull.write(whole);
    else await this.lastFull.forget();
    return verdict;
  }

  private async sinceLast(): Promise<TrailVerdict> {
    const last = await this.lastFull.read();
    if (last === null || !(await this.contains(last))) return this.verify('full');
    const { whole: _, ...verdict } = await this.run(last);
    return verdict;
  }

  /** Whatever was rewritten before it, or cut off, shows here; the full verification says where. */
  private async contains({ size, hash }: FullVerification): Promise<boolean> {
    const [entry] = await this.database.reading.query<{ hash: string }>(
      'SELECT hash FROM audit_entries WHERE sequence = ?',
      [size],
    );
    return entry?.hash === hash;
  }

  private async run(
    since: FullVerification | null,
  ): Promise<TrailVerdict & Pick<ChainVerdict, 'whole'>> {
    const read = since?.size ?? 0;
    // Before the chain: what a checkpoint says was committed by then.
    const notes = await this.checkpoints.known();
    const copy = await this.copyOfHead.newest();
    const newer = headsOf(notes).filter(({ size }) => size > read);
    const chain = await this.chain.verify({ sizes: newer.map(({ size }) => size), since });
    const found = await findingsIn(this.database, notes, chain, read);
    const { restores, signedEntries } = found;
    const problems = [...found.problems, ...ofCopy(copy, chain, signedEntries)];
    const named = problems.flatMap(({ sequence }) => sequence ?? []);
    return {
      valid: problems.length === 0,
      entries: chain.entries,
      firstBadSequence: named.length === 0 ? null : Math.min(...named),
      problems,
      restores,
      checkpointsCompared: newer.length,
      signedEntries,
      mode: since === null ? 'full' : 'since',
      from: read + 1,
      lastFullAt: since?.at ?? null,
      whole: chain.whole,
    };
  }
}

/** The sizes and roots that these checkpoints state. */
export function headsOf(notes: readonly string[]): readonly TreeHead[] {
  return notes.map(readHead).filter((head) => head !== null);
}

/**
 * What does not hold of a trail whose chain was verified, after the first `read` entries, with the roots at the sizes
 * of these checkpoints. The database may be a copy, too.
 */
export async function findingsIn(
  trail: Pick<Database, 'engine' | 'schema' | 'reading'>,
  notes: readonly string[],
  chain: Verdict,
  read = 0,
): Promise<Pick<TrailVerdict, 'problems' | 'restores' | 'signedEntries'>> {
  const { reading } = trail;
  const named = await namedKeys(reading);
  const origin = await originOf(trail);
  const restores = await signedRestores(reading, origin ?? '', named.keys);
  const isOther = (head: TreeHead | null): boolean => head !== null && head.origin !== origin;
  const own = notes.filter((note) => !isOther(readHead(note)));
  const heads = headsOf(own);
  const others = headsOf(notes).filter(isOther);
  const guards = await guardsOf(trail);
  const problems = [
    ...ofChain(chain),
    ...named.unsigned.map(ofUnsignedKey),
    ...(own.length > heads.length ? [unreadable(own.length - heads.length)] : []),
    ...unsigned(own, named.keys),
    ...contradictions(
      heads.filter(({ size }) => size > read),
      chain,
      { holds: read, restores },
    ),
    ...others.map(ofOtherTrail),
    ...(await misstated(reading)),
    ...(await ofStoredTree(reading, chain)),
    ...(await unproven(trail)),
    ...guards.missing.map(unguarded),
    ...guards.foreign.map(ofForeignTrigger),
    ...guards.hiding.map(ofHiding),
  ];
  return {
    problems,
    signedEntries: signedUpTo(heads, chain, { holds: read, restores }),
    restores: restores.map(({ sequence, last, forgotten }) => ({
      sequence,
      lastSequence: last,
      forgottenSequence: forgotten,
    })),
  };
}

/** What the tables say that people have agreed on, and the trail does not; and where they do not say what it does. */
async function unproven({
  schema,
  reading,
}: Pick<Database, 'schema' | 'reading'>): Promise<readonly TrailProblem[]> {
  const { findUnprovenRows, findContradictions } = schema;
  const rows = await lasting(reading, findUnprovenRows);
  const contradictions = await lasting(reading, findContradictions);
  return [
    ...rows.map((row) => `the database has ${row}, which the trail does not have`),
    ...contradictions,
  ].map((what) => ({ sequence: null, what }));
}

/** Rows and entries are read one after the other: what was written in between is found once only. */
async function lasting(
  reading: Reading,
  finders: readonly ((reading: Reading) => Promise<readonly string[]>)[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const find of finders) {
    const first = await find(reading);
    const again = first.length === 0 ? new Set() : new Set(await find(reading));
    found.push(...first.filter((one) => again.has(one)));
  }
  return found.slice(0, UNPROVEN_MAX);
}

function ofUnsignedKey(sequence: number): TrailProblem {
  return { sequence, what: 'the entry names a key that the one before has not signed' };
}

/** By the key in force at its size; of one beyond the end, by any. */
function unsigned(notes: readonly string[], keys: readonly TrailKey[]): readonly TrailProblem[] {
  return notes.flatMap((note) => {
    const size = readHead(note)?.size;
    const inForce = keys.findLast(({ sequence }) => sequence <= (size ?? 0));
    if (size === undefined || (inForce && openNote(note, [inForce.verifierKey]) !== null))
      return [];
    return { sequence: null, what: `no key of the trail signed the checkpoint of ${size} entries` };
  });
}

/** Whoever can write the database can add a row for a note, and so hide that the trail has grown since. */
async function misstated(reading: Reading): Promise<readonly TrailProblem[]> {
  const rows = await recentCheckpoints(reading, ROWS_MAX, null);
  return rows.flatMap(({ size, root, note }) => {
    const head = readHead(note);
    if (head?.size === size && head.root.toString('hex') === root) return [];
    const what = `the database has a checkpoint of ${size} entries that is not as it was signed`;
    return [{ sequence: null, what }];
  });
}

/** No entry is to blame for it: somebody has written hashes past Marina, and neither signatures nor proofs use them. */
async function ofStoredTree(
  reading: Reading,
  { subtrees = {} }: Verdict,
): Promise<readonly TrailProblem[]> {
  const nodes = new TreeNodes();
  for (const [position, hash] of Object.entries(subtrees))
    nodes.add(Number(position), Buffer.from(hash, 'hex'));
  return (await foreignNodes(reading, nodes)).map((what) => ({ sequence: null, what }));
}

function ofOtherTrail({ size }: TreeHead): TrailProblem {
  return { sequence: 1, what: `the checkpoint of ${size} entries is of another trail` };
}

function ofChain({ firstBadSequence }: Verdict): readonly TrailProblem[] {
  if (firstBadSequence === null) return [];
  return [{ sequence: firstBadSequence, what: 'the chain does not hold from this entry on' }];
}

/** What contradicts a checkpoint lies after the newest one that holds. */
function contradictions(
  heads: readonly TreeHead[],
  { entries, roots = {}, firstBadSequence }: Verdict,
  { holds: known, restores }: Known,
): readonly TrailProblem[] {
  let holds = known;
  const problems: TrailProblem[] = [];
  for (const head of [...heads].sort((a, b) => a.size - b.size)) {
    const { size, root } = head;
    if (roots[size] === root.toString('hex')) holds = size;
    else if (isForgotten(restores, head) || (firstBadSequence !== null && size >= firstBadSequence))
      continue;
    else if (size > entries) {
      const what = `the trail ends after ${entries} entries, and a checkpoint has ${size}`;
      problems.push({ sequence: entries + 1, what });
    } else {
      const what = `entry ${holds + 1} or a later one up to ${size} was changed: a signed checkpoint has another root`;
      problems.push({ sequence: holds + 1, what });
    }
  }
  return problems;
}

/** What was read before, and the restores after which older checkpoints do not hold. */
interface Known {
  readonly holds: number;
  readonly restores: readonly SignedRestore[];
}

/** The size of the newest signed checkpoint that holds. */
function signedUpTo(
  heads: readonly TreeHead[],
  { roots = {} }: Verdict,
  { holds, restores }: Known,
): number {
  const holding = heads.filter((head) => {
    const { size, root } = head;
    return size <= holds ? !isForgotten(restores, head) : roots[size] === root.toString('hex');
  });
  return Math.max(0, ...holding.map(({ size }) => size));
}

/**
 * The chain lacks the copy of its head that was written outside: since then its end was cut off or changed, or an older
 * state was put in its place. The service notices that, at its start or within seconds while it runs, and has the trail
 * say so before it writes the copy anew. A copy that says that a backup was restored cannot be compared, and where the chain
 * is broken before it, that is told already.
 */
function ofCopy(
  copy: ComparedCheckpoint | null,
  { entries, firstBadSequence }: Verdict,
  signedEntries: number,
): readonly TrailProblem[] {
  if (copy === null || copy.contained) return [];
  if (isUnreadable(copy))
    return [{ sequence: null, what: 'the copy of the head outside cannot be read' }];
  const { sequence } = copy;
  const isTold = firstBadSequence !== null && sequence >= firstBadSequence;
  if (!isComparable(copy) || isTold) return [];
  if (sequence > entries) {
    const what = `the trail ends after ${entries} entries, and the copy of its head outside has ${sequence}`;
    return [{ sequence: entries + 1, what }];
  }
  if (sequence <= signedEntries)
    return [{ sequence: null, what: 'the copy of the head outside is not of this trail' }];
  const first = signedEntries + 1;
  const what = `entry ${first} or a later one up to ${sequence} was changed: the copy of the head outside has another hash`;
  return [{ sequence: first, what }];
}

function unreadable(count: number): TrailProblem {
  return { sequence: null, what: `${count} checkpoints outside cannot be read` };
}

function unguarded(name: string): TrailProblem {
  return {
    sequence: null,
    what: `${name}, which keeps what was recorded from being changed, is missing or changed`,
  };
}

function ofForeignTrigger(name: string): TrailProblem {
  return { sequence: null, what: `${name} is a trigger or rule that Marina has not made` };
}

function ofHiding(name: string): TrailProblem {
  return { sequence: null, what: `${name} may hide what is stored: Marina has not made it` };
}
