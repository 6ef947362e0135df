import type { BreakIdentity, BreakEnd, Finding } from './break.js';

/**
 * An answer that leaves out most of what should be in it is rather wrong than right: nothing is concluded from
 * what it leaves out, and a person is told once, of the answer as a whole, when one after another is so.
 */
type Doubt = BreakIdentity;

/** A whole answer may leave something out by mistake: so many, over so long, do not. */
export const LEFT_OUT_TIMES = { answers: 3, forMs: 30_000 };

const FEW = 10;

/** Of a few most may be missing in earnest. */
export function lacksMost(expected: number, missing: number): boolean {
  return missing * 2 > expected && missing > FEW;
}

/**
 * Of the trades of the day itself a few may be all that there are; for an earlier day an exchange may
 * show nothing any more.
 */
export function isDoubted(booked: number, missing: number, isToday: boolean): boolean {
  return isToday ? lacksMost(booked, missing) : missing * 2 > booked;
}

/** As severe as the loss of a trade, so that it takes two people to say that it may stay so. */
export function dayDoubt(tradingDate: string): Doubt {
  return { type: 'FillMismatch', kind: 'IncompleteDay', key: tradingDate };
}

export function dayBreak(tradingDate: string): Finding {
  const detail = `the answers for the trades of ${tradingDate} leave out most of what is booked, and are not believed`;
  return { ...dayDoubt(tradingDate), detail, lasting: true };
}

export function dayBreakEnd(tradingDate: string): BreakEnd {
  return { ...dayDoubt(tradingDate), outcome: 'an answer shows most of what is booked' };
}

const DOUBT_OF_LIST: Doubt = { type: 'SourcesDisagree', key: "broker's list" };

export function listBreak(): Finding {
  const detail =
    "the broker's list leaves out most of the orders that work: each is asked for by its number";
  return { ...DOUBT_OF_LIST, detail, lasting: true };
}

export function listBreakEnd(): BreakEnd {
  return { ...DOUBT_OF_LIST, outcome: 'the list shows most of the orders that work' };
}

/** For so long an order that works may go without a proof while its session is open. */
export const NOT_SEEN_MS = 10 * 60_000;

const UNSEEN: Doubt = { type: 'NotSeen', key: 'working orders' };

export function unseenBreak(): Finding {
  const detail =
    'nothing of the exchange has proven some orders that work for ten minutes: no list of them comes';
  return { ...UNSEEN, detail, lasting: true };
}

export function seenAgain(): BreakEnd {
  return { ...UNSEEN, outcome: 'the orders that work have been seen again' };
}
