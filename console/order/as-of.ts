import type { AuditEvent, Break, ExchangeCall, Fill, Order } from '../api/answers.js';
import { grouped, money, unitsOrNothing } from '../parts/figures.js';

/** The instants at which something of an order was recorded, oldest first. */
export function momentsOf(events: readonly Pick<AuditEvent, 'at'>[]): readonly string[] {
  return [...new Set(events.map(({ at }) => at))].sort();
}

/** The place of the last moment that is not after `at`; -1: it is before all. */
export function placeOf(moments: readonly string[], at: string): number {
  return moments.findLastIndex((moment) => Date.parse(moment) <= Date.parse(at));
}

/** The moment before or after; null is now, and after the last one. */
export function stepped(
  moments: readonly string[],
  at: string | null,
  step: 'earlier' | 'later',
): string | null {
  if (at === null) return step === 'later' ? null : (moments.at(-2) ?? moments[0] ?? null);
  const place = placeOf(moments, at);
  const isBetween = moments[place] !== at;
  const next = step === 'later' ? place + 1 : isBetween ? place : place - 1;
  return moments[Math.max(0, next)] ?? null;
}

export interface Difference {
  readonly name: string;
  readonly then: string;
  readonly now: string;
}

/** What has become of an order since, in the words of the pane. */
export function differencesOf(then: Order, now: Order): readonly Difference[] {
  return FIELDS.flatMap(([name, words]) => {
    const [before, after] = [words(then), words(now)];
    return before === after ? [] : [{ name, then: before, now: after }];
  });
}

const FIELDS: readonly (readonly [string, (order: Order) => string])[] = [
  ['Status', ({ status }) => status],
  ['Certain', ({ evidence }) => (evidence.certain ? 'yes' : 'no')],
  ['Under way', ({ pending }) => (pending === null ? 'nothing' : pending.kind.toLowerCase())],
  ['Units', ({ units }) => grouped(units)],
  ['Limit ₦', ({ price }) => money(price)],
  ['Matched', ({ matchedUnits }) => unitsOrNothing(matchedUnits)],
  ['Average ₦', ({ averagePrice }) => money(averagePrice)],
  ['Order number', ({ orderNumber }) => orderNumber ?? 'not known'],
  ['Open breaks', ({ openBreaks }) => String(openBreaks)],
];

/** Executions that were booked by then; one that was reversed later still counted. */
export function fillsAsOf(fills: readonly Fill[], asOf: string | null): readonly Fill[] {
  if (asOf === null) return fills;
  return fills
    .filter(({ observedAt }) => isBy(observedAt, asOf))
    .map((fill) => (isBy(fill.reversedAt, asOf) ? fill : { ...fill, reversedAt: null }));
}

/** Calls that had been made by then, without the answers that came later. */
export function callsAsOf(
  calls: readonly ExchangeCall[],
  asOf: string | null,
): readonly ExchangeCall[] {
  if (asOf === null) return calls;
  const unanswered = {
    completedAt: null,
    httpStatus: null,
    reply: null,
    failure: null,
    outcome: null,
  };
  return calls
    .filter(({ startedAt }) => isBy(startedAt, asOf))
    .map((one) => (isBy(one.completedAt, asOf) ? one : { ...one, ...unanswered }));
}

/** Breaks that were known by then; one that was closed later was still open. */
export function breaksAsOf(breaks: readonly Break[], asOf: string | null): readonly Break[] {
  if (asOf === null) return breaks;
  return breaks
    .filter(({ openedAt }) => isBy(openedAt, asOf))
    .map((one) => (isBy(one.closedAt, asOf) ? one : { ...one, closedAt: null }));
}

type RequestKind = NonNullable<Order['pending']>['kind'];

export interface SearchedThen {
  /** In words. */
  readonly found: string | null;
  /** The numbers that it had named as possible; entries of earlier releases have them in their words alone. */
  readonly numbers: readonly string[];
}

/**
 * What the last search for the order's unknown request of that kind had come to by then, as the entry of it says.
 * `events`: all of the order until then, oldest first. Null: no search had found anything to say.
 */
export function searchedBy(
  events: readonly AuditEvent[],
  kind: RequestKind,
  asOf: string,
): SearchedThen | null {
  const of = kind.toUpperCase();
  const until = events.slice(0, 1 + events.findLastIndex(({ at }) => isBy(at, asOf)));
  const last = until.findLast(({ type }) => [`${of}_REQUESTED`, `${of}_SEARCHED`].includes(type));
  if (last === undefined || last.type === `${of}_REQUESTED`) return null;
  const { found, candidates } = last.body;
  return {
    found: typeof found === 'string' ? found : null,
    numbers: Array.isArray(candidates) ? candidates.map(String) : [],
  };
}

export function isBy(instant: string | null, asOf: string): boolean {
  return instant !== null && Date.parse(instant) <= Date.parse(asOf);
}
