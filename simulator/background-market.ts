/* The other brokers. */
import type { TradingFloor } from './trading-floor.js';

export class BackgroundMarket {
  constructor(_seed: string, _floor: TradingFloor) {}

  begin(): void {}
}
