export type Fit = 'no' | 'perhaps' | 'yes';

interface Sent {
  /** Database time. */
  readonly sentAt: number;
  /** The last audit entry before that; null: not known. */
  readonly sentEntry: number | null;
  /** Only times of one process can be compared with each other. */
  readonly isOfThisProcess: boolean;
}

/** When a number was first seen at the exchange. */
export interface FirstSeen {
  /** Database time of the answer that first showed it. */
  readonly firstSeenAt: number;
  /** The last audit entry when that was noted; null: not known. */
  readonly notedEntry: number | null;
}

/** Whether the number was seen before the request was sent: by the audit trail first, then by the clock. */
export function seenBefore(
  { sentAt, sentEntry, isOfThisProcess }: Sent,
  { firstSeenAt, notedEntry }: FirstSeen,
): Fit {
  if (notedEntry !== null && sentEntry !== null && notedEntry <= sentEntry) return 'yes';
  if (firstSeenAt > sentAt) return 'no';
  // The clock of the process that sent it may have been ahead of ours.
  return isOfThisProcess ? 'yes' : 'perhaps';
}

/**
 * Whether the number was there while the order still worked under its own, as the answer says that was asked for at
 * `shownWorkingAt`. What replaces an order is not there before that has ended. But an exchange may leave the record of a
 * replaced number as it was: so the number is neither taken nor ruled out.
 */
export function wasThereBeside(
  shownWorkingAt: number | null,
  { firstSeenAt }: Pick<FirstSeen, 'firstSeenAt'>,
  { answersLateMs }: { readonly answersLateMs: number },
): boolean {
  return shownWorkingAt !== null && firstSeenAt < shownWorkingAt - answersLateMs;
}
