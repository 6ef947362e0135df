import { AuditLog } from '../../../../src/infra/audit/audit-log.js';
import { AuditTail } from '../../../../src/infra/audit/audit-tail.js';
import { Database } from '../../../../src/infra/database/database.js';
import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { Ids, Random } from '../../../../src/infra/runtime/ids.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import { BreakRegister } from '../../../../src/orders/breaks/break-register.js';
import type { Order } from '../../../../src/orders/order/order.js';
import type { OrderRequest } from '../../../../src/orders/order/requests/order-request.js';
import { OrderRequestRow } from '../../../../src/orders/order/requests/order-request.entity.js';
import { ExternalOrderBreaks } from '../../../../src/orders/order-numbers/external-order-breaks.js';
import { SightingRegister } from '../../../../src/orders/order-numbers/sighting-register.js';
import { ExternalOrders } from '../../../../src/orders/reconciliation/external-orders/external-orders.js';
import { SCHEMA } from '../../../../src/schema.js';
import { read, REAL } from '../../../infra/config/settings.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';
import { anOrder, aRequest } from '../../../support/builders.js';
import { filledRow } from '../../../support/filled-row.js';
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

  describe('tells whether a post whose acknowledgement named 900001 may be under another number', () => {
    const order = anOrder({ units: '100' });
    const { accountNumber } = order;
    const row = (orderNumber: string, changes: Partial<OrderRecord> = {}): OrderRecord =>
      aListed({ orderNumber, brokerCode: config.brokerCode, units: '100', ...changes });
    /** Sent after the first of the lists was read, and before the second. */
    const mayBe = async ({
      before = [],
      after,
      others = [],
    }: {
      readonly before?: readonly OrderRecord[];
      readonly after: readonly (OrderRecord & { readonly accountNumber?: string })[];
      readonly others?: readonly Partial<OrderRequest>[];
    }): Promise<boolean> => {
      await sightings.note(before, clock.now());
      clock.pass(MINUTE);
      const sent = { state: 'Unknown', firstSentAt: clock.now(), sentEntry: null } as const;
      const post = aRequest({ ...sent, kind: 'Post', unprovenNumber: '900001', matchKey: 'alike' });
      clock.pass(MINUTE);
      await sightings.note(after, clock.now());
      for (const [at, changes] of others.entries()) {
        const other = { ...post, id: `req_other_${at}`, unprovenNumber: null, ...changes };
        const filled = await database.read((manager) =>
          Promise.resolve(filledRow(manager, OrderRequestRow, other)),
        );
        await database.units.run((unit) => unit.insert(OrderRequestRow, filled));
      }
      return externalOrders.mayBeUnderAnother(database.reading, order, post);
    };

    it.each([
      ['one is shown as it was sent', [row('900002')], true],
      ['it is the only one', [row('900001')], false],
      ['the other one has other units', [row('900002', { units: '200' })], false],
      ['it is of the other side', [row('900002', { side: 'SELL' })], false],
      ['it is of another account', [{ ...row('900002'), accountNumber: 'CDS-9' }], false],
      ['it is of the account', [{ ...row('900002'), accountNumber }], true],
    ])('%s', async (_, rows, expected) => {
      expect(await mayBe({ after: [row('900001'), ...rows] })).toBe(expected);
    });

    it('not under one that was there before it was sent', async () => {
      const after = [row('900001'), row('900002')];
      expect(await mayBe({ before: [row('900002')], after })).toBe(false);
    });

    it.each<readonly [string, readonly Partial<OrderRequest>[], boolean]>([
      ['for as many posts as nothing tells from it', [{}], false],
      ['for fewer posts than there are numbers', [{}], true],
      ['for a post with other terms', [{ matchKey: 'other' }], true],
      ['for a post whose acknowledgement named the number', [{ unprovenNumber: '900002' }], false],
      ['for a post that is acknowledged', [{ state: 'Acknowledged' }], true],
    ])('%s', async (why, others, expected) => {
      const more = why.startsWith('for fewer') ? [row('900003')] : [];
      expect(await mayBe({ after: [row('900001'), row('900002'), ...more], others })).toBe(
        expected,
      );
    });
  });
});
