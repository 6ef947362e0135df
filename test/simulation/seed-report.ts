import { decisionsIn, NO_DECISIONS, type Decisions } from './people/decisions.js';
import type { Load } from './plans/plan.js';
import type { Scene, Violation } from './invariants/violation.js';
import type { WeekSizes } from './week-sizes.js';

/** How often each thing happened, by its name. */
export type Counts = Readonly<Record<string, number>>;

/** What a seed has to tell, small enough to be handed from process to process. */
export interface SeedReport {
  readonly seed: number;
  readonly load: Load;
  readonly workload: string;
  readonly preset: string;
  /** Last hash of the audit trail: the same for the same seed, always. */
  readonly root: string;
  readonly events: number;
  readonly virtualMs: number;
  readonly cpuMs: number;
  readonly orders: number;
  readonly calls: number;
  /** Orders of which something is unknown that only a person will settle; those with an open break. */
  readonly needPerson: number;
  readonly open: number;
  /** Of the load `network` alone: there nothing but the way is to blame. */
  readonly decisions: Decisions;
  /** The most calls that the exchange saw in a rolling minute. */
  readonly worstMinute: number;
  readonly kills: Counts;
  readonly outside: Counts;
  readonly faults: Counts;
  readonly statuses: Counts;
  readonly requests: Counts;
  readonly breaks: Counts;
  readonly violations: readonly Violation[];
  /** Of the load `week`. */
  readonly weeks: readonly WeekSizes[];
}

type Told = Pick<
  SeedReport,
  'load' | 'root' | 'kills' | 'outside' | 'violations' | 'weeks' | 'cpuMs'
>;

export function outcomeOf(scene: Scene, told: Told): SeedReport {
  const { plan, world, books, network, exchange } = scene;
  const orders = books.orders();
  return {
    ...told,
    seed: plan.seed,
    workload: plan.workload,
    preset: plan.preset,
    events: world.events,
    virtualMs: world.now - plan.startAt,
    orders: orders.length,
    calls: network.sent.length,
    worstMinute: exchange.control.worstMinute,
    decisions:
      told.load === 'network'
        ? decisionsIn(books.entriesAfter(0), Number(plan.environment['EXCHANGE_QUIET_MS']))
        : NO_DECISIONS,
    needPerson: orders.filter((order) => order.certain === 0).length,
    open: orders.filter((order) => order.open_breaks > 0).length,
    faults: Object.fromEntries(network.struck),
    statuses: counted(books, 'SELECT status AS name, count(*) AS n FROM orders GROUP BY status'),
    requests: counted(
      books,
      "SELECT kind || ' ' || state AS name, count(*) AS n FROM order_requests GROUP BY kind, state",
    ),
    breaks: counted(
      books,
      'SELECT type AS name, count(*) AS n FROM breaks WHERE closed_at IS NULL GROUP BY type',
    ),
  };
}

function counted(books: Scene['books'], sql: string): Counts {
  const rows = books.all<{ name: string; n: number }>(sql);
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** What people outside have done, and how often. */
export function doneBy(
  ...people: readonly { readonly done: ReadonlyMap<string, number> }[]
): Record<string, number> {
  return Object.fromEntries(people.flatMap(({ done }) => [...done]));
}
