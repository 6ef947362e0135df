export type Match = 'no' | 'perhaps' | 'yes';

/** When a request left. */
interface Sent {
  /** Database time. */
  readonly sentAt: number;
  /** The last entry of the audit trail before that; null: not known. */
  readonly sentEntry: number | null;
  /** Sent by this process, whose times can be compared with each other. */
  readonly isOfThisProcess: boolean;
}

/** When a number was first seen at the exchange. */
export interface FirstSeen {
  /** Database time at which the answer was there that first showed it. */
  readonly firstSeenAt: number;
  /** The last entry of the audit trail when that was noted; null: not known. */
  readonly notedEntry: number | null;
}

/** Whether the number was seen before the request was sent: by the order of the trail, then by the clock. */
export function seenBefore(
  { sentAt, sentEntry, isOfThisProcess }: Sent,
  { firstSeenAt, notedEntry }: FirstSeen,
): Match {
  if (notedEntry !== null && sentEntry !== null && notedEntry <= sentEntry) return 'yes';
  if (firstSeenAt > sentAt) return 'no';
  // The clock of the process that has sent it may have been ahead of ours.
  return isOfThisProcess ? 'yes' : 'perhaps';
}
