import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../src/infra/audit/audit-tail.js';
import { RECONCILER } from '../../../src/infra/auth/actor.js';
import { Database } from '../../../src/infra/database/database.js';
import { Ids, Random } from '../../../src/infra/ids.js';
import type { Change } from '../../../src/orders/domain/order.js';
import { MeasureProofHandler } from '../../../src/orders/queries/measure-proof.js';
import { BreakBook } from '../../../src/orders/store/break-book.js';
import { ListingBook, type Compared } from '../../../src/orders/store/listing-book.js';
import { OrderStore } from '../../../src/orders/store/order-store.js';
import { OrderRow } from '../../../src/orders/store/order.entity.js';
import { SCHEMA } from '../../../src/schema.js';
import { noon } from '../../support/builders.js';
import { ENGINES, freshDatabase, type Engine } from '../../support/databases.js';
import { HandClock } from '../../support/hand-clock.js';
import { anOrderRow } from '../reconciliation/rows.js';

const NOTHING: Change = {
  order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [], raise: [], settle: [],
  cured: [], facts: [],
}; // prettier-ignore

/** Each order was last proven alone at noon. */
const ALONE = { provenAt: noon(0), askedAt: noon(0) };
const proofAt = (seconds: number) => ({ provenAt: noon(seconds + 1), askedAt: noon(seconds) });

interface Instance {
  readonly clock: HandClock;
  readonly database: Database;
  readonly store: OrderStore;
  readonly listings: ListingBook;
}

async function instanceAt(url: string): Promise<Instance> {
  const clock = new HandClock(noon(1));
  const ids = new Ids(clock, new Random());
  const audit = new AuditLog(clock, new AuditTail());
  const database = await Database.open(url, SCHEMA, clock);
  const store = new OrderStore(database, audit, new BreakBook(clock, ids, audit), clock, ids);
  return { clock, database, store, listings: new ListingBook(database, clock) };
}

async function accept({ database }: Instance, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const ofIts = { clientOrderId: id, orderRef: id, ...ALONE };
    await database.units.run((unit) => unit.insert(OrderRow, anOrderRow({ id, ...ofIts })));
  }
}

const fact = { type: 'PROVEN', body: {} } as const;

