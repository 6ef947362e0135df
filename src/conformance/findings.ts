import type { Call } from './courier.js';

/**
 * What a run has seen, before any conclusion: calls, and the terms they were about. What was not
 * reached is null or empty.
 */
export interface Findings {
  readonly ours: Ours;
  readonly survey: Survey;
  readonly resting: Resting | null;
  readonly refusals: Refusals;
  readonly crossing: Crossing | null;
  readonly trades: Trades;
}

export interface Ours {
  readonly brokerCode: string;
  readonly accountNumber: string;
}

/** Asked before anything was posted. */
export interface Survey {
  readonly unknownSymbol: Call | null;
  readonly pageBeyond: Call | null;
  readonly vwap: readonly Call[];
  readonly brokerList: Call | null;
  readonly accountList: Call | null;
}

/** The same question, asked until it showed what was expected or time ran out. */
export interface Sighting {
  readonly calls: readonly Call[];
  readonly found: Call | null;
  /** From the acknowledgement to the first question. */
  readonly askedAfterMs: number;
  /** From the acknowledgement to the end of the call that showed it. */
  readonly afterMs: number | null;
}

export const NOT_ASKED_YET: Sighting = { calls: [], found: null, askedAfterMs: 0, afterMs: null };

export interface Terms {
  readonly orderRef: string;
  readonly side: 'BUY' | 'SELL';
  readonly security: string;
  readonly units: string;
  readonly price: string;
}

export interface Posted {
  readonly terms: Terms;
  readonly call: Call;
  readonly orderNumber: string;
}

export interface Edited {
  readonly call: Call;
  readonly units: string;
  readonly price: string;
  /** The number that the order has from then on. */
  readonly orderNumber: string;
  readonly shown: Sighting;
}

/** One order far from the market, from its post to its cancel and beyond. */
export interface Resting {
  readonly post: Posted;
  readonly byEnquiry: Sighting;
  readonly byBrokerList: Sighting;
  readonly byAccountList: Sighting;
  readonly duplicate: Call | null;
  readonly edit: Edited | null;
  readonly cancel: Call | null;
  readonly cancelShown: Sighting | null;
  readonly editAfterCancel: Call | null;
  readonly cancelAfterCancel: Call | null;
  readonly brokerListAfter: Sighting | null;
  readonly accountListAfter: Sighting | null;
}

export interface Refusals {
  readonly validation: Call | null;
  /** A post with an unknown security, its reference, and the same reference with valid terms. */
  readonly refused: Call | null;
  readonly refusedRef: string | null;
  readonly sameRefAgain: Call | null;
  /** The same valid terms under a new reference. */
  readonly freshRef: Call | null;
  /** The broker's list once it shows an order posted after the duplicate. */
  readonly listAfterDuplicate: Call | null;
  readonly unknownNumber: string | null;
  readonly unknownEnquiry: Call | null;
  readonly unknownEdit: Call | null;
  readonly unknownCancel: Call | null;
}

/** Our own orders, crossed with each other. */
export interface Crossing {
  /** SELL, filled in part by `first`, edited, then filled by `second`. */
  readonly resting: Posted;
  readonly first: Posted | null;
  readonly partFilled: Sighting | null;
  readonly edit: Edited | null;
  /** SELL behind `resting`, so that `second` fills two orders. */
  readonly behind: Posted | null;
  readonly second: Posted | null;
  /** Enquiries of `second`, which leaves nothing pending. */
  readonly filled: Sighting | null;
}

export interface Trades {
  readonly all: Sighting | null;
  readonly matched: Call | null;
  readonly cancelled: Call | null;
}

export const NOTHING_ASKED: Omit<Findings, 'ours'> = {
  survey: { unknownSymbol: null, pageBeyond: null, vwap: [], brokerList: null, accountList: null },
  resting: null,
  refusals: {
    validation: null,
    refused: null,
    refusedRef: null,
    sameRefAgain: null,
    freshRef: null,
    listAfterDuplicate: null,
    unknownNumber: null,
    unknownEnquiry: null,
    unknownEdit: null,
    unknownCancel: null,
  },
  crossing: null,
  trades: { all: null, matched: null, cancelled: null },
};

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

/** Findings while they are being gathered, so that a run that ends early keeps what it has. */
export interface Gathered {
  readonly ours: Ours;
  readonly survey: Open<Survey>;
  resting: Open<Resting> | null;
  readonly refusals: Open<Refusals>;
  crossing: Open<Crossing> | null;
  readonly trades: Open<Trades>;
}

export function noFindings(ours: Ours): Gathered {
  const { survey, refusals, trades } = NOTHING_ASKED;
  return {
    ours,
    survey: { ...survey },
    resting: null,
    refusals: { ...refusals },
    crossing: null,
    trades: { ...trades },
  };
}
