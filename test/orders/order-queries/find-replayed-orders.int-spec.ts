import { AuditEntryRow, AuditHeadRow } from '../../../src/infra/audit/audit-entry.entity.js';
import { Database } from '../../../src/infra/database/database.js';
import { instant } from '../../../src/infra/runtime/clock.js';
import { replayedOrders } from '../../../src/orders/order-queries/find-replayed-orders.js';
import type { OrderView } from '../../../src/orders/order-queries/order-view.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon } from '../../support/builders.js';
import { type Engine, ENGINES, readyDatabase } from '../../support/databases/databases.js';
import { HandClock } from '../../support/time/hand-clock.js';
import { turnsDuring } from '../../support/time/turns.js';
import { anOrderRow } from '../reconciliation/rows.js';

/** An entry a second, of which each says another version. */
const ENTRIES = 3_000;
const STEP_BACK_S = 30;
const LONG = anOrderRow({ id: 'ord_long' });
const SHORT = Array.from({ length: 60 }, (_, index) => anOrderRow({ id: `ord_${index}` }));
/** Its second entry was written while the clock was ahead. */
const STEPPED = anOrderRow({ id: 'ord_stepped' });

interface Written {
  readonly stream: string;
  readonly second: number;
}

const TRAIL: readonly Written[] = [
  ...Array.from({ length: ENTRIES }, (_, index) => ({ stream: LONG.id, second: index + 1 })),
  ...SHORT.flatMap(({ id: stream }) => [1, 2, 3].map((second) => ({ stream, second }))),
  ...[1, 2 + STEP_BACK_S, 3].map((second) => ({ stream: STEPPED.id, second })),
];

function rowsOf(trail: readonly Written[]): AuditEntryRow[] {
  const lengths = new Map<string, number>();
  return trail.map(({ stream, second }, index) => {
    const streamSequence = (lengths.get(stream) ?? 0) + 1;
    lengths.set(stream, streamSequence);
    return {
      sequence: index + 1,
      stream,
      streamSequence,
      at: instant(noon(second)),
      clockOffsetMs: null,
      actor: 'key:test',
      keyId: null,
      onBehalfOf: null,
      sourceAddress: null,
      requestId: null,
      type: 'TERMS_CHANGED',
      cause: null,
      approval: null,
      body: JSON.stringify({ units: '1', price: '1', changes: { version: streamSequence } }),
      previousHash: '',
      hash: String(index),
      schemaVersion: 1,
    };
  });
}

describe.each(ENGINES)('Orders rebuilt from the trail on %s', (engine: Engine) => {
  let database: Database;

  beforeAll(async () => {
    database = await Database.open(await readyDatabase(engine), SCHEMA, new HandClock());
    await database.units.run(async (unit) => {
      for (const row of rowsOf(TRAIL)) await unit.insert(AuditEntryRow, row);
      await unit.update(AuditHeadRow, { id: 1 }, { stepBackMs: STEP_BACK_S * 1_000 });
    });
  });

  afterAll(() => database.close());

  /** With how many entries the database has handed over for it. */
  const replayed = async (
    orders: readonly (typeof LONG)[],
    second: number,
  ): Promise<{ readonly views: ReadonlyMap<string, OrderView>; readonly read: number[] }> => {
    const read: number[] = [];
    const views = await database.read((manager) => {
      const watched = Object.create(manager) as typeof manager;
      watched.find = (async (...asked: Parameters<typeof manager.find>) => {
        const rows = await manager.find(...asked);
        read.push(rows.length);
        return rows;
      }) as typeof manager.find;
      return replayedOrders(watched, orders, noon(second));
    });
    return { views, read };
  };

  it('are read in short parts, between which the event loop has its turn', async () => {
    let views: ReadonlyMap<string, OrderView> = new Map();
    let read: readonly number[] = [];
    const turns = await turnsDuring(async () => {
      ({ views, read } = await replayed([LONG], ENTRIES));
    });
    expect(views.get(LONG.id)?.version).toBe(ENTRIES);
    expect(Math.max(...read)).toBeLessThanOrEqual(500);
    expect(turns).toBeGreaterThan(ENTRIES / 500);
  });

  it('cost nothing of what was written later', async () => {
    const { views, read } = await replayed([LONG], 40);
    expect(views.get(LONG.id)?.version).toBe(40);
    expect(read.reduce((sum, rows) => sum + rows, 0)).toBe(40 + STEP_BACK_S);
  });

  it('are each as they were, a long trail among short ones', async () => {
    const { views } = await replayed([...SHORT, LONG], 700);
    expect(views.get(LONG.id)?.version).toBe(700);
    expect(SHORT.map(({ id }) => views.get(id)?.version)).toEqual(SHORT.map(() => 3));
    expect((await replayed(SHORT, 0)).views.size).toBe(0);
  });

  it('have what happened before, where the clock was ahead when it was written', async () => {
    expect((await replayed([STEPPED], 3)).views.get(STEPPED.id)?.version).toBe(3);
    expect((await replayed([STEPPED], 2)).views.get(STEPPED.id)?.version).toBe(1);
  });
});
