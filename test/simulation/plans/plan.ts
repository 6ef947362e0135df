import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import type { KillPlan } from '../life.js';
import type { WireFault } from '../world/wire-faults.js';

/**
 * What a seed is about, drawn before it begins. Every seed has weather of its own: each kind of
 * fault is absent in half of the seeds, and as likely as that seed says in the others.
 */
export const WORKLOADS = ['plain', 'twins', 'burst', 'living market', 'day end', 'crowd'] as const;
export type Workload = (typeof WORKLOADS)[number];

/**
 * `anything`: whatever the network, the exchange, outsiders and ourselves can do, in every mixture.
 * `network`: up to four calls in ten go wrong on their way, and processes are killed, at an exchange
 * that does as its document says; it shows what the share of orders is that only a person can settle.
 * `rare`: what needs several things at one moment, brought about (`rare-plan.ts`).
 * `week`: five trading days, each of which people settle and close (`week-plan.ts`, `operations.ts`).
 * `power`: whatever is in `anything`, with processes that end because the machine has no power any more:
 * what was not flushed is gone (`power-plan.ts`).
 * `pair`: whatever is in `anything`, with two instances of the service on one database, of which one may stand still
 * and go on (`pair-plan.ts`).
 */
export const LOADS = ['anything', 'network', 'rare', 'week', 'power', 'pair'] as const;
export type Load = (typeof LOADS)[number];

export interface Freeze {
  readonly afterMs: number;
  readonly ms: number;
}

export interface Plan {
  readonly seed: number;
  readonly workload: Workload;
  readonly preset: string;
  readonly parameters: Partial<ExchangeParameters>;
  readonly orders: number;
  /** How long the desk has been up before: it is open since the morning. */
  readonly warmUpMs: number;
  /** How long dealers are at work, and everything goes wrong. */
  readonly busyMs: number;
  readonly startAt: number;
  /** When dealers are at work, for `busyMs` each time; people close every day. Empty: once, at once. */
  readonly days: readonly number[];
  readonly session: 'always' | '10:00-14:30';
  readonly marketIsOn: boolean;
  readonly environment: Readonly<Record<string, string>>;
  /** The probability of each fault, for one call. */
  readonly faults: Readonly<Partial<Record<WireFault, number>>>;
  /** Usual time on the way, one way, and how often it is much longer. */
  readonly wayMs: number;
  readonly slowShare: number;
  /** How long it is so: the network may be slow for a while, and then fast. */
  readonly slowMs: number;
  readonly kills: readonly KillPlan[];
  /** How many processes of the service share the database. */
  readonly instances: number;
  /** How often one of several stands still for a while, with a call on its way. */
  readonly stalls: number;
  /** Whether the machine's power goes with the process. */
  readonly powerCuts: boolean;
  /** Stops in order, as for a new release. */
  readonly restarts: number;
  /** Times at which the exchange is away, its key expired, a scope taken back. */
  readonly outages: number;
  /** When, from when dealers begin, the exchange reads nothing, and for how long. */
  readonly freezes: readonly Freeze[];
  /** How far ahead the wall clock is whenever a process starts; a process that runs is not moved. */
  readonly wallAtStartMs: number;
  /** For how long, from when dealers begin, something is wrong with the lists of orders alone. */
  readonly listsAwayMs: number;
  /** How likely it is that a post never arrives, on a day on which hardly any does. */
  readonly postsLost: number;
  /** Likewise of an edit. */
  readonly editsLost: number;
  /** How likely it is that what the exchange answers to a post is lost, on a day on which hardly any answer is. */
  readonly postRepliesLost: number;
  /** Likewise of an edit. */
  readonly editRepliesLost: number;
  /** A post whose answer is lost on such a day is booked so much later at the most; 0: at once. */
  readonly takenLateMs: number;
  /** Another desk has keyed an order as ours will, before ours is up. */
  readonly morning: boolean;
  /** The conformance kit has told how the exchange refuses a duplicate. */
  readonly knowsDuplicates: boolean;
  /** Wrong how: they cannot be had, or they are empty, which nobody can tell from the truth. */
  readonly listsAre: 'away' | 'empty';
  /** How often another desk changes an order just before our dealer cancels it. */
  readonly changedBeforeCancel: number;
  /** So long after the change he cancels it, at the most. */
  readonly cancelledWithinMs: number;
  /** How often a dealer edits an order and cancels it soon after. */
  readonly editedThenCancelled: number;
  /** How often an order is filled in part, and its dealer edits what is left a while later. */
  readonly partFilledThenEdited: number;
  /** How often an order is filled just after its dealer has asked for a worse limit. */
  readonly editedThenFilled: number;
  /** How often an order is filled, and works again a while later. */
  readonly filledThenTakenBack: number;
  /**
   * Of each post that never arrives another desk enters the like, with other units or another limit. Of each edit it enters
   * the order as edited, and cancels ours a while later.
   */
  readonly lostAreLikeOthers: boolean;
  /** From the next opening on the exchange shows no trades of the day on which dealers are at work. */
  readonly emptyTheDayAfter: boolean;
  /** Whatever a list has shown is filled soon after. */
  readonly filledOnceSeen: boolean;
  /** When, from when dealers begin, the key expires for the rest of the day; null for never. */
  readonly keyEndsAfterMs: number | null;
  /** Steps of the wall clock, which the steady clock does not make. */
  readonly wallSteps: number;
  /** A busy event loop: every timer comes so many times later than it should. */
  readonly tickFactor: number;
  /** How dealers behave. */
  readonly edits: number;
  readonly cancels: number;
  readonly fills: number;
  readonly outsiders: number;
  /** Their own orders are of another broker, and may have the terms of ours. */
  readonly outsidersAreOthers: boolean;
  /** How often another desk changes the limit of an order, and nothing else. */
  readonly repriced: number;
  /** Orders that end part-filled, and whose numbers their client's next orders are given, by another desk. */
  readonly passedOn: number;
  /** Trades of each day that the exchange withdraws or corrects afterwards. */
  readonly corrections: number;
}
