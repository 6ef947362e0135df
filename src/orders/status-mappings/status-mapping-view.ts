import { instant } from '../../infra/runtime/clock.js';
import type { StatusMappingRow } from './status-mapping.entity.js';

/** A version of what undocumented status words mean, as callers see it. */
export interface StatusMappingsView {
  /** 0: what the settings file says. */
  readonly version: number;
  readonly state: string;
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
  /** Why; null of version 0, whose proofs are in the settings file. */
  readonly reason: string | null;
  /** What an approval names; null of version 0. */
  readonly payloadHash: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: string | null;
  readonly expiresAt: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
}

/** What records are read by, and what waits for a second person. */
export interface StatusMappingsNow {
  readonly inForce: StatusMappingsView;
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

/** Version 0: what a run of the conformance kit has proven, or nothing. */
export function wordsOfFile(
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
    proposedAt: settings?.takenAt ?? null,
    expiresAt: null,
    decidedBy: null,
    decidedAt: null,
    decision: null,
  };
}
