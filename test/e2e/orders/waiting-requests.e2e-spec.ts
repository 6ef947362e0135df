import type { ExchangeParameters } from '../../../simulator/control/parameters.js';
import { ENGINES } from '../../support/databases/databases.js';
import { Desk, type OrderBody } from '../../support/desk.js';

interface BreakBody {
  readonly type: string;
  readonly detail: string;
}

const TOLD_MS = 150_000;
const ENV = { REPOST_UNKNOWN: 'never', RECONCILE_INTERVAL_MS: '5000' };

describe.each(ENGINES)(
  'A request that waits for something that nobody has asked for, on %s',
  (engine) => {
    let desk: Desk;

    afterEach(() => desk.close());

    const control = () => desk.exchange.exchange.control;
    const open = async (parameters: Partial<ExchangeParameters> = {}): Promise<void> => {
      desk = await Desk.open(engine, { env: ENV, simulator: { parameters } });
      await desk.reconcile();
    };
    const breaks = (filter: string): Promise<readonly BreakBody[]> =>
      desk.list<BreakBody>(`/v1/breaks?open=true&${filter}`);
    const hide = async ({ orderRef }: OrderBody, hidden: boolean): Promise<void> => {
      const [taken] = await desk.eventually(
        () =>
          control()
            .orders()
            .filter((seen) => seen.orderRef === orderRef),
        (orders) => orders.length > 0,
      );
      control().hide(String(taken?.orderNumber), hidden);
    };

    it.each<Partial<ExchangeParameters>>([{}, { doneSuccess: 'false-as-text' }])(
      'as a post does behind one that looks the same, is told of with its reason, and goes then (%j)',
      async (parameters) => {
        await open({ ...parameters, tradesAllHoldsRestingRows: 'no' });
        if (parameters.doneSuccess === undefined)
          control().queueFault({ endpoint: 'order/post', fault: '429', when: 'after' });
        const terms = { units: '4321', accountNumber: 'TWIN' };
        const { body: first } = await desk.post(terms, 0);
        await hide(first, true);
        const { body: second } = await desk.post(terms, 0);
        await desk.pass(TOLD_MS);
        expect(await desk.order(second.id)).toMatchObject({ pending: { state: 'Queued' } });
        const [told] = await breaks(`orderId=${second.id}`);
        expect(told).toMatchObject({ type: 'PostUnconfirmed' });
        expect(told?.detail).toContain(first.id);
        await hide(first, false);
        await desk.until(second.id, ({ pending }) => pending?.state !== 'Queued', 180_000);
        const still = await breaks(`orderId=${second.id}`);
        expect(still.map(({ detail }) => detail)).not.toContain(told?.detail);
      },
    );

    it('as a cancel does behind a post that met a 429, is told of with its reason', async () => {
      await open({ tradesAllHoldsRestingRows: 'no' });
      control().queueFault({ endpoint: 'order/post', fault: '429', when: 'after' });
      const { body } = await desk.post({}, 0);
      await hide(body, true);
      await desk.cancel(body.id, {}, 0);
      control().queueFault({ endpoint: 'broker/order/enquiry', fault: 'error500Before', times: 0 });
      await desk.pass(TOLD_MS);
      expect(await desk.order(body.id)).toMatchObject({ status: 'New' });
      const told = (await breaks(`orderId=${body.id}`)).map(({ type, detail }) => [type, detail]);
      expect(told).toContainEqual([
        'CancelUnconfirmed',
        'it waits: nobody knows what became of the post before it',
      ]);
    });

    it('as all cancels do when the exchange refuses their scope, is told of once for all', async () => {
      await open();
      const { body: refused } = await desk.post();
      const { body } = await desk.post({ units: '20' });
      control().queueFault({ endpoint: 'order/cancel', fault: '403', times: 0 });
      await desk.cancel(refused.id, {}, 0);
      await desk.until(refused.id, ({ pending }) => pending?.state === 'Unknown');
      await desk.cancel(body.id, {}, 0);
      await desk.pass(TOLD_MS);
      const held = () => breaks('type=NotSeen');
      const [told, ...others] = await held();
      expect(told?.detail).toContain(
        'Cancel requests are not sent: the exchange refuses the scope',
      );
      expect(others).toEqual([]);
      control().clearFaults();
      for (const { id } of [refused, body])
        await desk.until(id, ({ status }) => status === 'Cancelled', 600_000);
      await desk.eventually(held, (open) => open.length === 0);
    });
  },
);
