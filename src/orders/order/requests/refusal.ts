/** One of our rules says no. Data, not an exception: the HTTP edge turns it into a problem. */
export interface Refusal {
  readonly refusal: RefusalCode;
  readonly detail: string;
  readonly field?: string;
  /** When it may be asked again. */
  readonly retryAfterSeconds?: number;
}

export type RefusalCode =
  | 'order-not-working'
  | 'order-part-filled'
  | 'units-below-matched'
  | 'too-many-edits'
  | 'version-stale'
  | 'limit-exceeded'
  | 'last-price-unknown'
  | 'resolution-unfit'
  | 'status-word-unfit';

/** A resolution of a break that does not fit it, or the order as it is now. */
export function unfitResolution(detail: string, field?: string): Refusal {
  return { refusal: 'resolution-unfit', detail, ...(field === undefined ? {} : { field }) };
}

export function isRefusal(value: object): value is Refusal {
  return 'refusal' in value;
}
