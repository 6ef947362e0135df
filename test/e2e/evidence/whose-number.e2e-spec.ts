import { PARAMETER_TABLE, type ExchangeParameters } from '../../../simulator/control/parameters.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { decidedByTwo } from '../../support/two-people.js';

/**
 * An edit or a cancel names nothing but a number. If an exchange gives a number twice, or acknowledges an
 * edit with the number of another desk's order, none of our requests may reach that order.
 */
const OTHERS = { price: 11.5, accountNumber: 'C0099999', brokerCode: 'MARINA' };

interface Shown extends OrderBody {
  readonly evidence: OrderBody['evidence'] & { readonly number: string | null };
}

let desk: Desk;

const open = async (parameters: Partial<ExchangeParameters>): Promise<void> => {
  desk = await Desk.open('sqlite', { simulator: { parameters } });
  await desk.reconcile();
};
const control = () => desk.exchange.exchange.control;
const shown = async (id: string): Promise<Shown> => await desk.order(id);
const sent = (endpoint: string, number: string | null): number =>
  control()
    .calls()
    .filter((call) => call.endpoint === endpoint && call.body.includes(String(number))).length;
const passes = async (count: number): Promise<void> => {
  for (let pass = 0; pass < count; pass += 1) {
    await desk.reconcile();
    await desk.pass(300);
  }
};
const working = async (): Promise<OrderBody> => {
  const { body } = await desk.post();
  return desk.until(body.id, (order) => order.status === 'Open');
};
/** Long enough ago that a record could not be older. */
const cancelledAndShownSo = async (id: string): Promise<void> => {
  await desk.cancel(id);
  await desk.until(
    id,
    ({ status, exchangeStatus }) => status === 'Cancelled' && exchangeStatus === 'Cancelled',
  );
  await desk.pass(20_000);
};
const decided = (orderId: string, decision: object): Promise<void> =>
  decidedByTwo(desk, { orderId, type: 'IdentityMismatch' }, decision);
const breaksOf = async (id: string): Promise<readonly string[]> =>
  (await desk.list<{ type: string }>(`/v1/breaks?open=true&orderId=${id}`)).map(({ type }) => type);
/** The order of another desk as the exchange has it. */
const othersState = (): string | undefined =>
  desk.exchange.exchange.venue.floor.ledger.all().find(({ origin }) => origin === 'external')
    ?.state;

