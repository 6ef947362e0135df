/** What one way of accepting orders did in a round. */
export interface Measured {
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export function measuredFrom(times: readonly number[], count: number, seconds: number): Measured {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return { count, perSecond: count / seconds, p50: at(0.5), p99: at(0.99) };
}

/** The middle of the rounds, figure by figure: one disturbed round moves it little. */
export function middleOf(rounds: readonly Measured[]): Measured {
  const middle = (figure: (round: Measured) => number): number => {
    const sorted = rounds.map(figure).sort((a, b) => a - b);
    const half = sorted.length / 2;
    const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
    return (low + high) / 2;
  };
  return {
    count: rounds.reduce((sum, round) => sum + round.count, 0),
    perSecond: middle((round) => round.perSecond),
    p50: middle((round) => round.p50),
    p99: middle((round) => round.p99),
  };
}
