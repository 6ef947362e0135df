import { newRequest } from '../../../src/orders/order/changes/instructions.js';
import { requestFact, type OrderChange, type OrderFact } from '../../../src/orders/order/order.js';
import type {
  OrderRequest,
  RequestKind,
} from '../../../src/orders/order/requests/order-request.js';
import { Claims } from '../../support/claims.js';
import { ENGINES, readyDatabase } from '../../support/databases/databases.js';

const NOTHING: OrderChange = {
  order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [], breaksOpened: [], breakTypesClosed: [],
  breaksClosed: [], facts: [{ type: 'TERMS_CHANGED', body: { note: 'a test' } }],
}; // prettier-ignore

describe.each(ENGINES)('Requests that wait to be sent, on %s', (engine) => {
  let queue: Claims;

  beforeEach(async () => {
    queue = await Claims.on(await readyDatabase(engine));
    await queue.bookIsRead();
  });

  afterEach(() => queue.database.close());

  const accept = async (
    createdBy: string,
    ids: readonly string[],
    alike = false,
  ): Promise<void> => {
    for (const id of ids) await queue.accept(id, { createdBy }, { matchKey: alike ? 'alike' : id });
  };

  const claimed = async (times: number, kind: RequestKind = 'Post'): Promise<readonly string[]> => {
    const orders: string[] = [];
    for (let n = 0; n < times; n += 1) {
      const claim = await queue.claim(kind);
      orders.push(claim.kind === 'Claimed' ? claim.claim.orderId : claim.kind);
    }
    return orders;
  };

  const change = (
    id: string,
    caller: string,
    changes: (requests: readonly OrderRequest[]) => Partial<OrderChange>,
  ) =>
    queue.store.change(id, { name: caller }, ({ requests }) => ({
      ...NOTHING,
      ...changes(requests),
    }));

  /** Working orders, each under a number of its own. */
  const working = async (ids: readonly string[]): Promise<void> => {
    await accept('key:dealers', ids);
    await claimed(ids.length);
    for (const id of ids)
      await change(id, 'system:dispatcher', (requests) => ({
        order: { orderNumber: `7${id}`, numberGrade: 'Acknowledged', status: 'Posted' },
        requests: requests.map((one) => ({ ...one, state: 'Acknowledged' })),
      }));
  };

  const ask = async (kind: 'Edit' | 'Cancel', caller: string, ids: readonly string[]) => {
    const now = await queue.database.now();
    for (const id of ids) {
      const at = { wall: now, database: now, today: '' };
      const terms = kind === 'Edit' ? { units: '50', price: '12.5' } : { units: null, price: null };
      const asked = { requestId: `req_${kind}_${id}`, operator: caller, at };
      const request = newRequest(kind, id, asked, terms);
      const { units, price } = request;
      const fact: OrderFact = {
        type: requestFact(kind, 'REQUESTED'),
        body: { request: request.id, units, price },
      };
      await change(id, caller, () => ({ requests: [request], facts: [fact] }));
    }
  };

  it('go by turns of their callers, each in its order, whoever has queued how many', async () => {
    await accept('key:greedy', ['g1', 'g2', 'g3', 'g4', 'g5']);
    expect(await claimed(2)).toEqual(['g1', 'g2']);
    await accept('key:modest', ['m1', 'm2']);
    await accept('key:late', ['l1']);
    expect(await claimed(7)).toEqual(['g3', 'l1', 'm1', 'g4', 'm2', 'g5', 'Nothing']);
  });

  it.each(['Edit', 'Cancel'] as const)(
    'go by turns if they are of the kind %s, whoever has posted the orders',
    async (kind) => {
      await working(['1', '2', '3', '4', '5', '6', '7']);
      await ask(kind, 'key:greedy', ['1', '2', '3', '4']);
      expect(await claimed(1, kind)).toEqual(['1']);
      await ask(kind, 'key:modest', ['5', '6']);
      await ask(kind, 'key:late', ['7']);
      expect(await claimed(7, kind)).toEqual(['2', '5', '7', '3', '6', '4', 'Nothing']);
    },
  );

  it('do not wait for a post like it that is far behind in the queue of another caller', async () => {
    await accept('key:greedy', ['g1', 'g2', 'g3']);
    await accept('key:greedy', ['g4'], true);
    await accept('key:modest', ['m1'], true);
    expect(await claimed(4)).toEqual(['g1', 'm1', 'g2', 'g3']);
    // Until it is known what became of the first one.
    expect(await claimed(1)).toEqual(['Nothing']);
    await change('m1', 'system:dispatcher', (requests) => ({
      requests: requests.map((one) => ({ ...one, state: 'Refused' })),
    }));
    expect(await claimed(1)).toEqual(['g4']);
  });

  it('go in the order of their turns once a post like them is out of the way', async () => {
    await accept('key:greedy', ['g1', 'g2', 'g3'], true);
    await accept('key:modest', ['m1'], true);
    expect(await claimed(2)).toEqual(['g1', 'Nothing']);
    await change('g1', 'system:dispatcher', (requests) => ({
      requests: requests.map((one) => ({ ...one, state: 'Acknowledged' })),
    }));
    expect(await claimed(2)).toEqual(['m1', 'Nothing']);
  });
});
