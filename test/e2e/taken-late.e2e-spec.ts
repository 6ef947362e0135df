import { afterEach, describe, expect, it } from '@jest/globals';
import { Desk, type OrderBody } from '../support/desk.js';

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
});
