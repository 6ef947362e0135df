import type { DayReport } from './day-report.js';

/** A part of the report that was changed, added or removed: to be looked at again before signing. */
export interface ReportChange {
  /** The part: `lines SD11PLC BUY`, `orders Expired`, `breaks brk_…`, `totals`. Names no account. */
  readonly part: string;
  /** Whose lines or external order it is, apart from `part` so that it can be masked; null: of no account. */
  readonly accountNumber: string | null;
  /** Null for an added part. */
  readonly before: unknown;
  /** Null for a removed part. */
  readonly now: unknown;
}

interface Part extends Pick<ReportChange, 'part' | 'accountNumber'> {
  readonly value: unknown;
}

export function reportChanges(before: DayReport, now: DayReport): readonly ReportChange[] {
  const earlier = partsOf(before);
  const present = partsOf(now);
  return [...new Map([...earlier, ...present])]
    .map(([key, { part, accountNumber }]) => ({
      part,
      accountNumber,
      before: earlier.get(key)?.value ?? null,
      now: present.get(key)?.value ?? null,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.now));
}

function partsOf(report: DayReport): ReadonlyMap<string, Part> {
  const { lines, totals, external, orders, ...accepted } = report.facts;
  const parts: readonly Part[] = [
    partOf('brokerCode', report.brokerCode),
    ...lines.map((line) => partOf(`lines ${line.security} ${line.side}`, line, line.accountNumber)),
    partOf('totals', totals),
    // The key of the sums: one reused number may stand for two external orders.
    ...external.map((row) =>
      partOf(`external ${row.orderNumber} ${row.security} ${row.side}`, row, row.accountNumber),
    ),
    ...Object.entries(orders).map(([status, count]) => partOf(`orders ${status}`, count)),
    ...Object.entries(accepted).map(([name, value]) => partOf(name, value)),
    ...[...report.breaks, ...report.resolvedBreaks].map((found) =>
      partOf(`breaks ${found.id}`, found),
    ),
    partOf('service', report.service),
    partOf('unsettled', report.unsettled),
  ];
  return new Map(parts.map((one) => [JSON.stringify([one.part, one.accountNumber]), one]));
}

function partOf(part: string, value: unknown, accountNumber: string | null = null): Part {
  return { part, accountNumber, value };
}
