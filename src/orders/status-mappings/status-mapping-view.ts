import type { ActorName, Instant, PersonName, Sha256, Text, Whole } from '../../infra/formats.js';
import { instant } from '../../infra/runtime/clock.js';
import type { StatusMappingRow } from './status-mapping.entity.js';

export interface StatusMappingsView {
  /** 0: from the settings file. */
  readonly version: Whole;
  /**
   * Pending, Approved, Rejected, Expired or Stale.
   * @example "Approved"
   */
  readonly state: string;
  /** Each word of the exchange that its interface does not document, with its meaning. */
  readonly words: readonly MappedWord[];
  /** Null for version 0, whose evidence is in the settings file. */
  readonly reason: Text | null;
  /** An approval may name it; null for version 0. */
  readonly payloadHash: Sha256 | null;
  readonly proposedBy: ActorName | null;
  /** The person whom the proposer acted for, if it named one. */
  readonly proposedOnBehalfOf: PersonName | null;
  readonly proposedAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly decidedBy: ActorName | null;
  readonly decidedAt: Instant | null;
  readonly decision: Text | null;
}

export interface MappedWord {
  /**
   * As the exchange spells it.
   * @example "Replaced"
   */
  readonly word: string;
  /**
   * What people have said it means.
   * @example "Cancelled"
   */
  readonly meaning: string;
}

export interface StatusMappingsNow {
  readonly inForce: StatusMappingsView;
  /** The proposal that waits for a second person; null: none. */
  readonly pending: StatusMappingsView | null;
}

export function statusMappingsView(row: StatusMappingRow): StatusMappingsView {
  const words = Object.entries(JSON.parse(row.words) as Record<string, string>);
  return {
    ...row,
    words: words.map(([word, meaning]) => ({ word, meaning })),
    proposedAt: instant(row.proposedAt),
    expiresAt: instant(row.expiresAt),
    decidedAt: row.decidedAt === null ? null : instant(row.decidedAt),
  };
}

/** Version 0: what the conformance kit has proven, or nothing. */
export function mappingsOfFile(
  settings: { readonly takenAt: string; readonly statusWords: ReadonlyMap<string, string> } | null,
): StatusMappingsView {
  const words = [...(settings?.statusWords ?? [])].map(([word, meaning]) => ({ word, meaning }));
  return {
    version: 0,
    state: 'Approved',
    words,
    reason: null,
    payloadHash: null,
    proposedBy: null,
    proposedOnBehalfOf: null,
    proposedAt: settings?.takenAt ?? null,
    expiresAt: null,
    decidedBy: null,
    decidedAt: null,
    decision: null,
  };
}