describe.each(ENGINES)('the listing on %s', (engine: Engine) => {
  let database: Database;
  let clock: HandClock;
  let store: OrderStore;
  let listings: ListingBook;

  beforeEach(async () => {
    const instance = await instanceAt(await freshDatabase(engine));
    ({ clock, database, store, listings } = instance);
    await accept(instance, 'ord_1', 'ord_2');
  }, 30_000);

  afterEach(() => database.close());

  const order = async (id = 'ord_1'): Promise<OrderRow> => {
    const state = await database.units.run((unit) => store.load(unit, id));
    if (state === null) throw new Error(`There is no order ${id}`);
    return state.order;
  };
  const compared = async (...ids: readonly string[]): Promise<Compared[]> => {
    const orders = await Promise.all(ids.map((id) => order(id)));
    return orders.map(({ id, version }) => ({ id, version }));
  };
  /** A list that is asked for so long after noon, and booked a second later. */
  const note = async (
    seconds: number,
    again: readonly Compared[],
    revision?: number,
  ): Promise<void> => {
    clock.pass(noon(seconds + 1) - clock.now());
    const at = revision ?? (await listings.revision('MRNA'));
    await listings.note({ brokerCode: 'MRNA', askedAt: noon(seconds), revision: at, again });
  };
  const change = (id: string, changes: Partial<Change>) =>
    store.change(id, RECONCILER, () => ({ ...NOTHING, ...changes }));

  it('proves what is on it once for all, and again with every list that follows', async () => {
    await note(10, await compared('ord_1'));
    expect(await order('ord_1')).toMatchObject(proofAt(10));
    expect(await order('ord_2')).toMatchObject(ALONE);
    await note(20, []);
    expect(await order('ord_1')).toMatchObject(proofAt(20));
    expect(await order('ord_2')).toMatchObject(ALONE);
  });

  it('leaves to an order that is taken off it what it has proven', async () => {
    await note(10, await compared('ord_1', 'ord_2'));
    await listings.leave(['ord_1']);
    await note(20, []);
    expect(await order('ord_1')).toMatchObject({ listed: 0, ...proofAt(10) });
    expect(await order('ord_2')).toMatchObject({ listed: 1, ...proofAt(20) });
    await listings.leave(['ord_1']);
    expect(await order('ord_1')).toMatchObject(proofAt(10));
  });

  it.each([
    ['a fact', { facts: [fact] }, 2],
    ['a heartbeat', { facts: [], order: { misses: 1 } }, 1],
  ])('is left with %s that is written of an order', async (_name, changes, version) => {
    await note(10, await compared('ord_1'));
    await change('ord_1', changes);
    expect(await order('ord_1')).toMatchObject({ listed: 0, version, ...proofAt(10) });
    await note(20, []);
    expect(await order('ord_1')).toMatchObject(proofAt(10));
  });

  it('is left with a break of an order that people have ended', async () => {
    await note(10, await compared('ord_1'));
    await database.units.run((unit) => store.recount(unit, 'ord_1'));
    expect(await order('ord_1')).toMatchObject({ listed: 0, version: 2, ...proofAt(10) });
  });

  it('is not left with a decision that writes nothing', async () => {
    await note(10, await compared('ord_1'));
    await change('ord_1', { facts: [] });
    expect(await order('ord_1')).toMatchObject({ listed: 1, ...proofAt(10) });
  });

  it('takes nothing of which anything was written since it was compared', async () => {
    const both = await compared('ord_1', 'ord_2');
    await change('ord_1', { facts: [fact] });
    await change('ord_2', { facts: [], order: { touchedAt: noon(10) } });
    await note(10, both);
    expect([await order('ord_1'), await order('ord_2')]).toMatchObject([
      { listed: 0, ...ALONE },
      { listed: 0, ...ALONE },
    ]);
  });

  it.each(['its first list', 'a list', 'orders on it'])(
    'is not written by an instance that has read it before another noted %s',
    async (noted) => {
      const first = await compared('ord_1');
      if (noted !== 'its first list') await note(5, []);
      const before = await listings.revision('MRNA');
      await note(10, noted === 'orders on it' ? first : []);
      const revision = noted === 'orders on it' ? before + 1 : before;
      await note(20, await compared('ord_2'), revision);
      expect(await order('ord_2')).toMatchObject({ listed: 0, ...ALONE });
      if (noted === 'orders on it') expect(await order('ord_1')).toMatchObject(proofAt(10));
    },
  );

  it('is not written by a list that was asked for before the one that is noted', async () => {
    await note(10, await compared('ord_1'));
    const revision = await listings.revision('MRNA');
    const again = await compared('ord_2');
    await listings.note({ brokerCode: 'MRNA', askedAt: noon(9), revision, again });
    expect(await order('ord_1')).toMatchObject(proofAt(10));
    expect(await order('ord_2')).toMatchObject({ listed: 0, ...ALONE });
  });

  it('tells how old the proof of the working orders is', async () => {
    const handler = new MeasureProofHandler(database, clock);
    await note(90, await compared('ord_1'));
    expect(await handler.execute()).toEqual({
      working: 2,
      withinMinute: 1,
      oldestAt: new Date(noon(0)).toISOString(),
    });
    await note(95, await compared('ord_2'));
    const oldestAt = new Date(noon(96)).toISOString();
    expect(await handler.execute()).toEqual({ working: 2, withinMinute: 2, oldestAt });
  });
});

describe('the listing of two instances at one database', () => {
  const ROUNDS = 20;
  let one: Instance;
  let two: Instance;

  beforeEach(async () => {
    const url = await freshDatabase('postgres');
    one = await instanceAt(url);
    two = await instanceAt(url);
    await accept(one, 'ord_1', 'ord_2');
  }, 30_000);

  afterEach(async () => {
    await one.database.close();
    await two.database.close();
  });

  const orders = () => one.database.reading.find(OrderRow, 'listed IN (0, 1) ORDER BY id');
  const compared = async (id: string): Promise<Compared[]> =>
    (await orders()).filter((order) => order.id === id).map(({ version }) => ({ id, version }));
  const shown = async (seconds: number, id: string) => ({
    brokerCode: 'MRNA',
    askedAt: noon(seconds),
    revision: await one.listings.revision('MRNA'),
    again: await compared(id),
  });

  it('is written by the first of them, and proves nothing that only the other has compared', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [first, second] = [await shown(round, 'ord_1'), await shown(round, 'ord_2')];
      await Promise.all([one.listings.note(first), two.listings.note(second)]);
      const listed = (await orders()).filter((order) => order.listed === 1);
      expect(listed).toHaveLength(1);
      await one.listings.leave(['ord_1', 'ord_2']);
    }
  });

  it('has no order on it that one has written while the other noted the list', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const list = await shown(round, 'ord_1');
      await Promise.all([
        one.listings.note(list),
        two.store.change('ord_1', RECONCILER, () => ({ ...NOTHING, facts: [fact] })),
      ]);
      expect(await orders()).toMatchObject([{ listed: 0, version: round + 1 }, { listed: 0 }]);
    }
  });
});
