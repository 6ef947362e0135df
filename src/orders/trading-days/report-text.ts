import { certificateInForce, type DayReport, type DayView, type Explanation } from './day-view.js';

/** Sentences of the CSV and of the printed page. */
type Gap = NonNullable<DayReport['facts']['gaps']>[number];

/** In place of the exchange's figures. */
export const NOT_READ = 'not read yet';

export function signatureStatus(day: DayView): string[] {
  const inForce = certificateInForce(day);
  if (inForce !== null) {
    const { signedBy, closedAt, revision } = inForce;
    return [`Signed by ${namesOf(signedBy)}; closed at ${closedAt} as revision ${revision}`];
  }
  const once = day.signOffs.map(
    ({ signedBy, signedAt }) => `Signed once: by ${signedBy} at ${signedAt}`,
  );
  return ['Not signed by two people', ...once, ...reopenedNote(day)];
}

function reopenedNote({ reopened }: DayView): string[] {
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
  const reads = shown === null ? 'no longer shown' : `shown as ${shown.units} at ${shown.price}`;
  return `${orderNumber}, ${matchingId}: booked as ${booked.units} at ${booked.price}, ${reads}; ${text ?? ''} (${breakId}, ${closedBy ?? ''})`;
}

export function gapIn({ orderId, matchedUnits, bookedUnits, text, closedBy }: Gap): string {
  return `${orderId}: ${matchedUnits} matched, ${bookedUnits} booked; ${text ?? ''} (${closedBy ?? ''})`;
}
