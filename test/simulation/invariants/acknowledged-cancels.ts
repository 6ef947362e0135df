import type { Plan } from '../plans/plan.js';
import type { BookedOrder } from '../books.js';
import { latestOf, takenFor, type Report, type Scene } from './violation.js';

/** Beside two intervals: the way there and back, and a pass that runs already. */
const SLACK_MS = 8_000;

/**
 * An acknowledged cancel that is not done may be certain for two intervals of the poll and no longer, on days
 * on which nothing keeps the desk from asking.
 */
export class AcknowledgedCancels {
  /** Orders that are over here and work at the exchange, and since when. */
  private readonly since = new Map<string, number>();
  private readonly isWatched: boolean;
  private readonly mostMs: number;

  constructor(
    private readonly scene: Scene,
    private readonly report: Report,
  ) {
    const { plan } = scene;
    this.isWatched = plan.parameters.cancelTakesEffect === 'not-always' && isUndisturbed(plan);
    this.mostMs = 2 * Number(plan.environment['RECONCILE_INTERVAL_MS']) + SLACK_MS;
  }

  look(changed: readonly string[]): void {
    if (!this.isWatched) return;
    const { books, exchange, world } = this.scene;
    const ids = [...new Set([...changed, ...this.since.keys()])];
    if (ids.length === 0) return;
    const taken = takenFor(exchange);
    for (const order of books.ordersOf(ids)) {
      const [first] = taken.get(order.order_ref) ?? [];
      const works = first !== undefined && latestOf(first).state === 'Working';
      if (works && isCertainlyOver(order)) this.note(order, world.now);
      else this.since.delete(order.id);
    }
  }

  private note({ id }: BookedOrder, now: number): void {
    const since = this.since.get(id) ?? now;
    this.since.set(id, since);
    if (now - since <= this.mostMs) return;
    this.report(
      'I4 ambiguous is no failure',
      `${id} is Cancelled since ${now - since} ms, and works`,
    );
  }
}

function isCertainlyOver({ status, certain }: BookedOrder): boolean {
  return status === 'Cancelled' && certain === 1;
}

function isUndisturbed(plan: Plan): boolean {
  const { kills, restarts, outages, freezes, listsAwayMs, postsLost, slowShare, workload } = plan;
  const happens = restarts + outages + listsAwayMs + postsLost + slowShare;
  const faults = Object.values(plan.faults).some((probability) => probability > 0);
  return workload === 'plain' && kills.length + freezes.length + happens === 0 && !faults;
}
