import {
  certificateThatHolds,
  type DayReport,
  type DayView,
  type Explanation,
} from './day-view.js';

/** What the table and the page say of a trading day in sentences. */
type Gap = NonNullable<DayReport['facts']['gaps']>[number];

/** Who has signed what, and whether it still holds. */
export function standingOf(day: DayView): string[] {
  const holds = certificateThatHolds(day);
  if (holds !== null) {
    const { signedBy, closedAt, revision } = holds;
    return [`Signed by ${namesOf(signedBy)}; closed at ${closedAt} as revision ${revision}`];
  }
  const once = day.signOffs.map(
    ({ signedBy, signedAt }) => `Signed once: by ${signedBy} at ${signedAt}`,
  );
  return ['Not signed by two', ...once, ...reopenedIn(day)];
}

function reopenedIn({ reopened }: DayView): string[] {
  if (reopened === null) return [];
  const { revision, signedBy, closedAt, hash } = reopened;
  return [
    `Reopened: it was signed by ${namesOf(signedBy)} and closed at ${closedAt} as revision ${revision} (certificate ${hash}), and is no longer what was signed`,
  ];
}

export function namesOf(names: readonly string[]): string {
  return names.join(' and ');
}

export function explainedBy({ breakId, trade, text, closedBy }: Explanation): string {
  const { matchingId, orderNumber, booked, shown } = trade;
  const reads = shown === null ? 'shown no more' : `shown as ${shown.units} at ${shown.price}`;
  return `${orderNumber}, ${matchingId}: booked as ${booked.units} at ${booked.price}, ${reads}; ${text ?? ''} (${breakId}, ${closedBy ?? ''})`;
}

export function gapIn({ orderId, matchedUnits, bookedUnits, text, closedBy }: Gap): string {
  return `${orderId}: ${matchedUnits} matched, ${bookedUnits} booked; ${text ?? ''} (${closedBy ?? ''})`;
}
