/** The result of one way of accepting orders in a round. */
export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Server processor time per order in microseconds; NaN if the system does not report it. */
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

/** The fastest round: other work on the machine can only make a round slower. */
export function bestOf(rounds: readonly Measured[]): Measured {
  const [best] = [...rounds].sort((a, b) => b.perSecond - a.perSecond);
  if (best === undefined) throw new Error('Nothing was measured');
  return { ...best, count: rounds.reduce((sum, round) => sum + round.count, 0) };
}
