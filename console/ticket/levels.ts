import type { Depth, Level } from '../api/answers.js';

export interface PricedLevel {
  readonly price: string;
  readonly units: string;
}

/** The levels of the order book that have a price and units: the exchange may leave either out. */
export function levelsOf({ orderBook }: Depth): {
  readonly bids: readonly PricedLevel[];
  readonly asks: readonly PricedLevel[];
} {
  return { bids: priced(orderBook?.bids ?? []), asks: priced(orderBook?.asks ?? []) };
}

function priced(levels: readonly Level[]): readonly PricedLevel[] {
  return levels.flatMap(({ price, units }) =>
    price === null || units === null ? [] : [{ price, units }],
  );
}
