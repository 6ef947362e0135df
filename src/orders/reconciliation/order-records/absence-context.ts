/**
 * Where a trading day is. `trading`: its session has not ended. `closing`: it has, and not all of its trades
 * are known yet, so silence about an order proves nothing. `over`: its trades were read whole after the close.
 */
export type DayPhase = 'trading' | 'closing' | 'over';

/** `Cancelled`: it is held otherwise. `Terms`: its units. `Word`: a word that nobody has explained, and that no enquiry showed. */
export type Contradicted = 'Cancelled' | 'Terms' | 'Word';

/** What the lists say about an order that was enquired. */
export interface AbsenceContext {
  /** The broker's list should show it and does not. */
  readonly absent: boolean;
  /** An earlier list has shown it working. */
  readonly wasListed: boolean;
  /** The order works, the session is open, and few orders are missing from the list that earlier ones have shown. */
  readonly tellsPresence: boolean;
  /** The list shows something that only an enquiry can explain. */
  readonly differs: boolean;
  /** By what that row cannot be of the order as it is held; null: it can. */
  readonly contradicted: Contradicted | null;
  /** The list shows it under a status word that nobody has mapped. */
  readonly isUnexplained: boolean;
  /** No list before it was read since the start: one before that may have contradicted, too. */
  readonly isFirstList: boolean;
  /** When that list was asked for, in database time; null: there was none. */
  readonly listAskedAt: number | null;
  readonly phase: DayPhase;
  /** When the session of the order's day ends; null for an order that no day ends. */
  readonly closesAt: number | null;
  /** A later session has opened since the order's day. */
  readonly late: boolean;
}
