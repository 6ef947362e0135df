import { getMetadataArgsStorage } from 'typeorm';
import type { Simulator } from '../../simulator/server.js';
import type { VirtualClock } from './time/virtual-clock.js';
import { Database } from '../../src/infra/database/database.js';
import { type Engine } from './databases/databases.js';
import { Desk, type Answer, type OrderBody } from './desk.js';

export interface RunBody {
  readonly id: string;
  readonly scope: unknown;
  readonly dryRun: boolean;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly tradingDate: string;
  readonly calls: number;
  readonly answered: number;
  readonly orders: number;
  readonly changed: number;
  readonly fills: number;
  readonly opened: number;
  readonly closed: number;
  readonly asked: readonly { readonly what: string; readonly answer: string }[];
  readonly cutOffs: {
    readonly list: string | null;
    readonly trades: readonly { readonly tradingDate: string; readonly askedAt: string }[];
  };
  readonly coveredAt: string | null;
  readonly preview: Preview | null;
}

export interface Preview {
  readonly orders: readonly {
    readonly orderId: string;
    readonly changes: readonly {
      readonly field: string;
      readonly from: unknown;
      readonly to: unknown;
    }[];
    readonly events: readonly { readonly type: string }[];
  }[];
  readonly opened: readonly PreviewBreak[];
  readonly changed: readonly PreviewBreak[];
  readonly closed: readonly PreviewBreak[];
}

export interface PreviewBreak {
  readonly type: string;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly why: unknown;
}

/** Enough keys to enquire about every uncertain order at once. */
const KEYS = [...'abcdefghij'].map((name) => `sk_test_${name}`);
const OF_ORDERS = ['daily/trades', 'broker/order/enquiry', 'order/enquiry', 'shareholder/enquiry'];

const QUIET_MS = 1_500;

/** Tables that every call writes to, and the securities directory, which is read separately. */
const OF_CALLS = [
  'exchange_calls', 'exchange_keys', 'exchange_replies', 'exchange_scopes', 'schema_drift',
  'reconciliation_runs', 'securities', 'api_keys',
]; // prettier-ignore
/** Who asked for a run is in the trail, whatever the run changes. */
const OF_THE_TRAIL = [
  'audit_entries', 'audit_head', 'audit_subjects', 'audit_numbers', 'audit_tree', 'audit_checkpoints',
]; // prettier-ignore
const TABLES = getMetadataArgsStorage().tables.flatMap(({ name }) => name ?? []);

export const RUNS = '/v1/reconciliation/runs';

/** A desk that reconciles once at its start and then only on request. */
export class RunsDesk {
  private units = 1_000;

  private constructor(readonly desk: Desk) {}

  static async open(
    engine: Engine,
    of: { exchange?: Simulator; clock?: VirtualClock; env?: Record<string, string> } = {},
  ): Promise<RunsDesk> {
    const env = {
      RECONCILE_INTERVAL_MS: '3600000',
      EXCHANGE_TIMEOUT_MS: '800',
      // With shorter days, five of them would be over before a slow machine has seen a number twice.
      EXCHANGE_QUIET_MS: String(QUIET_MS),
      EXCHANGE_TAKES_LATE_MS: '0',
      EXCHANGE_API_KEYS: KEYS.join(','),
      ...of.env,
    };
    const desk = await Desk.open(engine, { ...of, env, simulator: { keys: RunsDesk.keys } });
    await desk.reconcile();
    return new RunsDesk(desk);
  }

  static get keys(): Record<string, string[]> {
    return Object.fromEntries(KEYS.map((key) => [key, ['all']]));
  }

  /** Every row the desk stores, except what calls write about themselves, and the trail. */
  async stored(): Promise<Record<string, readonly string[]>> {
    const { units } = this.desk.service.app.get(Database);
    const contents: Record<string, readonly string[]> = {};
    const others = [...OF_CALLS, ...OF_THE_TRAIL, 'scheduler_lease'];
    for (const table of TABLES.filter((name) => !others.includes(name))) {
      const rows = await units.run((unit) => unit.query<object>(`SELECT * FROM ${table}`));
      contents[table] = rows.map((row) => JSON.stringify(row)).sort();
    }
    return contents;
  }

  /** The types of the entries after that one. */
  async entriesSince(sequence: number): Promise<readonly string[]> {
    const { reading } = this.desk.service.app.get(Database);
    const since = 'SELECT type FROM audit_entries WHERE sequence > ? ORDER BY sequence';
    return (await reading.query<{ type: string }>(since, [sequence])).map(({ type }) => type);
  }

  async lastSequence(): Promise<number> {
    const { reading } = this.desk.service.app.get(Database);
    const [head] = await reading.query<{ last: number }>(
      'SELECT max(sequence) AS last FROM audit_entries',
    );
    return head?.last ?? 0;
  }

  get control(): Desk['exchange']['exchange']['control'] {
    return this.desk.exchange.exchange.control;
  }

  /** The number of calls so far that asked for orders or trades. */
  get questions(): number {
    return this.questionsTo(...OF_ORDERS);
  }

  questionsTo(...endpoints: readonly string[]): number {
    return this.control.calls().filter(({ endpoint }) => endpoints.includes(endpoint ?? '')).length;
  }

  ask(body?: unknown): Promise<Answer<RunBody>> {
    return this.desk.call<RunBody>('POST', RUNS, body === undefined ? {} : { body });
  }

  async run(body?: unknown): Promise<RunBody> {
    const answer = await this.ask(body);
    if (answer.status !== 201) throw new Error(`It did not run: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** A working order, known to the desk, with units that no other order has. */
  async order(terms: Record<string, unknown> = {}): Promise<OrderBody> {
    this.units += 1;
    const { body } = await this.desk.post({ units: String(this.units), ...terms });
    if (body.orderNumber === null) throw new Error(`It was not taken: ${JSON.stringify(body)}`);
    await this.run({ scope: { orderIds: [body.id] } });
    return body;
  }

  /** An order whose post got no reply, after the quiet time. */
  async lostReply(units: string): Promise<OrderBody> {
    this.control.queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await this.desk.post({ units }, 3);
    await this.desk.pass(QUIET_MS + 500);
    return body;
  }
}

/** What a run asked. */
export function whatOf({ asked }: RunBody): readonly string[] {
  return asked.map(({ what }) => what).sort();
}
