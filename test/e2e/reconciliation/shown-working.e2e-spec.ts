import { Desk, type OrderBody } from '../../support/desk.js';

/** Records of this age show the order as it was before it was traded. */
const STALE_MS = 40_000;

let desk: Desk;

const control = () => desk.exchange.exchange.control;

async function open(): Promise<OrderBody> {
  desk = await Desk.open('sqlite');
  const { body } = await desk.post({ units: '1000' });
  const order = await desk.until(body.id, ({ status }) => status === 'Open');
  await desk.pass(STALE_MS + 10_000);
  return order;
}

/** It is fully traded, and records of these kinds do not show that for a while. */
async function fullyTraded(parameters: Record<string, unknown>): Promise<OrderBody> {
  const order = await open();
  control().setParameters({ tradesLagMs: 0, ...parameters });
  control().fill({ orderNumber: String(order.orderNumber), units: 1_000 });
  return order;
}

const enquiriesFail = () =>
  control().queueFault({ endpoint: 'order/enquiry', fault: 'error500Before', times: 0 });

const breaksOf = (id: string) =>
  desk.list<{ type: string; detail: string }>(`/v1/breaks?open=true&orderId=${id}`);

afterEach(() => desk.close());

describe('A Filled order that a record shows working', () => {
  it('is uncertain at once when the list shows it, with a break when nothing explains it', async () => {
    const { id } = await fullyTraded({ listLagMs: STALE_MS });
    enquiriesFail();
    await desk.until(id, ({ status }) => status === 'Filled');
    await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ status: 'Filled', evidence: { certain: false } });
    await desk.pass(12_000);
    await desk.reconcile();
    const [told] = await breaksOf(id);
    expect(told?.type).toBe('SourcesDisagree');
  });

  it('is uncertain when an enquiry shows it', async () => {
    const { id } = await fullyTraded({ enquiryLagMs: STALE_MS, listLagMs: STALE_MS });
    await desk.until(id, ({ status }) => status === 'Filled');
    await desk.pass(12_000);
    await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ status: 'Filled', evidence: { certain: false } });
    expect((await breaksOf(id)).length).toBeGreaterThan(0);
  });

  it('is certain again when an enquiry shows that the list was old', async () => {
    const { id } = await fullyTraded({ listLagMs: STALE_MS });
    await desk.until(id, ({ status }) => status === 'Filled');
    for (let pass = 0; pass < 3; pass += 1) await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ evidence: { certain: true }, openBreaks: 0 });
  });
});

describe('An order that enquiries alone show Filled, of which no trade is shown', () => {
  it('is uncertain after two lists that show it working, with a break when they go on', async () => {
    const { id } = await open();
    control().queueFault({
      endpoint: 'order/enquiry',
      fault: 'fields',
      fields: { MatchedQuantity: 1_000, PendingQuantity: 0 },
      times: 0,
    });
    await desk.until(id, ({ status }) => status === 'Filled', 120_000);
    const doubted = await desk.until(id, ({ evidence }) => !evidence.certain, 45_000);
    expect(doubted).toMatchObject({ status: 'Filled', matchedUnits: '1000' });
    await desk.pass(60_000);
    expect((await desk.order(id)).evidence.certain).toBe(false);
    expect((await breaksOf(id)).map(({ type }) => type)).toContain('SourcesDisagree');
  });
});

describe('A working order that the list shows differently while its enquiries fail', () => {
  it('is uncertain after two lists, and certain again when an enquiry answers', async () => {
    const { id, orderNumber } = await open();
    enquiriesFail();
    control().editExternally(String(orderNumber), 2_009, 12.5);
    const doubted = await desk.until(id, ({ evidence }) => !evidence.certain, 20_000);
    expect(doubted.units).toBe('1000');
    control().clearFaults();
    const known = await desk.until(id, ({ evidence }) => evidence.certain);
    expect(known.units).toBe('2009');
  });
});

describe('An order that one enquiry shows Cancelled while lists show it working', () => {
  const saysCancelled = (times: number) =>
    control().queueFault({
      endpoint: 'order/enquiry',
      fault: 'fields',
      fields: { Status: 'Cancelled', PendingQuantity: 0 },
      times,
    });

  it('is enquired again when records can no longer lag, and works on with a break', async () => {
    const { id } = await open();
    saysCancelled(2);
    await desk.until(id, ({ status }) => status === 'Cancelled', 120_000);
    const works = await desk.until(id, ({ status }) => status === 'Open', 40_000);
    // Records may be late, and the one that showed it Cancelled may have been right.
    expect(works.evidence.certain).toBe(false);
    // Until the list of its account shows it, the number may be another order's by now.
    const types = (await breaksOf(id)).map(({ type }) => type);
    expect(types.sort()).toEqual(['IdentityMismatch', 'StatusMismatch']);
    await desk.until(id, ({ evidence }) => evidence.number !== 'Doubtful', 60_000);
    expect(await breaksOf(id)).toMatchObject([{ type: 'StatusMismatch' }]);
    await desk.until(id, ({ evidence }) => evidence.certain, 330_000);
    expect(await desk.order(id)).toMatchObject({ status: 'Open' });
  });

  it('stays Cancelled if a later enquiry says so again, uncertain, and is not enquired while lists may lag', async () => {
    const { id } = await open();
    saysCancelled(0);
    await desk.until(id, ({ status }) => status === 'Cancelled', 120_000);
    await desk.pass(30_000);
    const asked = (): number =>
      control()
        .calls()
        .filter(({ endpoint }) => endpoint === 'order/enquiry').length;
    const before = asked();
    await desk.pass(20_000);
    expect(asked()).toBe(before);
    // The lists have shown it working all the time.
    expect(await desk.order(id)).toMatchObject({
      status: 'Cancelled',
      evidence: { certain: false },
    });
  });
});

describe('An ended order that lists go on to show working, whatever enquiries say', () => {
  it('stays uncertain, with one break, until the lists agree', async () => {
    desk = await Desk.open('sqlite');
    // Lists show every third order for ever as it came.
    control().setParameters({ listShows: 'at-times-as-it-came' });
    const posted = [
      await desk.post({ units: '100' }),
      await desk.post({ units: '200' }),
      await desk.post({ units: '300' }),
    ];
    for (const { body } of posted) await desk.until(body.id, ({ status }) => status === 'Open');
    const { id, orderNumber } = await desk.order(posted[2]?.body.id ?? '');
    control().cancelExternally(String(orderNumber));
    await desk.pass(240_000);
    for (let run = 0; run < 6; run += 1) {
      await desk.reconcile();
      expect((await desk.order(id)).evidence.certain).toBe(false);
      const open = (await breaksOf(id)).filter(({ type }) => type === 'SourcesDisagree');
      expect(open.length).toBe(1);
    }
    control().setParameters({ listShows: 'present' });
    await desk.pass(60_000);
    expect(await desk.order(id)).toMatchObject({
      status: 'Cancelled',
      evidence: { certain: true },
    });
    expect(await breaksOf(id)).toEqual([]);
  });
});
