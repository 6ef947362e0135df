import type { Reading } from '../database/reads.js';
import { digestOfText } from './digest.js';

/** A proposal that a second person decides, as its table has it. */
export interface Proposal {
  readonly proposedBy: string;
  readonly proposedOnBehalfOf: string | null;
  /** Canonical JSON of what would be done, made of the columns that are applied. */
  readonly payload: string;
  /** Its SHA-256, as the table has it. */
  readonly payloadHash: string;
}

interface Entry {
  readonly actor: string;
  readonly onBehalfOf: string | null;
  readonly body: string;
}

/**
 * Whether a proposal is what the trail says was proposed, and by whom; `about` is what its entry says besides.
 * Whoever can write the database could change the table, or add to it, between the two people; the trail cannot be
 * changed without being found out.
 */
export async function isAsProposed(
  reading: Reading,
  type: string,
  about: Readonly<Record<string, string | number>>,
  { proposedBy, proposedOnBehalfOf, payload, payloadHash }: Proposal,
): Promise<boolean> {
  const [entry] = await reading.query<Entry>(
    `SELECT actor, on_behalf_of AS "onBehalfOf", body FROM audit_entries
       WHERE type = ? AND body LIKE ? ORDER BY sequence DESC LIMIT 1`,
    [type, `%"payloadHash":"${payloadHash}"%`],
  );
  if (entry === undefined || digestOfText(payload) !== payloadHash) return false;
  const said = JSON.parse(entry.body) as Readonly<Record<string, unknown>>;
  return (
    said['payloadHash'] === payloadHash &&
    Object.entries(about).every(([field, value]) => said[field] === value) &&
    entry.actor === proposedBy &&
    entry.onBehalfOf === proposedOnBehalfOf
  );
}