describe('An order number that is given again while our order works', () => {
  afterEach(() => desk.close());

  it.each([
    ['of the other side', { side: 'SELL', security: 'SD11PLC', units: 1_000, price: 13 }],
    ['of another security', { side: 'BUY', security: 'SDZARFOOD', units: 1_000, price: 56.5 }],
    [
      'of other units, from another broker',
      { side: 'BUY', security: 'SD11PLC', units: 40, price: 12.5, brokerCode: 'OTHER' },
    ],
  ] as const)('to one %s: no cancel is sent to it, and a break opens (B10)', async (_, terms) => {
    await open({ orderNumbersInUse: 'given-again' });
    const ours = await working();
    const other = control().placeExternal({ ...OTHERS, ...terms });
    expect(other.orderNumber).toBe(ours.orderNumber);
    await passes(3);
    expect(await shown(ours.id)).toMatchObject({
      evidence: { number: 'Doubtful', certain: false },
    });
    await desk.cancel(ours.id, {}, 0);
    await passes(4);
    expect(sent('order/cancel', ours.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await breaksOf(ours.id)).toEqual(
      expect.arrayContaining(['IdentityMismatch', 'CancelUnconfirmed']),
    );
  });
});

/** Rows of the day's trades would show whose order has the number. */
const SILENT = { tradesAllHoldsRestingRows: 'no' } as const;

describe('Units that nobody here has asked for', () => {
  afterEach(() => desk.close());

  const changed = async (parameters: Partial<ExchangeParameters>): Promise<OrderBody> => {
    await open({ ...SILENT, ...parameters });
    const ours = await working();
    await desk.pass(12_000);
    control().editExternally(String(ours.orderNumber), 700, 12.5);
    await desk.pass(30_000);
    return ours;
  };

  it("are the order's once the list of its account shows them under its number", async () => {
    const ours = await changed({});
    const evidence = { number: 'Acknowledged', certain: true };
    expect(await shown(ours.id)).toMatchObject({ units: '700', evidence });
    await desk.cancel(ours.id);
    await desk.until(ours.id, ({ status }) => status === 'Cancelled');
    expect(sent('order/cancel', ours.orderNumber)).toBe(1);
  });

  it('may be of another order that was given the number, so that nothing is sent, where no such list shows it', async () => {
    const ours = await changed({ shareholderListHolds: 'nothing' });
    expect(await shown(ours.id)).toMatchObject({
      evidence: { number: 'Doubtful', certain: false },
    });
    await desk.cancel(ours.id, {}, 0);
    await passes(4);
    expect(sent('order/cancel', ours.orderNumber)).toBe(0);
    expect(await breaksOf(ours.id)).toEqual(
      expect.arrayContaining(['IdentityMismatch', 'UnitsMismatch']),
    );
  });

  it("may be another account's, so that nothing is sent, where the list of the account shows orders of other accounts, too", async () => {
    await open({ ...SILENT, shareholderListFilter: 'ignored' });
    const ours = await working();
    const { body } = await desk.post({ accountNumber: 'C0007777', price: '12.40' });
    await desk.until(body.id, ({ status }) => status === 'Open');
    await desk.pass(12_000);
    control().editExternally(String(ours.orderNumber), 700, 12.5);
    await desk.pass(30_000);
    const evidence = { number: 'Doubtful', certain: false };
    expect(await shown(ours.id)).toMatchObject({ evidence });
    await desk.cancel(ours.id, {}, 0);
    await passes(4);
    expect(sent('order/cancel', ours.orderNumber)).toBe(0);
  });
});

describe('An acknowledgement of a post that names the number of another order', () => {
  afterEach(() => desk.close());

  it('of other units: they are not taken over, nothing is sent to it, and people are told', async () => {
    await open({ ...SILENT, postAckNumber: 'anothers' });
    const other = control().placeExternal({
      ...OTHERS,
      side: 'BUY',
      security: 'SD11PLC',
      units: 700,
    });
    const { body: posted } = await desk.post();
    expect(posted.orderNumber).toBe(other.orderNumber);
    await desk.pass(15_000);
    await desk.edit(posted.id, { price: '12.40' });
    await passes(2);
    await desk.cancel(posted.id, {}, 0);
    await passes(4);
    expect(await shown(posted.id)).toMatchObject({
      units: '1000',
      evidence: { number: 'Doubtful', certain: false },
    });
    expect(sent('order/edit', other.orderNumber) + sent('order/cancel', other.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await breaksOf(posted.id)).toEqual(expect.arrayContaining(['IdentityMismatch']));
  });
});

describe('An acknowledgement of a post that names the number of another order, which is cancelled before any record was read', () => {
  afterEach(() => desk.close());

  it.each([1_307, 700])(
    'and shows %d units then: ours is not certain to be cancelled, and keeps its units',
    async (units) => {
      await open({ ...SILENT, postAckNumber: 'anothers' });
      control().placeExternal({ ...OTHERS, side: 'BUY', security: 'SD11PLC', units });
      const { body: posted } = await desk.post();
      await desk.cancel(posted.id, {}, 1);
      expect(await shown(posted.id)).toMatchObject({ status: 'Cancelled' });
      await passes(4);
      expect(await shown(posted.id)).toMatchObject({ units: '1000', evidence: { certain: false } });
      expect(await breaksOf(posted.id)).toContain('IdentityMismatch');
      const own = String(
        control()
          .orders()
          .find(({ orderRef }) => orderRef === posted.orderRef)?.orderNumber,
      );
      await decided(posted.id, { resolution: 'link-number', orderNumber: own });
      const again = await desk.until(posted.id, ({ status }) => status === 'Open', 120_000);
      expect(again).toMatchObject({ orderNumber: own, units: '1000' });
    },
  );
});

describe('An acknowledgement of a post that does not echo our reference', () => {
  afterEach(() => desk.close());

  it('and names an order like ours of another account, is not believed: nothing is sent to it, and people are told', async () => {
    await open({ postAckNumber: 'anothers', echoOrderRef: 'no' });
    const other = control().placeExternal({
      ...OTHERS,
      side: 'BUY',
      security: 'SD11PLC',
      units: 1_000,
    });
    const { body: posted } = await desk.post({}, 0);
    await passes(4);
    await desk.cancel(posted.id, {}, 0);
    await passes(4);
    expect((await shown(posted.id)).evidence.certain).toBe(false);
    expect((await shown(posted.id)).orderNumber).not.toBe(other.orderNumber);
    expect(sent('order/cancel', other.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await breaksOf(posted.id)).toContain('PostUnconfirmed');
  });

  it('and names the order of another desk of the same client, which nothing tells from ours, is not believed', async () => {
    await open({ postAckNumber: 'anothers', echoOrderRef: 'no' });
    const other = desk.placeElsewhere(1_000);
    const { body: posted } = await desk.post({}, 0);
    await passes(4);
    await desk.cancel(posted.id, {}, 0);
    await passes(4);
    expect(await shown(posted.id)).toMatchObject({
      orderNumber: null,
      evidence: { certain: false },
    });
    expect(sent('order/cancel', other)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await breaksOf(posted.id)).toContain('PostUnconfirmed');
  });

  it('and names ours, is believed once the list of its account shows it', async () => {
    await open({ echoOrderRef: 'no' });
    const { body: posted } = await desk.post({}, 0);
    await passes(4);
    expect(await shown(posted.id)).toMatchObject({
      status: 'Open',
      evidence: { number: 'Shown', certain: true },
      openBreaks: 0,
    });
  });
});

describe('An acknowledgement of a post that names a number which trades have shown for another account', () => {
  afterEach(() => desk.close());

  it('is not believed, though they did so only after the post was sent first', async () => {
    await open({ postAckNumber: 'anothers' });
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body: ours } = await desk.post({}, 0);
    await desk.until(ours.id, ({ pending }) => pending?.state === 'Unknown');
    const other = control().placeExternal({
      ...OTHERS, side: 'BUY', security: 'SD11PLC', units: 700,
    }); // prettier-ignore
    // The first one never got there.
    await desk.eventually(
      () => control().calls().filter(({ endpoint }) => endpoint === 'order/post'),
      (posts) => posts.length === 1,
    ); // prettier-ignore
    await passes(4);
    expect((await shown(ours.id)).orderNumber).not.toBe(other.orderNumber);
    expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
    await desk.cancel(ours.id, {}, 0);
    await passes(4);
    expect(sent('order/cancel', other.orderNumber)).toBe(0);
  });
});

describe('An acknowledgement of an edit that names another number', () => {
  afterEach(() => desk.close());

  it('that another desk is known to have: it is never linked, and nothing reaches that order', async () => {
    await open({ editAckNumber: 'anothers' });
    const other = control().placeExternal({
      ...OTHERS, side: 'BUY', security: 'SD11PLC', units: 1_200,
    }); // prettier-ignore
    const ours = await working();
    await passes(2);
    await desk.edit(ours.id, { units: '1200' });
    await passes(3);
    await desk.cancel(ours.id, {}, 0);
    await passes(4);
    expect(sent('order/cancel', other.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await shown(ours.id)).toMatchObject({
      orderNumber: ours.orderNumber,
      status: 'Cancelled',
      units: '1200',
    });
  });

  it('of an order that only the acknowledgement of its post has named: it is not linked while nothing shows it for our account', async () => {
    await open({ postAckNumber: 'anothers', editKeepsOrderNumber: 'no' });
    const other = desk.exchange.exchange.control.placeExternal({
      ...OTHERS, side: 'BUY', security: 'SD11PLC', units: 1_407,
    }); // prettier-ignore
    const { body: ours } = await desk.post();
    expect(ours.orderNumber).toBe(other.orderNumber);
    await desk.edit(ours.id, { price: '12.40' });
    await passes(6);
    expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
    expect(await shown(ours.id)).toMatchObject({
      orderNumber: other.orderNumber,
      evidence: { certain: false },
    });
  });

  it('of an order that nothing has shown yet: it is linked once the list of its account shows it', async () => {
    await open({ editKeepsOrderNumber: 'no' });
    const { body: ours } = await desk.post();
    await desk.edit(ours.id, { price: '12.40' });
    await passes(4);
    const edited = await shown(ours.id);
    expect(edited).toMatchObject({ price: '12.40', evidence: { certain: true }, openBreaks: 0 });
    expect(edited.orderNumber).not.toBe(ours.orderNumber);
  });

  it('that nobody has seen yet: it is linked only if its record is that of the edited order', async () => {
    await open({ editAckNumber: 'anothers' });
    const ours = await working();
    await passes(1);
    const other = control().placeExternal({
      ...OTHERS, side: 'SELL', security: 'SD11PLC', units: 1_200, price: 13,
    }); // prettier-ignore
    await desk.edit(ours.id, { units: '1200' });
    expect(await shown(ours.id)).toMatchObject({
      orderNumber: ours.orderNumber,
      evidence: { certain: false },
    });
    await desk.cancel(ours.id, {}, 0);
    await passes(5);
    expect(sent('order/cancel', other.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect((await shown(ours.id)).orderNumber).toBe(ours.orderNumber);
    expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
  });

  it.each([['yes'], ['no']] as const)(
    'that the exchange has given it: linked once a record shows it (lists hold closed orders: %s)',
    async (listsHoldClosedOrders) => {
      await open({ editKeepsOrderNumber: 'no', listsHoldClosedOrders });
      const ours = await working();
      await desk.edit(ours.id, { units: '1200', price: '12.40' });
      const edited = await desk.until(ours.id, (order) => order.orderNumber !== ours.orderNumber);
      expect(edited).toMatchObject({ units: '1200', price: '12.40', pending: null });
      expect(edited.evidence).toMatchObject({ number: 'Shown', certain: true });
      await desk.cancel(ours.id);
      await desk.until(ours.id, (order) => order.status === 'Cancelled');
      expect(sent('order/cancel', edited.orderNumber)).toBe(1);
    },
  );
});

describe('An edit that gives the order a new number and leaves the record of the old one as it was', () => {
  afterEach(() => desk.close());

  it('is sent once, and its order is not certain until people say what became of it', async () => {
    await open({ editKeepsOrderNumber: 'no', replacedRecord: 'as-it-was' });
    const ours = await working();
    await desk.edit(ours.id, { units: '1200', price: '12.40' });
    await passes(6);
    expect(sent('order/edit', ours.orderNumber)).toBe(1);
    expect(await shown(ours.id)).toMatchObject({
      pending: { kind: 'Edit', state: 'Unknown' },
      evidence: { certain: false },
    });
    expect(await breaksOf(ours.id)).toContain('EditUnconfirmed');
  });
});

describe('An edit whose answer was lost, that gives the order a new number, and shows it by the old one, too', () => {
  afterEach(() => desk.close());

  it.each(['in-enquiries', 'as-it-was'] as const)(
    'is neither called refused nor sent to whoever has that number, and people are told of the new one (%s)',
    async (replacedRecord) => {
      await open({ editKeepsOrderNumber: 'no', replacedRecord });
      const ours = await working();
      control().queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
      await desk.edit(ours.id, { units: '1200', price: '12.40' });
      await passes(12);
      expect(sent('order/edit', ours.orderNumber)).toBe(1);
      expect(await shown(ours.id)).toMatchObject({
        pending: { kind: 'Edit', state: 'Unknown' },
        evidence: { certain: false },
      });
      expect(await breaksOf(ours.id)).toContain('EditUnconfirmed');
      const external = await desk.list<{ type: string }>(
        '/v1/breaks?open=true&type=UnknownAtExchange',
      );
      expect(external).toHaveLength(1);
    },
  );

  it('is not called refused when another desk has changed the units under the new number', async () => {
    await open({ editKeepsOrderNumber: 'no', replacedRecord: 'as-it-was' });
    const ours = await working();
    control().queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
    await desk.edit(ours.id, { price: '12.40' });
    const [renewed] = desk.exchange.exchange.venue.floor.ledger
      .all()
      .filter(({ orderNumber }) => orderNumber.toString() !== ours.orderNumber);
    const number = renewed?.orderNumber.toString() ?? '';
    control().editExternally(number, 1_909, 12.4);
    await passes(12);
    expect(sent('order/edit', ours.orderNumber)).toBe(1);
    expect(await shown(ours.id)).toMatchObject({
      pending: { kind: 'Edit', state: 'Unknown' },
      evidence: { certain: false },
    });
  });
});

describe('An edit whose answer was lost, that gives the order a new number, and its old one to an order like it', () => {
  afterEach(() => desk.close());

  it('is told of once the list of its account shows the new number alone, and no cancel reaches the other order', async () => {
    await open({ editKeepsOrderNumber: 'no', orderNumbersInUse: 'given-again-when-replaced' });
    const ours = await working();
    control().queueFault({ endpoint: 'order/edit', fault: 'lostReply' });
    await desk.edit(ours.id, { units: '1200', price: '12.40' });
    const alike = { ...OTHERS, side: 'BUY', security: 'SD11PLC', units: 1_000 } as const;
    const { orderNumber } = control().placeExternal(alike);
    expect(orderNumber).toBe(ours.orderNumber);
    await passes(3);
    expect(await shown(ours.id)).toMatchObject({
      evidence: { number: 'Doubtful', certain: false },
    });
    await desk.cancel(ours.id);
    await passes(3);
    expect(sent('order/cancel', ours.orderNumber)).toBe(0);
    expect(othersState()).toBe('Working');
    expect(await breaksOf(ours.id)).toEqual(
      expect.arrayContaining(['IdentityMismatch', 'EditUnconfirmed', 'CancelUnconfirmed']),
    );
  });
});

describe('A number that was inferred', () => {
  afterEach(() => desk.close());

  it('is shown as inferred, and its order is never certain', async () => {
    await open({});
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({}, 0);
    const found = await desk.until(body.id, ({ orderNumber }) => orderNumber !== null);
    await passes(2);
    expect(await shown(found.id)).toMatchObject({
      status: 'Open',
      pending: null,
      evidence: { number: 'Inferred', certain: false },
    });
    const certain = await desk.list<OrderBody>('/v1/orders?certain=true');
    expect(certain.map(({ id }) => id)).not.toContain(found.id);
    const doubtful = await desk.list<OrderBody>('/v1/orders?certain=false');
    expect(doubtful.map(({ id }) => id)).toContain(found.id);
  });

  it('is unlinked when a resting row shows another price under it, and no fill is booked', async () => {
    await open({ tradesAllHoldsRestingRows: 'no' });
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({}, 0);
    const twin = control().placeExternal({
      side: 'BUY',
      security: 'SD11PLC',
      units: 1_000,
      price: 12,
      accountNumber: 'C0012345',
      brokerCode: 'MARINA',
    });
    await desk.until(body.id, ({ orderNumber }) => orderNumber === twin.orderNumber);
    control().setParameters({ tradesAllHoldsRestingRows: 'yes' });
    await passes(2);
    control().fill({ orderNumber: twin.orderNumber, units: 400 });
    await passes(2);
    expect(await shown(body.id)).toMatchObject({
      orderNumber: null,
      matchedUnits: '0',
      evidence: { number: null, certain: false },
    });
    expect(await breaksOf(body.id)).toContain('IdentityMismatch');
  });
});

describe('A number that is given again on the same day, to an order like ours of another account', () => {
  const LIKE_OURS = { side: 'BUY', security: 'SD11PLC', units: 1_000, price: 12.5 } as const;
  const ENDED = { ...SILENT, orderNumbersInUse: 'given-again-when-ended' } as const;
  const closedInLists = PARAMETER_TABLE.listsHoldClosedOrders.values;

  afterEach(() => desk.close());

  it.each(closedInLists)(
    'after a cancel of ours that was done and not answered: the cancel is not sent once more (lists hold closed orders: %s)',
    async (listsHoldClosedOrders) => {
      await open({ ...ENDED, listsHoldClosedOrders });
      const ours = await working();
      control().queueFault({ endpoint: 'order/cancel', fault: 'lostReply' });
      await desk.cancel(ours.id, {}, 0);
      await desk.eventually(
        () => Promise.resolve(sent('order/cancel', ours.orderNumber)),
        (count) => count === 1,
      );
      const other = control().placeExternal({ ...OTHERS, ...LIKE_OURS });
      expect(other.orderNumber).toBe(ours.orderNumber);
      await desk.pass(90_000);
      expect(sent('order/cancel', ours.orderNumber)).toBe(1);
      expect(othersState()).toBe('Working');
      expect(await shown(ours.id)).toMatchObject({ evidence: { certain: false } });
      expect(await breaksOf(ours.id)).toContain('CancelUnconfirmed');
    },
  );

  it.each(closedInLists)(
    'after ours was shown no more: no cancel is sent to it, and people are told (lists hold closed orders: %s)',
    async (listsHoldClosedOrders) => {
      await open({ ...ENDED, closedOrderEnquiry: 'unknown' });
      const ours = await working();
      control().cancelExternally(String(ours.orderNumber));
      await desk.eventually(
        () => breaksOf(ours.id),
        (types) => types.includes('MissingAtExchange'),
      );
      control().setParameters({ listsHoldClosedOrders });
      control().placeExternal({ ...OTHERS, ...LIKE_OURS });
      await passes(3);
      expect(await shown(ours.id)).toMatchObject({ evidence: { number: 'Doubtful' } });
      expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
      await desk.cancel(ours.id, {}, 0);
      await passes(3);
      expect(sent('order/cancel', ours.orderNumber)).toBe(0);
      expect(othersState()).toBe('Working');
    },
  );

  it.each(closedInLists)(
    'after ours was cancelled and shown so: no second cancel is sent to it, and people are told (lists hold closed orders: %s)',
    async (listsHoldClosedOrders) => {
      await open({ ...ENDED, listsHoldClosedOrders });
      const ours = await working();
      await cancelledAndShownSo(ours.id);
      control().placeExternal({ ...OTHERS, ...LIKE_OURS });
      await desk.until(ours.id, ({ status }) => status !== 'Cancelled');
      expect(await shown(ours.id)).toMatchObject({ evidence: { number: 'Doubtful' } });
      expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
      await desk.cancel(ours.id, {}, 0);
      await passes(6);
      expect(sent('order/cancel', ours.orderNumber)).toBe(1);
      expect(othersState()).toBe('Working');
    },
  );

  /** The list of its account cannot tell it from ours. */
  const OF_OUR_CLIENT = {
    ...LIKE_OURS,
    price: 11.5,
    brokerCode: 'MARINA',
    accountNumber: 'C0012345',
  };

  it.each([
    ['other units', 0, { ...OF_OUR_CLIENT, units: 700 }, 0],
    ['fewer matched units than ours had', 300, OF_OUR_CLIENT, 0],
    ['more matched units than ours had', 300, OF_OUR_CLIENT, 500],
  ])(
    'of our client with %s, after ours was cancelled and shown so: it is neither cancelled nor edited, and people are told',
    async (_, matched, terms, matchedByOther) => {
      await open({ ...ENDED });
      const ours = await working();
      const orderNumber = String(ours.orderNumber);
      if (matched > 0) control().fill({ orderNumber, units: matched });
      await desk.until(ours.id, ({ matchedUnits }) => matchedUnits === String(matched), 60_000);
      await cancelledAndShownSo(ours.id);
      control().placeExternal(terms);
      if (matchedByOther > 0) control().fill({ orderNumber, units: matchedByOther });
      await desk.until(ours.id, ({ evidence }) => !evidence.certain, 120_000);
      await passes(6);
      expect(await shown(ours.id)).toMatchObject({
        units: '1000', matchedUnits: String(matched), evidence: { number: 'Doubtful', certain: false },
      }); // prettier-ignore
      expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
      await desk.cancel(ours.id, {}, 0);
      await desk.edit(ours.id, { units: '900' });
      await passes(6);
      expect(sent('order/cancel', ours.orderNumber)).toBe(1);
      expect(sent('order/edit', ours.orderNumber)).toBe(0);
      await decided(ours.id, { resolution: 'was-cancelled' });
      control().fill({ orderNumber, units: 100 });
      await desk.pass(60_000);
      expect(await shown(ours.id)).toMatchObject({
        status: 'Cancelled', units: '1000', matchedUnits: String(matched),
        evidence: { certain: true },
      }); // prettier-ignore
      expect(await breaksOf(ours.id)).not.toContain('IdentityMismatch');
      expect(othersState()).toBe('Working');
    },
  );

  it.each([
    ['nothing is under way', async () => undefined],
    [
      'a cancel of ours was done and not answered',
      async (id: string) => {
        control().queueFault({ endpoint: 'order/cancel', fault: 'lostReply' });
        await desk.cancel(id, {}, 0);
        await desk.eventually(
          async () => sent('order/cancel', (await shown(id)).orderNumber),
          (count) => count === 1,
        );
      },
    ],
  ])(
    'of our client with nothing matched, where ours has ended part-filled and unseen while %s: no cancel is sent to it, and people are told',
    async (_, ask: (id: string) => Promise<unknown>) => {
      await open({ ...ENDED });
      const ours = await working();
      const orderNumber = String(ours.orderNumber);
      control().fill({ orderNumber, units: 300 });
      await desk.until(ours.id, ({ matchedUnits }) => matchedUnits === '300', 60_000);
      await desk.pass(20_000);
      await ask(ours.id);
      const before = sent('order/cancel', orderNumber);
      if (before === 0) control().cancelExternally(orderNumber);
      control().placeExternal(OF_OUR_CLIENT);
      await desk.until(ours.id, ({ evidence }) => evidence.number === 'Doubtful', 120_000);
      expect(await breaksOf(ours.id)).toContain('IdentityMismatch');
      await desk.cancel(ours.id, {}, 0);
      await desk.pass(90_000);
      expect(sent('order/cancel', orderNumber)).toBe(before);
      expect(othersState()).toBe('Working');
      expect(await shown(ours.id)).toMatchObject({
        evidence: { number: 'Doubtful', certain: false },
      });
      control().fill({ orderNumber, units: 500 });
      await desk.pass(30_000);
      const told = { orderId: ours.id, type: 'CancelUnconfirmed' };
      if (before > 0) await decidedByTwo(desk, told, { resolution: 'took-effect' });
      await decided(ours.id, { resolution: 'was-cancelled' });
      await desk.pass(30_000);
      expect(await shown(ours.id)).toMatchObject({
        status: 'Cancelled', units: '1000', matchedUnits: '300', pending: null,
        evidence: { certain: true },
      }); // prettier-ignore
      expect(othersState()).toBe('Working');
    },
  );

  it('of our client with other units is told of, though people had called the number right before ours was cancelled', async () => {
    await open({ ...ENDED });
    const ours = await working();
    control().queueFault({
      endpoint: 'order/enquiry', fault: 'fields', fields: { Company: 'SDZARFOOD' }, times: 2,
    }); // prettier-ignore
    await passes(2);
    await desk.until(ours.id, ({ evidence }) => evidence.number === 'Doubtful', 60_000);
    await decided(ours.id, { resolution: 'number-is-right' });
    await cancelledAndShownSo(ours.id);
    control().placeExternal({ ...OF_OUR_CLIENT, units: 700 });
    await desk.until(ours.id, ({ evidence }) => evidence.number === 'Doubtful', 120_000);
    expect(await shown(ours.id)).toMatchObject({ status: 'Cancelled', units: '1000' });
  });

  it('is ours after all, with other units, when two people say so', async () => {
    await open({ ...ENDED });
    const ours = await working();
    await cancelledAndShownSo(ours.id);
    control().placeExternal({ ...OF_OUR_CLIENT, units: 700 });
    await desk.until(ours.id, ({ evidence }) => evidence.number === 'Doubtful', 120_000);
    await decided(ours.id, { resolution: 'number-is-right' });
    await desk.until(ours.id, ({ status }) => status === 'Open', 120_000);
    expect(await breaksOf(ours.id)).toContain('StatusMismatch');
  });

  it('is ours, and the cancel goes, where the list of the account shows it again', async () => {
    await open({ ...SILENT, enquiryLagMs: 0 });
    const ours = await working();
    for (const endpoint of ['order/enquiry', 'broker/order/enquiry'])
      control().queueFault({ endpoint, fault: 'emptyList', times: 3 });
    await passes(8);
    await desk.cancel(ours.id, {}, 0);
    await desk.until(ours.id, ({ status }) => status === 'Cancelled');
    expect(sent('order/cancel', ours.orderNumber)).toBe(1);
  });
});
