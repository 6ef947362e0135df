import type { JournalCall } from '../api/answers.js';

export interface EndpointTimes {
  readonly endpoint: string;
  readonly count: number;
  readonly failed: number;
  /** Milliseconds within which half, and 95 of 100, were answered; null: none was. */
  readonly half: number | null;
  readonly most: number | null;
  readonly longest: number | null;
}

export function tookMs({
  startedAt,
  completedAt,
}: Pick<JournalCall, 'startedAt' | 'completedAt'>): number | null {
  return completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
}

export function isAnswered({
  httpStatus,
  failure,
}: Pick<JournalCall, 'httpStatus' | 'failure'>): boolean {
  return failure === null && httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

/** Endpoints with the most calls first. A call that is under way is counted, and has no time yet. */
export function timesOf(calls: readonly JournalCall[]): readonly EndpointTimes[] {
  const byEndpoint = new Map<string, JournalCall[]>();
  for (const call of calls) {
    const own = byEndpoint.get(call.endpoint);
    if (own === undefined) byEndpoint.set(call.endpoint, [call]);
    else own.push(call);
  }
  const rows = [...byEndpoint].map(([endpoint, own]) => {
    const times = own
      .map(tookMs)
      .filter((ms) => ms !== null)
      .sort((a, b) => a - b);
    const at = (share: number): number | null =>
      times[Math.floor(share * (times.length - 1))] ?? null;
    const failed = own.filter((call) => call.completedAt !== null && !isAnswered(call)).length;
    return { endpoint, count: own.length, failed, half: at(0.5), most: at(0.95), longest: at(1) };
  });
  return rows.sort((a, b) => b.count - a.count);
}
