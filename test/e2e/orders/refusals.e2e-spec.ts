import { Desk, type OrderBody } from '../../support/desk.js';

const REPLIES = ['400', '422', 'success-false'];
const DUPLICATE_REPLIES = ['400', '409', '422', 'success-false', '500-text'];

describe('A refusal by the exchange', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  it.each(REPLIES)(
    'becomes Rejected with its reason once a search has found nothing of the order (%s) (A6)',
    async (orderRefusalReply) => {
      desk = await Desk.open('sqlite', { simulator: { parameters: { orderRefusalReply } } });
      const { body } = await desk.post({ price: '99.00' }, 0);
      const told = await desk.until(body.id, (seen) => seen.pending?.state === 'Unknown');
      expect(told.pending).toMatchObject({ refused: true });
      const order = await desk.until(body.id, (seen) => seen.status === 'Rejected', 12_000);
      expect(order.reason).toMatch(/price|band/i);
      expect(order).toMatchObject({ pending: null, openBreaks: 0 });
      expect(order.evidence).toMatchObject({ grade: 'Inferred', certain: true });
    },
  );

  it.each(DUPLICATE_REPLIES)(
    'of a duplicate reference is no refusal: the order is found and linked (%s) (A4)',
    async (duplicateReply) => {
      desk = await Desk.open('sqlite', { simulator: { parameters: { duplicateReply } } });
      const { control } = desk.exchange.exchange;
      control.queueFault({ endpoint: 'order/post', fault: 'duplicateDelivery', answer: 'second' });
      const { body } = await desk.post({}, 0);
      const order = await desk.until(body.id, (seen) => seen.pending === null);
      expect(['Posted', 'Open']).toContain(order.status);
      expect(order).toMatchObject({ reason: null, openBreaks: 0 });
      const accepted = control.orders().filter((seen) => seen.orderRef === body.orderRef);
      expect(accepted.map((seen) => seen.orderNumber)).toEqual([order.orderNumber]);
    },
  );

  it.each(['409', '400', 'success-false', 'success-other-status'])(
    'of a cancel that came too late leaves the order Filled (%s) (C8)',
    async (notWorkingReply) => {
      desk = await Desk.open('sqlite', {
        simulator: { parameters: { notWorkingReply } },
        env: { RECONCILE_INTERVAL_MS: '60000' },
      });
      const { body } = await desk.post();
      desk.exchange.exchange.control.fill({ orderNumber: String(body.orderNumber) });
      await desk.cancel(body.id, {}, 1);
      // The first may join a run that began before the cancel.
      await desk.reconcile();
      await desk.reconcile();
      const order = await desk.until(body.id, (seen: OrderBody) => seen.pending === null);
      expect(order).toMatchObject({ status: 'Filled', matchedUnits: '1000' });
    },
  );
});
