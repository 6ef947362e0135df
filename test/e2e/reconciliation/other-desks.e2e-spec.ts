import { Desk } from '../../support/desk.js';

describe('An order of another desk under our code', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it('that was filled before a list ever showed it has one break, from its trades (E8, H1)', async () => {
    desk = await Desk.open('sqlite', {
      simulator: { parameters: { listsHoldClosedOrders: 'no' } },
    });
    const { control } = desk.exchange.exchange;
    const { orderNumber } = control.placeExternal({
      side: 'BUY',
      security: 'SD11PLC',
      units: 900,
      price: 12.5,
      accountNumber: 'C0099999',
      brokerCode: 'MARINA',
    });
    control.fill({ orderNumber, units: 900 });
    const breaks = () => desk.list<{ type: string }>(`/v1/breaks?orderNumber=${orderNumber}`);
    for (let passes = 0; passes < 30 && (await breaks()).length === 0; passes += 1) {
      await desk.reconcile();
      await desk.pass(300);
    }
    await desk.reconcile();
    expect((await breaks()).map(({ type }) => type)).toEqual(['OrphanTrade']);
  });
});

describe('An order of ours that another desk has enlarged', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it('is Filled by all the units that we knew of, with a break because more of it works (C11)', async () => {
    desk = await Desk.open('sqlite');
    const { body } = await desk.post({ units: '1000' });
    // While something works, the lists are read often.
    await desk.post({ units: '1100', price: '11.50' });
    // An order that nothing has shown with its own units may be another one.
    await desk.until(body.id, ({ status }) => status === 'Open');
    const { control } = desk.exchange.exchange;
    const orderNumber = String(body.orderNumber);
    control.editExternally(orderNumber, 2_009, 12.5);
    control.fill({ orderNumber, units: 1_000 });
    const told = await desk.until(body.id, (order) => order.openBreaks > 0, 18_000);
    expect(told.matchedUnits).toBe('1000');
  });
});
