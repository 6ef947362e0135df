import { OrdersSchedule } from '../../../src/orders/orders.schedule.js';

export interface Tick {
  /** Of the method. */
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<void>;
}

/** Every timer of the desk, for whoever runs them on a clock of his own. */
export function ticksOf(schedule: OrdersSchedule): readonly Tick[] {
  const prototype = OrdersSchedule.prototype as unknown as Record<string, unknown>;
  const ticks = Object.getOwnPropertyNames(prototype).flatMap((name): Tick[] => {
    const method = prototype[name];
    if (typeof method !== 'function') return [];
    const options: unknown = Reflect.getMetadata('SCHEDULE_INTERVAL_OPTIONS', method);
    if (options === undefined) return [];
    const { timeout } = options as { readonly timeout: number };
    const run = (): Promise<void> => Reflect.apply(method, schedule, []) as Promise<void>;
    return [{ name, everyMs: timeout, run }];
  });
  if (ticks.length < 5) throw new Error('The schedule does not show its timers any more');
  return ticks;
}
