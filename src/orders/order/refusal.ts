/** One of our rules says no. Data, not an exception: the HTTP edge turns it into a problem. */
export interface Refusal {
  readonly refusal: RefusalCode;
  readonly detail: string;
  readonly field?: string;
}

export type RefusalCode =
  | 'order-not-working'
  | 'order-part-filled'
  | 'units-below-matched'
  | 'version-stale'
  | 'resolution-unfit'
  | 'status-word-unfit';

export function isRefusal(value: object): value is Refusal {
  return 'refusal' in value;
}
