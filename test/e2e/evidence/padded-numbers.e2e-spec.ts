import { Desk, type OrderBody } from '../../support/desk.js';

/** The document shows order numbers as numbers: zeros that an answer writes before one do not make it another. */
let desk: Desk;

const control = () => desk.exchange.exchange.control;
const breaksOf = async (id: string): Promise<readonly string[]> =>
  (await desk.list<{ type: string }>(`/v1/breaks?orderId=${id}`)).map(({ type }) => type);
const ofNobody = async (): Promise<readonly string[]> =>
  (await desk.list<{ type: string; orderId: string | null }>('/v1/breaks'))
    .filter(({ orderId }) => orderId === null)
    .map(({ type }) => type);
const isCertain = ({ evidence }: OrderBody): boolean => evidence.certain;
const runs = async (count: number): Promise<void> => {
  for (let run = 0; run < count; run += 1) {
    await desk.reconcile();
    await desk.pass(300);
  }
};

describe('Records that write zeros before the numbers that were acknowledged without them', () => {
  beforeEach(async () => {
    const env = { EXCHANGE_TIMEOUT_MS: '600', EXCHANGE_QUIET_MS: '600' };
    desk = await Desk.open('sqlite', {
      env,
      simulator: { parameters: { recordNumbers: 'padded' } },
    });
    await desk.reconcile();
  });

  afterEach(() => desk.close());

  it('show the order: it is certain, edited and cancelled, and no break opens', async () => {
    const { body } = await desk.post({ units: '900' });
    const posted = await desk.until(body.id, (seen) => seen.status === 'Open');
    await desk.edit(body.id, { units: '800' });
    await desk.until(body.id, (seen) => seen.units === '800');
    control().fill({ orderNumber: String(posted.orderNumber), units: 300 });
    await runs(4);
    await desk.until(body.id, (seen) => seen.matchedUnits === '300' && isCertain(seen));
    await desk.cancel(body.id);
    await runs(3);
    const last = await desk.until(body.id, isCertain);
    expect(last).toMatchObject({ status: 'Cancelled', orderNumber: posted.orderNumber });
    expect(await breaksOf(body.id)).toEqual([]);
    expect(await ofNobody()).toEqual([]);
  });

  it('show a post that is sent once more, and no second order of it', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostRequest' });
    const { body } = await desk.post({ units: '3100' }, 0);
    await desk.until(body.id, (seen) => seen.orderNumber !== null, 20_000);
    await runs(4);
    await desk.until(body.id, (seen) => seen.status === 'Open' && isCertain(seen));
    expect(await ofNobody()).toEqual([]);
    expect(await desk.list(`/v1/breaks?open=true&orderId=${body.id}`)).toEqual([]);
  });
});
