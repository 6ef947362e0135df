import { RECONCILER } from '../../../../src/infra/audit/actor.js';
import { BreakRow } from '../../../../src/orders/breaks/break.entity.js';
import type { Order } from '../../../../src/orders/order/order.js';
import { answeredPrices } from '../../../../src/orders/reconciliation/apply/base-prices.js';
import { ENGINES, type Engine } from '../../../support/databases/databases.js';
import { NOON } from '../../../support/time/hand-clock.js';
import { TradeDesk } from '../trades/trade-desk.js';

const FOUND = { type: 'PriceMismatch', key: 'followed 12.5', detail: 'it shows 12.6' } as const;

describe.each(ENGINES)('What people have answered about a price, on %s', (engine: Engine) => {
  let desk: TradeDesk;

  beforeEach(async () => {
    desk = await TradeDesk.open(engine);
    await desk.store.change('ord_1', RECONCILER, () => ({
      order: {}, requests: [], fills: [], reversals: [], links: [], unlinks: [],
      breaksOpened: [FOUND], breakTypesClosed: [], breaksClosed: [], facts: [],
    })); // prettier-ignore
  });

  afterEach(() => desk.close());

  const closedAs = (changes: Pick<BreakRow, 'status' | 'resolution'>) =>
    desk.database.units.run((unit) =>
      unit.update(BreakRow, { orderId: 'ord_1' }, { ...changes, closedAt: NOON }),
    );
  const counted = async (priceGrade: Order['priceGrade']): Promise<number> => {
    const answered = await answeredPrices(desk.database.reading, { id: 'ord_1', priceGrade });
    return answered.length;
  };

  it('is nothing while the break is open', async () => {
    expect(await counted('Inferred')).toBe(0);
    expect(await counted('Doubtful')).toBe(0);
  });

  it('counts for an inferred price that they have called right', async () => {
    await closedAs({ status: 'Resolved', resolution: 'price-is-right' });
    expect(await counted('Inferred')).toBe(1);
    expect(await counted('Doubtful')).toBe(0);
    expect(await counted('Acknowledged')).toBe(0);
  });

  it('counts for a doubtful price whose break they have closed, until evidence ends that break', async () => {
    await closedAs({ status: 'Resolved', resolution: 'close' });
    expect(await counted('Doubtful')).toBe(1);
    expect(await counted('Inferred')).toBe(0);
    await closedAs({ status: 'AutoResolved', resolution: 'close' });
    expect(await counted('Doubtful')).toBe(0);
  });
});
