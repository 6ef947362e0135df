import { PARAMETER_TABLE } from '../../../simulator/control/parameters.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface FillBody {
  readonly units: string;
  readonly price: string;
  readonly matchingId: string;
}

let desk: Desk;

const control = () => desk.exchange.exchange.control;

/** A working buy of 1000 at 12.50. */
async function working(
  parameters: Readonly<Record<string, string>>,
  intervalMs = 5_000,
): Promise<OrderBody> {
  const env = { RECONCILE_INTERVAL_MS: String(intervalMs) };
  desk = await Desk.open('sqlite', { env, simulator: { parameters } });
  const { body } = await desk.post();
  return desk.until(
    body.id,
    ({ orderNumber, status }) => orderNumber !== null && status === 'Open',
  );
}

function fill({ orderNumber }: OrderBody, units: number): void {
  control().fill({ orderNumber: String(orderNumber), units });
}
const fillsOf = ({ id }: OrderBody): Promise<readonly FillBody[]> =>
  desk.list<FillBody>(`/v1/orders/${id}/fills`);

afterEach(() => desk.close());

describe('A row of the day’s trades', () => {
  it('with more volume than matched units books nothing: a break opens, and the order can be cancelled', async () => {
    const order = await working({ tradeVolumeIs: 'order' });
    fill(order, 400);
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=FillMismatch&orderId=${order.id}`,
    );
    expect(detail).toContain('1000 traded, 400 matched, 600 pending: it is not booked');
    expect(await fillsOf(order)).toEqual([]);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', averagePrice: null });
    expect(await desk.cancel(order.id)).toMatchObject({ body: { status: 'Cancelled' } });
  });

  it('with more volume than matched units opens a break under a foreign number too', async () => {
    desk = await Desk.open('sqlite', { simulator: { parameters: { tradeVolumeIs: 'order' } } });
    const { orderNumber } = control().placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 1_000, price: 12.5,
      accountNumber: 'C-OTHER', brokerCode: 'MARINA',
    }); // prettier-ignore
    control().fill({ orderNumber, units: 400 });
    control().hide(orderNumber, true);
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=OrphanTrade&orderNumber=${orderNumber}`,
      300_000,
    );
    expect(detail).toBe(
      'BUY SD11PLC is shown as 1000 traded, 400 matched, 600 pending, which cannot all be true, under a number that is no order of ours',
    );
  });

  it('of a resting order tells two lost posts apart that differ only in price', async () => {
    desk = await Desk.open('sqlite', {
      simulator: { parameters: { restingRowVolume: 'order-units', duplicateCheck: 'off' } },
    });
    await desk.pass(2_000);
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply', times: 2 });
    const prices = ['12.30', '12.20'];
    const posts = await Promise.all(prices.map((price) => desk.post({ price }, 0)));
    for (const [index, { body }] of posts.entries()) {
      const { orderNumber } = await desk.until(body.id, (seen) => seen.orderNumber !== null);
      const theirs = control()
        .orders()
        .find((seen) => seen.orderNumber === orderNumber);
      expect(theirs).toMatchObject({ orderRef: body.orderRef, price: prices[index] });
    }
  });
});

