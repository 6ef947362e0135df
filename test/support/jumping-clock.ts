import { Clock } from '../../src/infra/clock.js';

/** The real clock of another day, on which hours go by at once, for the desk and the exchange alike. */
export class JumpingClock extends Clock {
  private by: number;

  constructor(startAt: number) {
    super();
    this.by = startAt - super.now();
  }

  override now(): number {
    return super.now() + this.by;
  }

  override steady(): number {
    return super.steady() + this.by;
  }

  jumpTo(at: number): void {
    this.by += Math.max(0, at - this.now());
  }
}
