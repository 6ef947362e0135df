import { Injectable } from '@nestjs/common';
import type { Whole } from '../formats.js';
import { Database } from '../database/database.js';
import type { Reading } from '../database/reads.js';
import { missingGuards } from './append-only-guards.js';
import type { Verdict } from './audit-chain.js';
import { ChainVerification } from './chain-verification.js';
import { openNote, readHead, type TreeHead } from './checkpoints/signed-note.js';
import { SignedCheckpoints } from './checkpoints/signed-checkpoints.js';
import { originOf, trailKeys, type TrailKey } from './checkpoints/signing-key.js';

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
  /** Entries that were verified. */
  readonly entries: Whole;
  /** The first entry that something is wrong with; null: none. */
  readonly firstBadSequence: Whole | null;
  /** All that does not hold. */
  readonly problems: readonly TrailProblem[];
  /** Signed checkpoints that were compared. */
  readonly checkpointsCompared: Whole;
}

interface Restore {
  readonly lastSequence: number;
  readonly forgottenSequence: number;
}

/**
 * Verifies the trail against all that is known of it: its chain, the signed checkpoints outside and in the database,
 * the keys that it names, and what keeps it append-only.
 */
@Injectable()
export class TrailVerification {
  private running: Promise<TrailVerdict> | null = null;

  constructor(
    private readonly database: Database,
    private readonly chain: ChainVerification,
    private readonly checkpoints: SignedCheckpoints,
  ) {}

  /** One at a time: whoever asks meanwhile gets the same answer. */
  verify(): Promise<TrailVerdict> {
    this.running ??= this.run().finally(() => (this.running = null));
    return this.running;
  }

  private async run(): Promise<TrailVerdict> {
    // Before the chain: what a checkpoint says was committed by then.
    const notes = await this.checkpoints.known();
    const heads = headsOf(notes);
    const chain = await this.chain.verify(heads.map(({ size }) => size));
    const problems = await problemsOf(this.database, notes, chain);
    const named = problems.flatMap(({ sequence }) => sequence ?? []);
    return {
      valid: problems.length === 0,
      entries: chain.entries,
      firstBadSequence: named.length === 0 ? null : Math.min(...named),
      problems,
      checkpointsCompared: heads.length,
    };
  }
}

/** The sizes and roots that these checkpoints state. */
export function headsOf(notes: readonly string[]): readonly TreeHead[] {
  return notes.map(readHead).filter((head) => head !== null);
}

/**
 * What does not hold of a trail whose chain was verified with the roots at the sizes of these checkpoints. The
 * database may be a copy, too.
 */
export async function problemsOf(
  trail: Pick<Database, 'engine' | 'reading'>,
  notes: readonly string[],
  chain: Verdict,
): Promise<readonly TrailProblem[]> {
  const heads = headsOf(notes);
  const { reading } = trail;
  return [
    ...ofChain(chain),
    ...(notes.length > heads.length ? [unreadable(notes.length - heads.length)] : []),
    ...unsigned(notes, await trailKeys(reading)),
    ...contradictions(heads, chain, await restoresOf(reading)),
    ...ofOtherTrails(heads, await originOf({ reading })),
    ...(await missingGuards(trail)).map(unguarded),
  ];
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

function ofOtherTrails(heads: readonly TreeHead[], origin: string | null): readonly TrailProblem[] {
  return heads
    .filter((head) => head.origin !== origin)
    .map(({ size }) => ({
      sequence: 1,
      what: `the checkpoint of ${size} entries is of another trail`,
    }));
}

async function restoresOf(reading: Reading): Promise<readonly Restore[]> {
  const rows = await reading.query<{ body: string }>(
    "SELECT body FROM audit_entries WHERE type = 'DATABASE_OLDER_THAN_CHECKPOINT'",
  );
  return rows.map(({ body }) => JSON.parse(body) as Restore);
}

function ofChain({ firstBadSequence }: Verdict): readonly TrailProblem[] {
  if (firstBadSequence === null) return [];
  return [{ sequence: firstBadSequence, what: 'the chain does not hold from this entry on' }];
}

/** What contradicts a checkpoint lies after the newest one that holds. */
function contradictions(
  heads: readonly TreeHead[],
  { entries, roots = {}, firstBadSequence }: Verdict,
  restores: readonly Restore[],
): readonly TrailProblem[] {
  let holds = 0;
  const problems: TrailProblem[] = [];
  for (const { size, root } of [...heads].sort((a, b) => a.size - b.size)) {
    const isForgotten = restores.some(
      ({ lastSequence, forgottenSequence }) => size > lastSequence && size <= forgottenSequence,
    );
    if (roots[size] === root.toString('hex')) holds = size;
    else if (isForgotten || (firstBadSequence !== null && size >= firstBadSequence)) continue;
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

function unreadable(count: number): TrailProblem {
  return { sequence: null, what: `${count} checkpoints outside cannot be read` };
}

function unguarded(name: string): TrailProblem {
  return {
    sequence: null,
    what: `${name}, which keeps the trail append-only, is missing or changed`,
  };
}