describe('The matching id of a trade', () => {
  it.each(PARAMETER_TABLE.matchingIdForm.values)(
    'is read in the form %s: each trade is booked once',
    async (matchingIdForm) => {
      const order = await working({ matchingIdForm });
      for (const units of [300, 500, 200]) fill(order, units);
      const filled = await desk.until(order.id, ({ status }) => status === 'Filled');
      await desk.eventually(
        () => fillsOf(order),
        (fills) => fills.length === 3,
      );
      await desk.pass(20_000);
      const fills = await fillsOf(filled);
      expect(fills.map(({ units }) => units).sort()).toEqual(['200', '300', '500']);
      expect(new Set(fills.map(({ matchingId }) => matchingId)).size).toBe(3);
      expect(await desk.order(order.id)).toMatchObject({ averagePrice: '12.5', openBreaks: 0 });
    },
  );

  it('may be missing: the trade is not booked, since it could be booked twice, and a break opens', async () => {
    const order = await working({ tradeMatchingIdMissing: 'yes' });
    for (const units of [300, 300]) fill(order, units);
    await desk.until(order.id, ({ matchedUnits }) => matchedUnits === '600');
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=FillMismatch&orderId=${order.id}`,
      30_000,
    );
    expect(detail).toMatch(
      /^trades of \d00 units are shown, and those without a matching id, without matched units, or with a date that cannot be read, cannot be booked/,
    );
    expect(await fillsOf(order)).toEqual([]);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', pendingUnits: '400' });
  });

  it.each(['yes', 'sometimes'])(
    'may be missing (%s) where enquiries do not say how much is matched: the order is not certain, and a person is told',
    async (tradeMatchingIdMissing) => {
      const order = await working({ tradeMatchingIdMissing, enquiryQuantities: 'missing' });
      for (const units of [100, 200, 300]) fill(order, units);
      const { detail } = await desk.openBreak<{ detail: string }>(
        `type=FillMismatch&orderId=${order.id}`,
        15_000,
      );
      expect(detail).toMatch(/^trades of 600 units are shown, and those without a matching id/);
      await desk.pass(60_000);
      expect(await desk.order(order.id)).toMatchObject({
        evidence: { certain: false },
        openBreaks: 1,
      });
    },
  );

  it('may be the same on two different rows of one order: one is booked, and a break opens', async () => {
    const order = await working({ tradeRowsRepeatId: 'per-sweep' });
    await desk.cancel(order.id);
    for (const [units, price] of [
      ['300', '12.30'],
      ['300', '12.30'],
    ]) {
      control().placeExternal({
        side: 'SELL', security: 'SD11PLC', units: Number(units), price: Number(price),
        accountNumber: 'C-OTHER', brokerCode: 'OTHR',
      }); // prettier-ignore
    }
    const { body } = await desk.post();
    await desk.until(body.id, ({ matchedUnits }) => matchedUnits === '600');
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=FillMismatch&orderId=${body.id}`,
      5_000,
    );
    expect(detail).toMatch(/^the trade TM\d+ stands twice, also as 300 at 12.3$/);
    expect((await fillsOf(body)).map(({ units }) => units)).toEqual(['300']);
  });
});

describe('A trade that is repeated under another matching id', () => {
  it.each([
    ['after the trade', 'after-trade'],
    ['now', 'now'],
  ] as const)(
    'is booked once if the rows show pending units %s, and a break opens',
    async (_, tradePendingMeans) => {
      const order = await working({ tradeCopies: 'under-another-id', tradePendingMeans });
      fill(order, 400);
      const { detail } = await desk.openBreak<{ detail: string }>(
        `type=FillMismatch&orderId=${order.id}`,
        15_000,
      );
      expect(detail).toContain('400 at 12.5');
      expect(await desk.order(order.id)).toMatchObject({
        matchedUnits: '400',
        evidence: { certain: false },
      });
      expect((await fillsOf(order)).map(({ units }) => units)).toEqual(['400']);
    },
  );

  it('does not fill an order of twice its units', async () => {
    const order = await working({ tradeCopies: 'under-another-id', tradePendingMeans: 'now' });
    fill(order, 500);
    await desk.openBreak(`type=FillMismatch&orderId=${order.id}`, 15_000);
    expect(await desk.order(order.id)).toMatchObject({ status: 'Open', matchedUnits: '500' });
  });

  it('is two trades if an enquiry shows both: both are booked, without a break', async () => {
    const order = await working({ tradePendingMeans: 'now' });
    for (const units of [300, 300]) fill(order, units);
    await desk.eventually(
      () => fillsOf(order),
      (fills) => fills.length === 2,
    );
    await desk.pass(20_000);
    expect(await desk.order(order.id)).toMatchObject({
      matchedUnits: '600', openBreaks: 0, evidence: { certain: true },
    }); // prettier-ignore
    expect(await desk.list(`/v1/breaks?orderId=${order.id}`)).toEqual([]);
  });
});

