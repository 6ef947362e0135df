import type { Day, Traded } from '../api/answers.js';

export interface Check {
  readonly text: string;
  readonly state: 'done' | 'open' | 'later';
}

/** What has to be so before a day is closed, in order. */
export function checklistOf(day: Day, now: number): readonly Check[] {
  const { report, closableFrom, readAt, signOffs, status } = day;
  const over = closableFrom !== null && Date.parse(closableFrom) <= now;
  const differs = report.facts.lines.filter(
    ({ difference }) => difference !== null && !isZero(difference),
  );
  const step = (text: string, done: boolean, possible = true): Check => ({
    text,
    state: done ? 'done' : possible ? 'open' : 'later',
  });
  const closed = status === 'Closed';
  return [
    step(
      closableFrom === null
        ? 'No session on this day'
        : 'The session is closed and the last trades are out',
      over,
    ),
    step("The exchange's trades were read after the close", readAt !== null, over),
    step(
      differs.length === 0
        ? 'Ours and the exchange agree in every line'
        : `${String(differs.length)} lines differ`,
      readAt !== null && differs.length === 0,
      readAt !== null,
    ),
    step(
      report.breaks.length === 0
        ? 'No break of the day is open'
        : `${String(report.breaks.length)} breaks are open`,
      report.breaks.length === 0,
    ),
    step(
      'Signed by the first person',
      closed || signOffs.length > 0,
      report.unsettled.length === 0,
    ),
    step('Signed by the second person', closed, signOffs.length > 0),
  ];
}

export function isZero({ executions, units, value }: Traded): boolean {
  return executions === 0 && units === '0' && value === '0';
}

/** The day before or after, as a calendar date. */
export function dayBeside(date: string, by: 1 | -1): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);
}
