import type { BreakIdentity, BreakEnd, Finding } from './break.js';

/**
 * An answer that leaves out most of what it should contain is probably wrong. Nothing is concluded
 * from what it leaves out; when it keeps happening, one break is opened for the answer as a whole.
 */

/** One answer may leave something out by mistake; this many over this long do not. */
export const LEFT_OUT_TIMES = { answers: 3, forMs: 30_000 };

/** So few may all really be gone, even if they are most of what is expected. */
export const FEW_MISSING = 10;

export function lacksMost(expected: number, missing: number): boolean {
  return missing * 2 > expected && missing > FEW_MISSING;
}

/**
 * Of a day of which something is shown, a few trades may really be gone. An earlier day without any row the exchange
 * may simply not show any more.
 */
export function isDoubted(booked: number, missing: number, isShown: boolean): boolean {
  return isShown ? lacksMost(booked, missing) : missing * 2 > booked;
}

/** As severe as the loss of a trade, so that accepting it takes two people. */
export function dayDoubt(tradingDate: string): BreakIdentity {
  return { type: 'FillMismatch', kind: 'IncompleteDay', key: tradingDate };
}

export function dayBreak(tradingDate: string): Finding {
  const detail = `the answers for the trades of ${tradingDate} leave out most of what is booked, and are ignored`;
  return { ...dayDoubt(tradingDate), detail, lasting: true };
}

export function dayBreakEnd(tradingDate: string): BreakEnd {
  return { ...dayDoubt(tradingDate), outcome: 'an answer shows most of what is booked' };
}

const DOUBT_OF_LIST: BreakIdentity = { type: 'SourcesDisagree', key: "broker's list" };

export function listBreak(): Finding {
  const detail = "the broker's list leaves out most working orders: each is enquired by its number";
  return { ...DOUBT_OF_LIST, detail, lasting: true };
}

export function listBreakEnd(): BreakEnd {
  return { ...DOUBT_OF_LIST, outcome: 'the list shows most working orders' };
}

/** How long a working order may go unproven while its session is open. */
export const NOT_SEEN_MS = 10 * 60_000;

const UNSEEN: BreakIdentity = { type: 'NotSeen', key: 'working orders' };

export function unseenBreak(): Finding {
  const detail =
    'some working orders have been unproven for ten minutes: no list of them has been answered';
  return { ...UNSEEN, detail, lasting: true };
}

export function seenAgain(): BreakEnd {
  return { ...UNSEEN, outcome: 'the working orders have been seen again' };
}
