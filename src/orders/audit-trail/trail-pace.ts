import { Injectable } from '@nestjs/common';
import { Clock } from '../../infra/runtime/clock.js';

/** So many times as long as a page took to read; making its text takes about as long again. */
const RESTS = 6;
const LONGEST_REST_MS = 1_000;

/**
 * Pages of all exports, and of the past that streams are sent, are read one after the other, with a rest after each:
 * whoever is on the same machine, or gets nothing of them, takes each at once, and orders would wait for them.
 */
@Injectable()
export class TrailPace {
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly clock: Clock) {}

  read<T>(page: () => Promise<T>): Promise<T> {
    const read = this.last.then(async () => {
      const startedAt = this.clock.steady();
      const rows = await page();
      return { rows, took: this.clock.steady() - startedAt };
    });
    this.last = read.then(
      ({ took }) => this.clock.sleep(Math.min(LONGEST_REST_MS, Math.max(1, RESTS * took))),
      () => undefined,
    );
    return read.then(({ rows }) => rows);
  }
}
