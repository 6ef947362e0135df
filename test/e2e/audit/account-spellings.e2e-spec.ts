import { type Engine, ENGINES } from '../../support/databases/databases.js';
import { Desk, type ListBody } from '../../support/desk.js';

const SPELLINGS = ['AB-17', 'ab17', 'Ab 1/7'];

describe.each(ENGINES)(
  'A client whose account is spelled in several ways, on %s',
  (engine: Engine) => {
    let desk: Desk;
    let day: string;
    const orders: string[] = [];

    beforeAll(async () => {
      desk = await Desk.open(engine, { env: { RECORD_QUOTES_EVERY_MS: '1000' } });
      for (const accountNumber of [...SPELLINGS, 'AB-18']) {
        const { body } = await desk.post({ accountNumber });
        orders.push(body.id);
        day = body.tradingDate;
      }
      await desk.call('GET', '/v1/exchange/accounts/a_b.17/orders');
    });

    afterAll(() => desk.close());

    const ask = async <T>(path: string): Promise<readonly T[]> =>
      (await desk.call<ListBody<T>>('GET', path)).body.data;
    const ofClient = (): readonly string[] => orders.slice(0, SPELLINGS.length);
    const inOrder = (ids: readonly (string | null)[]): readonly (string | null)[] =>
      [...new Set(ids)].sort();

    it.each([...SPELLINGS, 'aB_17'])('is found by %s in every search', async (spelling) => {
      const account = `accountNumber=${encodeURIComponent(spelling)}`;
      const days = `from=${day}&to=${day}`;
      const asOf = new Date(desk.clock.now()).toISOString();
      const searches: readonly (readonly [string, readonly (string | null)[]])[] = [
        ['orders', (await ask<{ id: string }>(`/v1/orders?${account}`)).map(({ id }) => id)],
        [
          'orders as of then',
          (await ask<{ id: string }>(`/v1/orders?${account}&asOf=${asOf}`)).map(({ id }) => id),
        ],
        [
          'handled orders',
          (await ask<{ orderId: string }>(`/v1/audit/handled-orders?${account}&${days}`)).map(
            ({ orderId }) => orderId,
          ),
        ],
        [
          'best execution',
          (await ask<{ orderId: string }>(`/v1/audit/best-execution?${account}&${days}`)).map(
            ({ orderId }) => orderId,
          ),
        ],
        [
          'orders received',
          (
            await ask<{ orderId: string | null }>(`/v1/audit/events?${account}&type=ORDER_RECEIVED`)
          ).map(({ orderId }) => orderId),
        ],
      ];
      for (const [search, found] of searches) {
        expect([search, inOrder(found)]).toEqual([search, inOrder(ofClient())]);
      }
    });

    it('is found with those who asked the exchange for it by yet another spelling', async () => {
      const [first] = await ask<{ lookedUpBy: readonly { actor: string }[] }>(
        `/v1/audit/handled-orders?accountNumber=AB-17&from=${day}&to=${day}`,
      );
      expect(first?.lookedUpBy).toMatchObject([{ actor: 'key:admin' }]);
      const asked = await ask('/v1/audit/events?accountNumber=ab17&type=EXCHANGE_ASKED');
      expect(asked).toHaveLength(1);
    });
  },
);
