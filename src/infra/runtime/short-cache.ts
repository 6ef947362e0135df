import type { Clock } from './clock.js';

/** A value that is made once in some time, however many ask for it meanwhile. One that fails is made again at once. */
export class ShortCache<T> {
  private value: Promise<T> | null = null;
  private until = 0;

  constructor(
    private readonly clock: Pick<Clock, 'steady'>,
    private readonly lastsMs: number,
    private readonly make: () => Promise<T>,
  ) {}

  read(): Promise<T> {
    if (this.value !== null && this.clock.steady() < this.until) return this.value;
    // What takes longer to make than it lasts is still made only once.
    this.until = Infinity;
    this.value = this.fresh();
    return this.value;
  }

  private async fresh(): Promise<T> {
    try {
      const value = await this.make();
      this.until = this.clock.steady() + this.lastsMs;
      return value;
    } catch (error) {
      this.until = 0;
      throw error;
    }
  }
}
