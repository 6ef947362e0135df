import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { BreakRegister } from '../../../../src/orders/breaks/break-register.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { ExternalOrderBreaks } from '../../../../src/orders/order-numbers/external-order-breaks.js';
import { SightingRegister } from '../../../../src/orders/order-numbers/sighting-register.js';
import { ExternalOrders } from '../../../../src/orders/reconciliation/external-orders/external-orders.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { anOrder } from '../../../support/builders.js';
import { HandClock } from '../../../support/time/hand-clock.js';
import { aListed } from '../rows.js';

const MINUTE = 60_000;

describe.each(ENGINES)('A list of many external orders, on %s', (engine) => {
  const config = read(REAL);
  let clock: HandClock;
  let database: Database;
  let externalOrders: ExternalOrders;
  let sightings: SightingRegister;

  beforeEach(async () => {
    clock = new HandClock();
    database = await Database.open(await readyDatabase(engine), SCHEMA, clock);
    const audit = new AuditLog(clock, new AuditTail());
    const register = new BreakRegister(clock, new Ids(clock, new Random()), audit);
    sightings = new SightingRegister(database, config, clock);
    externalOrders = new ExternalOrders(
      database,
      new ExternalOrderBreaks(register, audit, clock),
      sightings,
      config,
      { change: () => Promise.resolve(null) },
    );
  });

  afterEach(() => database.close());

  /** So many rows, in the order in which the exchange lists them. */
  const listed = (count: number): OrderRecord[] =>
    Array.from({ length: count }, (_, at) =>
      aListed({ orderNumber: String(900_001 + at), brokerCode: config.brokerCode }),
    );

  /** One run after another shows them, a minute apart. */
  const shown = async (rows: readonly OrderRecord[], runs = 1): Promise<void> => {
    for (let run = 0; run < runs; run += 1) {
      clock.pass(MINUTE);
      await externalOrders.among(rows, clock.now());
    }
  };

  const breaksOf = (orderNumber: string): Promise<BreakRow[]> =>
    database.reading.find(BreakRow, 'order_number = ? ORDER BY id', [orderNumber]);

  const countBreaks = async (): Promise<number> => {
    const [row] = await database.reading.query<{ count: number }>(
      'SELECT count(*) AS count FROM breaks',
    );
    return Number(row?.count);
  };

  /** A thousand that a run has told of, each with its break. */
  const toldOf = async (rows: readonly OrderRecord[], ended: Partial<BreakRow>): Promise<void> => {
    await shown(rows.slice(0, 1));
    const [first] = await database.reading.find(BreakRow, '1 = 1', []);
    if (first === undefined) throw new Error('the first one was not told of');
    await database.units.run(async (unit) => {
      await unit.update(BreakRow, { id: first.id }, { seenAt: first.seenAt, ...ended });
      for (const [at, { orderNumber }] of rows.slice(1).entries()) {
        const [id, identity] = [`brk_${at}`, `of ${orderNumber}`];
        await unit.insert(BreakRow, { ...first, id, identity, orderNumber, ...ended });
      }
    });
  };

  it('opens fifty breaks a run, and tells of each after enough runs', async () => {
    const rows = listed(130);
    await shown(rows);
    expect(await countBreaks()).toBe(50);
    await shown(rows, 2);
    expect(await countBreaks()).toBe(130);
    await shown(rows);
    expect(await countBreaks()).toBe(130);
  });

  it.each<readonly [string, Partial<BreakRow>]>([
    ['are open', {}],
    ['people have accepted', { status: 'Resolved', resolution: 'accept', closedAt: 1 }],
  ])(
    'tells of the one behind a thousand whose breaks %s, and opens none of these again',
    async (_, ended) => {
      const rows = listed(1_001);
      await toldOf(rows.slice(0, 1_000), ended);
      await shown(rows);
      expect(await breaksOf('901001')).toMatchObject([
        { type: 'UnknownAtExchange', status: 'Open' },
      ]);
      expect(await countBreaks()).toBe(1_001);
    },
  );

  it('notes of each in turn that it was seen again', async () => {
    const rows = listed(1_002);
    await toldOf(rows, {});
    const before = clock.now();
    await shown(rows, 2);
    const unseen = await database.reading.find(BreakRow, 'seen_at <= ?', [before]);
    expect(unseen.map(({ orderNumber }) => orderNumber)).toEqual([]);
  });

  it('brings an open break up to date that stands behind a thousand others', async () => {
    const rows = listed(1_001);
    await toldOf(rows, {});
    const changed = rows.map((row) =>
      row.orderNumber === '901001' ? { ...row, units: '250' } : row,
    );
    await shown(changed);
    expect(await breaksOf('901001')).toMatchObject([
      { detail: 'BUY 250 SD11PLC (Open) is under no number of ours', version: 2 },
    ]);
  });

  it('tells whether one was there while an order worked under its own number, late as that answer may be', async () => {
    await shown(listed(1));
    const [order, seenAt] = [anOrder(), clock.now()];
    const late = config.exchangeAnswersLateMs;
    const wasBeside = (shownWorkingAt: number | null, orderNumber = '900001'): Promise<boolean> =>
      externalOrders.wasShownBeside(database.reading, { ...order, shownWorkingAt }, orderNumber);
    expect(await wasBeside(null)).toBe(false);
    expect(await wasBeside(seenAt + late)).toBe(false);
    expect(await wasBeside(seenAt + late + 1)).toBe(true);
    expect(await wasBeside(seenAt + late + 1, '900002')).toBe(false);
  });

  it('tells whether one is what an acknowledged edit asked for, shown since that was sent, and for which account', async () => {
    await shown([aListed({ orderNumber: '900001', brokerCode: config.brokerCode, units: '3000' })]);
    const seenAt = clock.now();
    const edited = { ...anOrder(), units: '3000', editAcknowledgedAt: seenAt };
    const elsewhere = (held: Partial<Order> = {}): Promise<string | null> =>
      externalOrders.showsEdit(database.reading, { ...edited, ...held });
    expect(await elsewhere()).toBe('Listed');
    expect(await elsewhere({ editAcknowledgedAt: null })).toBeNull();
    expect(await elsewhere({ units: '2999' })).toBeNull();
    expect(await elsewhere({ side: 'SELL' })).toBeNull();
    const sentAfter = seenAt + config.exchangeTimeoutMs;
    expect(await elsewhere({ editAcknowledgedAt: sentAfter })).toBe('Listed');
    expect(await elsewhere({ editAcknowledgedAt: sentAfter + 1 })).toBeNull();
    const { accountNumber } = edited;
    const row = aListed({ orderNumber: '900001', brokerCode: null, units: '3000' });
    await sightings.note([{ ...row, accountNumber: 'CDS-9' }], clock.now());
    expect(await elsewhere()).toBeNull();
    await sightings.note([{ ...row, orderNumber: '900002', accountNumber }], clock.now());
    expect(await elsewhere()).toBe('ForAccount');
    expect(await externalOrders.wasShownFor(database.reading, edited, '900002')).toBe(true);
    expect(await externalOrders.wasShownFor(database.reading, edited, '900001')).toBe(false);
  });
});
