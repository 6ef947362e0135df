import { lagosDate } from '../../simulator/lagos-calendar.js';
import type { Exchange } from '../../simulator/exchange.js';
import type { Scene } from './invariants/violation.js';
import type { Operations } from './people/operations.js';
import { DAYS_OF_A_WEEK } from './plans/week-plan.js';

/**
 * Five days: dealers at work while everything goes wrong, an evening at the break desk while the
 * exchange corrects trades, and the next morning there, when what waited for the opening can be settled.
 */
const MINUTE = 60_000;
/** What comes to rest by itself does so before people look. */
const SETTLING_MS = 3 * MINUTE;
/** The first are at the desk as soon as the trades of the day have been read after its close. */
const AFTER_CLOSE_MS = [11, 60, 120, 180, 240].map((minutes) => minutes * MINUTE);
const AFTER_OPENING_MS = [3, 15, 26, 37].map((minutes) => minutes * MINUTE);
/** What is said in one round may show what is left for the next. */
const LAST_ROUNDS_MS = [60, 90, 120, 180, 240].map((minutes) => minutes * MINUTE);

interface Hands {
  readonly goOn: (end: number) => Promise<void>;
  /** Dealers come, and the weather with them. */
  readonly work: () => Promise<void>;
  readonly calmDown: () => void;
  /** Until there is work again nobody looks at every second. */
  readonly rest: () => void;
  readonly weekIsOver: () => void;
}

/** Of the day after the exchange's own. */
export function nextOpening({ venue: { floor } }: Exchange): number {
  return floor.hours.opensAt(floor.hours.tradingDayAfter(floor.tradingDate));
}

export async function liveWeek(scene: Scene, operations: Operations, hands: Hands): Promise<void> {
  const { plan, world, exchange, corrections } = scene;
  const { hours } = exchange.venue.floor;
  const dates: string[] = [];
  const atTheDesk = async (at: number): Promise<void> => {
    await hands.goOn(at);
    world.after(0, () => void operations.round(dates));
    await hands.goOn(world.now + 1_000);
  };
  for (const start of plan.days) {
    await hands.goOn(start);
    const date = lagosDate(start);
    dates.push(date);
    await hands.work();
    hands.calmDown();
    await hands.goOn(world.now + SETTLING_MS);
    hands.rest();
    const opening = hours.opensAt(hours.tradingDayAfter(date));
    corrections.ofDay(date, { closesAt: hours.closesAt(date), opensAt: opening });
    for (const after of AFTER_CLOSE_MS) await atTheDesk(hours.closesAt(date) + after);
    for (const after of AFTER_OPENING_MS) await atTheDesk(opening + after);
    if (dates.length % DAYS_OF_A_WEEK === 0) hands.weekIsOver();
    if (start !== plan.days.at(-1)) continue;
    for (const after of LAST_ROUNDS_MS) await atTheDesk(opening + after);
  }
}