describe('A trade that may be repeated under another matching id, and that nothing proves', () => {
  /** One proposes, another approves. */
  async function agree({ id }: OrderBody, resolution: string): Promise<void> {
    const found = await desk.openBreak<{ id: string; trade: unknown }>(
      `type=FillMismatch&orderId=${id}`,
      15_000,
    );
    expect(found.trade).toMatchObject({ booked: null, shown: { price: '12.5' } });
    const { body: key } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: `bola ${resolution}`, scopes: ['recon:approve'] },
    });
    const reason = { reasonCode: 'ConfirmedByExchange', text: 'Said on the telephone.' };
    const { body } = await desk.call<{ approvals: { id: string }[] }>(
      'POST',
      `/v1/breaks/${found.id}/resolve`,
      { body: { ...reason, resolution } },
    );
    const approval = String(body.approvals[0]?.id);
    const approved = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
      key: key.secret,
    });
    expect(approved.status).toBe(200);
  }

  it('is booked when two people say that it is a trade of its own', async () => {
    const order = await working({ enquiryQuantities: 'missing', tradePendingMeans: 'now' });
    for (const units of [300, 300, 200]) fill(order, units);
    const [hidden] = control()
      .trades()
      .filter(({ units }) => units === 200);
    control().withdrawTrade(String(hidden?.matchingId));
    await agree(order, 'as-shown');
    expect((await fillsOf(order)).map(({ units }) => units)).toEqual(['300', '300']);
    await desk.pass(20_000);
    expect(await fillsOf(order)).toHaveLength(2);
    expect(await desk.order(order.id)).toMatchObject({ matchedUnits: '600', openBreaks: 0 });
  });

  it('is booked by two people as well where it does not fit the units that we hold', async () => {
    const order = await working({ statusWords: 'partial' });
    control().editExternally(String(order.orderNumber), 2_000, 12.5);
    fill(order, 98);
    await agree(order, 'as-shown');
    expect((await fillsOf(order)).map(({ units }) => units)).toEqual(['98']);
    await desk.pass(20_000);
    expect(await fillsOf(order)).toHaveLength(1);
    const open = await desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${order.id}`);
    expect(open.map(({ type }) => type)).not.toContain('FillMismatch');
  });

  it('stays out of the book when two people say that it is no trade of its own', async () => {
    const order = await working({ tradeCopies: 'under-another-id', tradePendingMeans: 'now' });
    fill(order, 400);
    await agree(order, 'close');
    await desk.pass(20_000);
    expect((await fillsOf(order)).map(({ units }) => units)).toEqual(['400']);
    expect(await desk.order(order.id)).toMatchObject({
      matchedUnits: '400', openBreaks: 0, evidence: { certain: true },
    }); // prettier-ignore
  });
});

describe('A trade that the exchange withdraws, so that its order works again', () => {
  it.each(['shown', 'missing'])(
    'leaves no order certain, and a person is told (quantities of enquiries %s)',
    async (enquiryQuantities) => {
      const order = await working({ withdrawnTrades: 'works-again', enquiryQuantities });
      const { body: other } = await desk.post();
      const part = await desk.until(other.id, ({ status }) => status === 'Open');
      fill(order, 1_000);
      fill(part, 200);
      for (const { id } of [order, part]) {
        await desk.eventually(
          () => fillsOf({ id } as OrderBody),
          (fills) => fills.length === 1,
        );
      }
      for (const { matchingId } of control().trades()) control().withdrawTrade(matchingId);
      await desk.pass(6_000);
      for (const { id } of [order, part]) {
        expect(await desk.order(id)).toMatchObject({ evidence: { certain: false } });
      }
      for (const { id } of [order, part]) {
        await desk.openBreak(`type=FillMismatch&orderId=${id}`);
        expect(await desk.order(id)).toMatchObject({ evidence: { certain: false } });
      }
    },
  );
});

describe('A trade under a number that no order of ours has', () => {
  it.each(['shown', 'missing'])(
    'opens a break on the order of the same client that may lack it (quantities of enquiries %s)',
    async (enquiryQuantities) => {
      const order = await working({ tradeOrderNumbers: 'child', enquiryQuantities });
      const { body: other } = await desk.post({ accountNumber: 'C0099999' });
      fill(order, 300);
      const { detail } = await desk.openBreak<{ detail: string }>(
        `type=FillMismatch&orderId=${order.id}`,
        40_000,
      );
      expect(detail).toContain(`under ${Number(order.orderNumber) + 5_000_000}`);
      await desk.pass(20_000);
      expect(await desk.order(order.id)).toMatchObject({ evidence: { certain: false } });
      expect(await desk.order(other.id)).toMatchObject({
        openBreaks: 0,
        evidence: { certain: true },
      });
    },
  );

  it('opens a break also while a post is searched for that it may be of, once the search has had its time', async () => {
    const order = await working({ tradeOrderNumbers: 'child', enquiryQuantities: 'missing' });
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body: lost } = await desk.post({}, 0);
    fill(order, 300);
    await desk.openBreak(`type=FillMismatch&orderId=${order.id}`, 40_000);
    expect((await desk.order(lost.id)).pending).toMatchObject({ state: 'Unknown' });
  });

  it('is another desk’s where an enquiry shows all that is matched of ours booked', async () => {
    const order = await working({});
    const { orderNumber } = control().placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 300, price: 12.5,
      accountNumber: 'C0012345', brokerCode: 'MARINA',
    }); // prettier-ignore
    control().hide(orderNumber, true);
    control().fill({ orderNumber, units: 300 });
    await desk.openBreak(`type=OrphanTrade&orderNumber=${orderNumber}`);
    expect(await desk.order(order.id)).toMatchObject({
      openBreaks: 0,
      evidence: { certain: true },
    });
  });

  it('is of no order that was posted after it was seen, also where enquiries show no quantities', async () => {
    const first = await working({ enquiryQuantities: 'missing' });
    const { orderNumber } = control().placeExternal({
      side: 'BUY', security: 'SD11PLC', units: 300, price: 12.5,
      accountNumber: 'C0012345', brokerCode: 'MARINA',
    }); // prettier-ignore
    control().hide(orderNumber, true);
    control().fill({ orderNumber, units: 300 });
    await desk.openBreak(`type=FillMismatch&orderId=${first.id}`, 40_000);
    const { body } = await desk.post({ units: '400' });
    const later = await desk.until(body.id, ({ status }) => status === 'Open');
    await desk.pass(20_000);
    expect(await desk.order(later.id)).toMatchObject({
      openBreaks: 0,
      evidence: { certain: true },
    });
    expect(await desk.order(first.id)).toMatchObject({ evidence: { certain: false } });
  });
});

describe('One matching id on the trades of two orders of ours', () => {
  const sell = (units: number) =>
    control().placeExternal({
      side: 'SELL', security: 'SD11PLC', units, price: 12.5,
      accountNumber: 'C-OTHER', brokerCode: 'OTHR',
    }); // prettier-ignore

  it('is booked for each of them, where one order of the market meets both', async () => {
    const first = await working({ tradeRowsRepeatId: 'per-sweep', enquiryQuantities: 'missing' });
    const { body } = await desk.post({ units: '500' });
    const second = await desk.until(body.id, ({ status }) => status === 'Open');
    sell(1_200);
    await desk.until(first.id, ({ status }) => status === 'Filled');
    await desk.until(second.id, ({ matchedUnits }) => matchedUnits === '200');
    const [[one], [other]] = [await fillsOf(first), await fillsOf(second)];
    expect(one?.matchingId).toBe(other?.matchingId);
  });

  it('is booked for each of them, where they are the two sides of it', async () => {
    const bought = await working({ enquiryQuantities: 'missing' });
    const { body: sold } = await desk.post({ side: 'SELL', units: '400', accountNumber: 'C0099' });
    await desk.until(sold.id, ({ status }) => status === 'Filled');
    await desk.until(bought.id, ({ matchedUnits }) => matchedUnits === '400');
  });

  it('and on two equal rows of one order may be two trades: it is not certain, and a break opens', async () => {
    const parameters = {
      tradeRowsRepeatId: 'per-sweep', tradePendingMeans: 'now', enquiryQuantities: 'missing',
    }; // prettier-ignore
    const env = { RECONCILE_INTERVAL_MS: '5000' };
    desk = await Desk.open('sqlite', { env, simulator: { parameters } });
    for (const units of [300, 300]) sell(units);
    const { body } = await desk.post({ units: '900' });
    const { detail } = await desk.openBreak<{ detail: string }>(
      `type=FillMismatch&orderId=${body.id}`,
      30_000,
    );
    expect(detail).toContain('equal rows with one matching id may be several trades');
    expect(await desk.order(body.id)).toMatchObject({ evidence: { certain: false } });
  });
});
