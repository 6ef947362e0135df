import { Desk, type OrderBody } from '../../support/desk.js';

/** As they are by default. */
const TIMEOUT_MS = 10_000;
const ENV = {
  RECONCILE_INTERVAL_MS: '5000',
  EXCHANGE_TIMEOUT_MS: String(TIMEOUT_MS),
  EXCHANGE_QUIET_MS: '12000',
  EXCHANGE_ANSWERS_LATE_MS: '10000',
  EXCHANGE_TAKES_LATE_MS: '60000',
};
const BOOKED = { duplicatesOf: 'booked' } as const;

interface BreakBody {
  readonly orderId: string | null;
  readonly detail: string;
}

/** What the desk sees, it sees by then. */
const INTERVALS_MS = 12_000;
const SELLER = {
  side: 'SELL',
  security: 'SD11PLC',
  units: 3_000,
  price: 12.5,
  accountNumber: 'X1',
  brokerCode: 'OTHR',
} as const;

describe('a post without an answer that the exchange takes late, where it knows no duplicate of it until then', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  const taken = ({ orderRef }: OrderBody): string[] =>
    control()
      .orders()
      .filter((seen) => seen.orderRef === orderRef)
      .map(({ orderNumber }) => orderNumber);

  /** `lateMs`: after it has arrived. */
  async function posted(lateMs: number, units = '1000'): Promise<OrderBody> {
    desk = await Desk.open('sqlite', { env: ENV, simulator: { parameters: BOOKED } });
    await desk.reconcile();
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply', ms: lateMs });
    const { body } = await desk.post({ units }, 0);
    return body;
  }

  it.each([12_000, 40_000, 65_000])('is there once when that is after %i ms', async (lateMs) => {
    const body = await posted(lateMs);
    await desk.pass(240_000);
    expect(taken(body)).toHaveLength(1);
    expect(await desk.order(body.id)).toMatchObject({ orderNumber: taken(body)[0], pending: null });
  });

  /** Later than the exchange is waited for. */
  const TOO_LATE_MS = 120_000;
  const isTwice = async (order: OrderBody): Promise<readonly string[]> =>
    desk.eventually(
      () => taken(order),
      (numbers) => numbers.length === 2,
    );
  const breaksOf = (filter: string): Promise<readonly BreakBody[]> =>
    desk.list<BreakBody>(`/v1/breaks?open=true&type=DuplicateSuspected&${filter}`);

  async function expectTold(body: OrderBody, second: string | undefined): Promise<void> {
    const order = await desk.order(body.id);
    expect(order.evidence.certain).toBe(false);
    const [told] = await breaksOf(`orderId=${body.id}`);
    expect(told?.detail).toContain(second);
    const [ofNumber] = await breaksOf(`orderNumber=${second ?? ''}`);
    expect(ofNumber).toMatchObject({ orderId: null, detail: expect.stringContaining(body.id) });
  }

  it('is told of as a second order, and not certain, as soon as a list shows both', async () => {
    const body = await posted(TOO_LATE_MS);
    await desk.pass(TOO_LATE_MS - 5_000);
    const order = await desk.until(body.id, ({ evidence }) => evidence.certain);
    const [first, second] = await isTwice(body);
    expect(order.orderNumber).toBe(first);
    await desk.pass(INTERVALS_MS);
    await expectTold(body, second);
  });

  it('is told of as a second order, and not certain, as soon as the trades show both', async () => {
    const body = await posted(TOO_LATE_MS);
    await desk.until(body.id, ({ orderNumber }) => orderNumber !== null, 100_000);
    control().placeExternal(SELLER);
    const [, second] = await isTwice(body);
    await desk.pass(INTERVALS_MS);
    expect(
      control()
        .orders()
        .filter(({ status }) => status === 'Filled'),
    ).toHaveLength(2);
    await expectTold(body, second);
  });
});
