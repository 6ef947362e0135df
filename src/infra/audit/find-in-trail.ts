import type { Reading } from '../database/reads.js';
import { bodyOf } from './audit-chain.js';
import { digestOfText } from './digest.js';

/** The entry that something must have: what a person did, and what its body says besides. */
export interface ExpectedEntry {
  readonly type: string;
  readonly stream: string;
  /** The caller, and the person whom it acted for; without that field, whomever. */
  readonly actor: string;
  readonly onBehalfOf?: string | null;
  readonly says: Readonly<Record<string, string | number>>;
}

/** A proposal that a second person decides, as its table has it. */
export interface Proposal {
  readonly proposedBy: string;
  readonly proposedOnBehalfOf: string | null;
  /** Canonical JSON of what would be done, made of the columns that are applied. */
  readonly payload: string;
  /** Its SHA-256, as the table has it. */
  readonly payloadHash: string;
}

/** Who did what an entry says, and where it stands. */
export interface EntryActor {
  readonly sequence: number;
  readonly actor: string;
  readonly onBehalfOf: string | null;
}

interface Entry extends EntryActor {
  readonly stream: string;
  readonly body: string;
}

/**
 * What one person did and another decides upon must be in the trail as its table has it. Whoever can write the
 * database could change the table, or add to it, between the two; the trail cannot be changed without being found
 * out. `hash` names the field that tells the entry from all others, and its value.
 */
export async function isInTrail(
  reading: Reading,
  expected: ExpectedEntry,
  hash: readonly [string, string],
): Promise<boolean> {
  return (await findInTrail(reading, expected, hash)) !== null;
}

/** Likewise, with whom the entry names; null: there is none. */
export async function findInTrail(
  reading: Reading,
  { type, stream, actor, onBehalfOf, says }: ExpectedEntry,
  [field, hash]: readonly [string, string],
): Promise<EntryActor | null> {
  const [entry] = await reading.query<Entry>(
    `SELECT sequence, stream, actor, on_behalf_of AS "onBehalfOf", body FROM audit_entries
       WHERE type = ? AND body LIKE ? ORDER BY sequence DESC LIMIT 1`,
    [type, `%"${field}":"${hash}"%`],
  );
  if (entry === undefined) return null;
  const said = bodyOf(entry.body);
  const isIt =
    said[field] === hash &&
    Object.entries(says).every(([name, value]) => said[name] === value) &&
    entry.stream === stream &&
    entry.actor === actor &&
    (onBehalfOf === undefined || entry.onBehalfOf === onBehalfOf);
  return isIt ? { sequence: entry.sequence, actor, onBehalfOf: entry.onBehalfOf } : null;
}

/** The entry that says that just this was proposed, and by whom; null: there is none. */
export async function findProposal(
  reading: Reading,
  entry: Pick<ExpectedEntry, 'type' | 'stream' | 'says'>,
  { proposedBy, proposedOnBehalfOf, payload, payloadHash }: Proposal,
): Promise<EntryActor | null> {
  const expected = { ...entry, actor: proposedBy, onBehalfOf: proposedOnBehalfOf };
  if (digestOfText(payload) !== payloadHash) return null;
  return findInTrail(reading, expected, ['payloadHash', payloadHash]);
}
