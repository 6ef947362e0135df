import { instant } from '../../infra/runtime/clock.js';
import type { StatusMappingRow } from './status-mapping.entity.js';

export interface StatusMappingsView {
  /** 0: from the settings file. */
  readonly version: number;
  readonly state: string;
  readonly words: readonly { readonly word: string; readonly meaning: string }[];
  /** Null for version 0, whose evidence is in the settings file. */
  readonly reason: string | null;
  /** An approval may name it; null for version 0. */
  readonly payloadHash: string | null;
  readonly proposedBy: string | null;
  readonly proposedAt: string | null;
  readonly expiresAt: string | null;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly decision: string | null;
}

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
    proposedAt: settings?.takenAt ?? null,
    expiresAt: null,
    decidedBy: null,
    decidedAt: null,
    decision: null,
  };
}
