/** What one way of accepting orders did in a round. */
export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the server for each, in microseconds; NaN where the system does not tell. */
  readonly cpu: number;
}

export function measuredFrom(
  times: readonly number[],
  count: number,
  spent: { readonly seconds: number; readonly cpuSeconds: number },
): Measured {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const cpu = (spent.cpuSeconds / count) * 1e6;
  return { count, perSecond: count / spent.seconds, p50: at(0.5), p99: at(0.99), cpu };
}

/** The fastest of the rounds: whatever else runs on a machine only ever makes a round slower. */
export function bestOf(rounds: readonly Measured[]): Measured {
  const [best] = [...rounds].sort((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('Nothing was measured');
  return { ...best, count: rounds.reduce((sum, round) => sum + round.count, 0) };
}
