import { newRequest } from '../../../../src/orders/order/changes/instructions.js';
import type {
  OrderRequest,
  RequestState,
} from '../../../../src/orders/order/requests/order-request.js';
import {
  requestFact,
  type OrderChange,
  type OrderFact,
  type RequestFact,
} from '../../../../src/orders/order/order.js';
import { Claims } from '../../../support/claims.js';
import { ENGINES, readyDatabase } from '../../../support/databases/databases.js';

const DEALERS = { name: 'key:dealers' };
const NOTHING: OrderChange = {
  order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [], breaksOpened: [], breakTypesClosed: [],
  breaksClosed: [], facts: [{ type: 'TERMS_CHANGED', body: { note: 'a test' } }],
}; // prettier-ignore

function factOf({ id: request, kind, units, price }: OrderRequest, fact: RequestFact): OrderFact {
  return { type: requestFact(kind, fact), body: { request, units, price } };
}

describe.each(ENGINES)('A request that waits behind another, on %s', (engine) => {
  let claims: Claims;

  beforeEach(async () => {
    claims = await Claims.on(await readyDatabase(engine));
    await claims.bookIsRead();
  });

  afterEach(() => claims.database.close());

  const change = (id: string, changes: (state: Parameters<Decide>[0]) => Partial<OrderChange>) =>
    claims.store.change(id, DEALERS, (state) => ({ ...NOTHING, ...changes(state) }));
  type Decide = Parameters<typeof claims.store.change>[2];

  const become = (id: string, state: RequestState) =>
    change(id, ({ requests }) => ({
      requests: requests.map((one) => ({ ...one, state })),
      ...(state === 'Queued' ? { facts: requests.map((one) => factOf(one, 'NOT_SENT')) } : {}),
    }));

  const claimed = async (kind: 'Post' | 'Cancel' = 'Post'): Promise<string> => {
    const claim = await claims.claim(kind);
    return claim.kind === 'Claimed' ? claim.claim.orderId : claim.kind;
  };

  const blocked = async (): Promise<readonly string[]> => {
    const rows = await claims.database.reading.query<{ id: string }>(
      'SELECT order_id AS id FROM order_requests WHERE blocked_by IS NOT NULL ORDER BY order_id',
    );
    return rows.map(({ id }) => id);
  };

  it.each(['Acknowledged', 'Refused', 'Withdrawn'] as const)(
    'may be sent if it is a post like the one before and that becomes %s',
    async (state) => {
      for (const id of ['ord_1', 'ord_2', 'ord_3']) await claims.accept(id);
      expect(await blocked()).toEqual(['ord_2', 'ord_3']);
      if (state !== 'Withdrawn') expect(await claimed()).toBe('ord_1');
      if (state !== 'Withdrawn') expect(await claimed()).toBe('Nothing');
      await become('ord_1', state);
      expect(await blocked()).toEqual(['ord_3']);
      expect(await claimed()).toBe('ord_2');
    },
  );

  it('is not held up by one that was withdrawn in between', async () => {
    for (const id of ['ord_1', 'ord_2', 'ord_3']) await claims.accept(id);
    await become('ord_2', 'Withdrawn');
    await become('ord_1', 'Withdrawn');
    expect(await claimed()).toBe('ord_3');
  });

  it('stays behind one that was provably not sent and is queued again', async () => {
    await claims.accept('ord_1');
    await claims.accept('ord_2');
    expect(await claimed()).toBe('ord_1');
    await become('ord_1', 'Queued');
    expect(await blocked()).toEqual(['ord_2']);
    expect(await claimed()).toBe('ord_1');
  });

  it('does not wait for one like it that is due later', async () => {
    await claims.accept('ord_1', {}, { heldMs: 3_600_000 });
    await claims.accept('ord_2');
    expect(await claimed()).toBe('ord_2');
  });

  it.each(['ord_1', 'ord_2'])('no longer waits once the terms of %s change', async (id) => {
    await claims.accept('ord_1');
    await claims.accept('ord_2');
    await change(id, ({ requests }) => ({
      requests: requests.map((one) => ({ ...one, matchKey: 'of its own' })),
    }));
    expect(await blocked()).toEqual([]);
    expect([await claimed(), await claimed()].sort()).toEqual(['ord_1', 'ord_2']);
  });

  it('can be a cancel, which waits until the number of its order is proven', async () => {
    await claims.accept('ord_1');
    expect(await claimed()).toBe('ord_1');
    await become('ord_1', 'Unknown');
    const now = await claims.database.now();
    await change('ord_1', () => {
      const at = { wall: now, database: now, today: '' };
      const asked = { requestId: 'req_cancel', operator: 'key:dealers', at };
      const terms = { units: null, price: null };
      const cancel = newRequest('Cancel', 'ord_1', asked, terms);
      return { requests: [cancel], facts: [factOf(cancel, 'REQUESTED')] };
    });
    expect(await blocked()).toEqual(['ord_1']);
    await change('ord_1', ({ requests }) => ({
      order: { orderNumber: '700001', numberGrade: 'Acknowledged', status: 'Posted' },
      requests: requests.filter(({ kind }) => kind === 'Post').map((one) => ({ ...one, state: 'Acknowledged' })),
    })); // prettier-ignore
    expect(await blocked()).toEqual([]);
    expect(await claimed('Cancel')).toBe('ord_1');
  });
});
