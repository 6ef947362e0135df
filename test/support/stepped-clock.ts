import { Clock } from '../../src/infra/clock.js';

/** The real clock of a machine whose wall clock somebody steps. */
export class SteppedClock extends Clock {
  private by = 0;

  override now(): number {
    return super.now() + this.by;
  }

  step(ms: number): void {
    this.by += ms;
  }
}
