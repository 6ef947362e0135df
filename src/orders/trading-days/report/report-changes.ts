import type { DayReport } from './day-report.js';

/** A part of the report that was changed, added or removed: to be looked at again before signing. */
export interface ReportChange {
  /** The part: `lines C0012345 SD11PLC BUY`, `orders Expired`, `breaks brk_…`, `totals`. */
  readonly part: string;
  /** Null for an added part. */
  readonly before: unknown;
  /** Null for a removed part. */
  readonly now: unknown;
}

export function reportChanges(before: DayReport, now: DayReport): readonly ReportChange[] {
  const earlier = partsOf(before);
  const present = partsOf(now);
  const names = new Set([...earlier.keys(), ...present.keys()]);
  return [...names]
    .map((part) => ({
      part,
      before: earlier.get(part) ?? null,
      now: present.get(part) ?? null,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.now));
}

function partsOf(report: DayReport): ReadonlyMap<string, unknown> {
  const { lines, totals, external, orders, ...accepted } = report.facts;
  return new Map<string, unknown>([
    ['brokerCode', report.brokerCode],
    ...lines.map((line): [string, unknown] => [
      `lines ${line.accountNumber} ${line.security} ${line.side}`,
      line,
    ]),
    ['totals', totals],
    // The key of the sums: one reused number may stand for two external orders.
    ...external.map((row): [string, unknown] => [
      `external ${row.orderNumber} ${row.accountNumber ?? 'unknown'} ${row.security} ${row.side}`,
      row,
    ]),
    ...Object.entries(orders).map(([status, count]): [string, unknown] => [
      `orders ${status}`,
      count,
    ]),
    ...Object.entries(accepted),
    ...[...report.breaks, ...report.resolvedBreaks].map((found): [string, unknown] => [
      `breaks ${found.id}`,
      found,
    ]),
    ['service', report.service],
    ['unsettled', report.unsettled],
  ]);
}
