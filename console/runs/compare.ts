import type { Break, Run } from '../api/answers.js';

/* Two runs of reconciliation side by side. Breaks do not name the run that opened them, but when they were open. */

export type RunFigures = Pick<
  Run,
  'startedAt' | 'finishedAt' | 'calls' | 'answered' | 'orders' | 'changed' | 'fills' | 'opened' | 'closed'
>; // prettier-ignore
type Times = Pick<Break, 'type' | 'openedAt' | 'closedAt'>;

/** One figure of both runs. */
export interface Compared {
  readonly name: string;
  /** Null: it was not counted. */
  readonly first: number | null;
  readonly second: number | null;
}

/** The breaks of a type, at the end of each run and in between. */
export interface ComparedType {
  readonly type: Break['type'];
  readonly openThen: number;
  readonly opened: number;
  readonly closed: number;
  readonly openAfter: number;
}

export interface Comparison<T extends Times> {
  readonly types: readonly ComparedType[];
  readonly opened: readonly T[];
  readonly closed: readonly T[];
}

/** The earlier one first. */
export function inOrder<T extends Pick<Run, 'finishedAt'>>(one: T, other: T): readonly [T, T] {
  return one.finishedAt <= other.finishedAt ? [one, other] : [other, one];
}

export function figuresOf(first: RunFigures, second: RunFigures): readonly Compared[] {
  const row = (name: string, of: (run: RunFigures) => number | null): Compared => ({
    name,
    first: of(first),
    second: of(second),
  });
  return [
    row('Took ms', (run) => Date.parse(run.finishedAt) - Date.parse(run.startedAt)),
    row('Calls', (run) => run.calls),
    row('Answered', (run) => run.answered),
    row('Orders looked at', (run) => run.orders),
    row('Orders changed', (run) => run.changed),
    row('Fills booked', (run) => run.fills),
    row('Breaks opened by it', (run) => run.opened),
    row('Breaks closed by it', (run) => run.closed),
  ];
}

/** `+3`, `-2`, `0`; null: one of the two was not counted. */
export function differenceText({ first, second }: Compared): string | null {
  if (first === null || second === null) return null;
  const difference = second - first;
  return difference > 0 ? `+${String(difference)}` : String(difference);
}

/** What opened and closed after the first run had ended, until the second one had. */
export function breaksBetween<T extends Times>(
  breaks: readonly T[],
  first: Pick<Run, 'finishedAt'>,
  second: Pick<Run, 'finishedAt'>,
): Comparison<T> {
  const isBetween = (at: string | null): boolean =>
    at !== null && at > first.finishedAt && at <= second.finishedAt;
  const types = [...new Set(breaks.map(({ type }) => type))].sort();
  const compared = types.map((type) => {
    const ofType = breaks.filter((one) => one.type === type);
    return {
      type,
      openThen: ofType.filter((one) => isOpenAt(one, first.finishedAt)).length,
      opened: ofType.filter(({ openedAt }) => isBetween(openedAt)).length,
      closed: ofType.filter(({ closedAt }) => isBetween(closedAt)).length,
      openAfter: ofType.filter((one) => isOpenAt(one, second.finishedAt)).length,
    };
  });
  return {
    types: compared.filter((one) => one.openThen + one.opened + one.closed + one.openAfter > 0),
    opened: breaks.filter(({ openedAt }) => isBetween(openedAt)),
    closed: breaks.filter(({ closedAt }) => isBetween(closedAt)),
  };
}

function isOpenAt({ openedAt, closedAt }: Times, at: string): boolean {
  return openedAt <= at && (closedAt === null || closedAt > at);
}
