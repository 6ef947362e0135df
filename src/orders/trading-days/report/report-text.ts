import { certificateInForce, type DayReport, type DayView, type Explanation } from '../day-view.js';
import type { TradeTerms } from '../../breaks/trade-difference.js';
import { grouped, naira } from '../../../market/figures.js';

/** Sentences of the CSV and of the printed page. */
type Gap = NonNullable<DayReport['facts']['gaps']>[number];

/** In place of the exchange's figures. */
export const NOT_READ = 'not read yet';

/** In the report of a day for which the exchange gave no list of trades. */
export function exchangeSaid({ facts }: DayReport): string[] {
  if (facts.exchangeSaid === undefined) return [];
  return [
    `The exchange gave no list of the day's trades; it answered: "${facts.exchangeSaid}". Whoever signs says that there were no others than those that are booked`,
  ];
}

/** Of executions that count as ours under a number that nothing has proven. */
export function inferredNumbersIn({ inferredNumbers = [] }: DayReport): string[] {
  if (inferredNumbers.length === 0) return [];
  const each = inferredNumbers.map(
    ({ orderId, orderNumber, units }) => `${orderNumber} of ${orderId}, ${grouped(units)} units`,
  );
  return [
    `Executions count here under order numbers that were only inferred: ${each.join('; ')}. Whoever signs says that these are ours`,
  ];
}

/** How the sentences show an instant. */
export type TimeText = (at: string) => string;

const asItIs: TimeText = (at) => at;

export function signatureStatus(day: DayView, time = asItIs): string[] {
  const inForce = certificateInForce(day);
  if (inForce !== null) {
    const { signedBy, closedAt, revision } = inForce;
    return [`Signed by ${namesOf(signedBy)}; closed at ${time(closedAt)} as revision ${revision}`];
  }
  const once = day.signOffs.map(
    ({ signedBy, signedAt }) => `Signed once: by ${signedBy} at ${time(signedAt)}`,
  );
  return ['Not signed by two people', ...once, ...reopenedNote(day, time)];
}

function reopenedNote({ reopened }: DayView, time: TimeText): string[] {
  if (reopened === null) return [];
  const { revision, signedBy, closedAt, hash } = reopened;
  return [
    `Reopened: it was signed by ${namesOf(signedBy)} and closed at ${time(closedAt)} as revision ${revision} (certificate ${hash}), and is no longer what was signed`,
  ];
}

/** From when, by the calendar, and after what; null for a closed day. */
export function whenClosable(day: DayView, time = asItIs): string | null {
  const { closableFrom, report } = day;
  if (day.status === 'Closed') return null;
  if (closableFrom === null) return 'There is nothing to close';
  const rest =
    report.unsettled.length === 0 ? 'two people have signed' : 'nothing stands in the way';
  return `Can be closed from ${time(closableFrom)}, once ${rest}`;
}

export function namesOf(names: readonly string[]): string {
  return names.join(' and ');
}

export function explainedBy({ breakId, trade, text, closedBy }: Explanation): string {
  const { matchingId, orderNumber, booked, shown } = trade;
  const holds = booked === null ? 'not booked' : `booked as ${termsIn(booked)}`;
  const reads = shown === null ? 'no longer shown' : `shown as ${termsIn(shown)}`;
  return `${orderNumber}, ${matchingId}: ${holds}, ${reads}; ${text ?? ''} (${breakId}, ${closedBy ?? ''})`;
}

function termsIn({ units, price }: TradeTerms): string {
  return `${grouped(units)} at ${naira(price)}`;
}

export function gapIn({ orderId, matchedUnits, bookedUnits, text, closedBy }: Gap): string {
  return `${orderId}: ${grouped(matchedUnits)} matched, ${grouped(bookedUnits)} booked; ${text ?? ''} (${closedBy ?? ''})`;
}
