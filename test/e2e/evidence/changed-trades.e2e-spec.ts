import { startSimulator } from '../../../simulator/server.js';
import { Desk, type OrderBody } from '../../support/desk.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

interface BreakBody {
  readonly id: string;
  readonly detail: string;
  readonly severity: string;
  readonly trade: { readonly booked: object; readonly shown: object | null } | null;
}

interface FillBody {
  readonly units: string;
  readonly price: string;
  readonly matchingId: string;
  readonly reversedAt: string | null;
}

interface DayBody {
  readonly status: string;
  readonly reportHash: string;
  readonly report: {
    readonly facts: {
      readonly lines: readonly object[];
      readonly explanations?: readonly object[];
    };
    readonly unsettled: readonly string[];
  };
}

const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const DATE = '2026-11-20';
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];

describe('A booked trade that the exchange shows differently', () => {
  const keys: Record<string, string> = {};
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock(lagos(`${DATE}T13:00`));
    const exchange = await startSimulator({
      seed: 'changed trades',
      market: 'off',
      clock,
      session: SESSION,
      parameters: { dayOrdersAtClose: 'removed', tradesLagMs: 0 },
      keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
    });
    desk = await Desk.open('sqlite', {
      exchange,
      clock,
      env: { TRADING_SESSION: SESSION, EXCHANGE_API_KEYS: KEYS.join(',') },
    });
    for (const name of ['ada', 'bola']) {
      const { body } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
        body: { name, scopes: ['recon:read', 'recon:approve'] },
      });
      keys[name] = body.secret;
    }
  });

  afterEach(() => desk.close());

  const control = () => desk.exchange.exchange.control;
  /** Runs a quarter of a minute apart. */
  const passes = async (count: number): Promise<void> => {
    for (let pass = 0; pass < count; pass += 1) {
      clock.jumpTo(clock.now() + 15_000);
      await desk.reconcile();
    }
  };
  const traded = async (units: number, filled: number): Promise<OrderBody> => {
    const { body } = await desk.post({ units: String(units) });
    const { id, orderNumber } = await desk.until(body.id, (order) => order.status === 'Open');
    control().fill({ orderNumber: String(orderNumber), units: filled });
    await passes(1);
    // A record may be ahead of the booked trade.
    return desk.until(id, ({ matchedUnits, averagePrice }) => {
      return matchedUnits === String(filled) && averagePrice !== null;
    });
  };
  const fillsOf = ({ id }: OrderBody): Promise<readonly FillBody[]> =>
    desk.list<FillBody>(`/v1/orders/${id}/fills`);
  const everyFillOf = ({ id }: OrderBody): Promise<readonly FillBody[]> =>
    desk.list<FillBody>(`/v1/orders/${id}/fills?reversed=true`);
  const matchingIdOf = async (order: OrderBody): Promise<string> =>
    String((await fillsOf(order))[0]?.matchingId);
  const open = ({ id }: OrderBody): Promise<readonly BreakBody[]> =>
    desk.list<BreakBody>(`/v1/breaks?open=true&type=FillMismatch&orderId=${id}`);
  const agree = async ({ id }: BreakBody, resolution: string): Promise<void> => {
    const { body, status } = await desk.call<{ approvals: { id: string }[] }>(
      'POST',
      `/v1/breaks/${id}/resolve`,
      { body: { reasonCode: 'ConfirmedByExchange', text: 'Said on the telephone.', resolution } },
    );
    expect(status).toBe(202);
    const approval = String(body.approvals[0]?.id);
    const approved = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
      key: String(keys['bola']),
    });
    expect(approved.status).toBe(200);
  };
  const only = async (order: OrderBody): Promise<BreakBody> => {
    const found = await open(order);
    expect(found).toHaveLength(1);
    return found[0]!;
  };
  const day = async (): Promise<DayBody> =>
    (await desk.call<DayBody>('GET', `/v1/trading-days/${DATE}`)).body;
  const sign = (who: string, reportHash: string) =>
    desk.call<DayBody>('POST', `/v1/trading-days/${DATE}/sign-offs`, {
      body: { reportHash },
      key: String(keys[who]),
    });

  it('stays booked while answers leave it out, until two people reverse it (E10)', async () => {
    const order = await traded(1000, 300);
    const kept = await traded(1000, 200);
    control().withdrawTrade(await matchingIdOf(order));
    await passes(2);
    expect(await open(order)).toEqual([]);
    await passes(2);
    const found = await only(order);
    expect(found).toMatchObject({
      severity: 'Critical',
      trade: { booked: { units: '300', price: '12.5' }, shown: null },
    });
    expect(await fillsOf(order)).toMatchObject([{ units: '300', reversedAt: null }]);

    await agree(found, 'as-shown');
    expect(await fillsOf(order)).toEqual([]);
    expect(await everyFillOf(order)).toMatchObject([{ reversedAt: expect.any(String) }]);
    expect((await fillsOf(kept))[0]?.reversedAt).toBeNull();
    const events = await desk.list<{ type: string; says: string }>(`/v1/orders/${order.id}/events`);
    expect(events.some(({ type }) => type === 'FILL_REVERSED')).toBe(true);
    const verified = await desk.call('POST', '/v1/audit/verifications');
    expect(verified.body).toMatchObject({ valid: true });
  });

  it('has its break closed when it is shown as booked again (E10)', async () => {
    const order = await traded(1000, 300);
    const matchingId = await matchingIdOf(order);
    control().withdrawTrade(matchingId);
    await passes(4);
    expect(await open(order)).toHaveLength(1);
    control().withdrawTrade(matchingId, false);
    await passes(1);
    expect(await open(order)).toEqual([]);
    expect(await fillsOf(order)).toMatchObject([{ units: '300', reversedAt: null }]);
  });

  it('is reversed and booked as shown when two people say so (E10)', async () => {
    const order = await traded(1000, 300);
    control().correctTrade(await matchingIdOf(order), 12.45, 250);
    await passes(1);
    await agree(await only(order), 'as-shown');
    expect(await fillsOf(order)).toMatchObject([{ units: '250', price: '12.45' }]);
    expect(await everyFillOf(order)).toMatchObject([
      { units: '300', price: '12.5', reversedAt: expect.any(String) },
      { units: '250', price: '12.45', reversedAt: null },
    ]);
    expect(await desk.order(order.id)).toMatchObject({ averagePrice: '12.45' });
    await passes(2);
    expect(await everyFillOf(order)).toHaveLength(2);
    expect((await open(order)).filter(({ trade }) => trade !== null)).toEqual([]);
  });

  it('makes a proposal stale when it is shown differently once more', async () => {
    const order = await traded(1000, 300);
    const matchingId = await matchingIdOf(order);
    control().correctTrade(matchingId, 12.45, 250);
    await passes(1);
    const found = await only(order);
    const { body } = await desk.call<{ approvals: { id: string }[] }>(
      'POST',
      `/v1/breaks/${found.id}/resolve`,
      { body: { reasonCode: 'ConfirmedByExchange', text: 'So it is.', resolution: 'as-shown' } },
    );
    control().correctTrade(matchingId, 12.4, 200);
    await passes(1);
    const approval = String(body.approvals[0]?.id);
    const late = await desk.call('POST', `/v1/approvals/${approval}/approve`, {
      key: String(keys['bola']),
    });
    expect(late).toMatchObject({ status: 409, body: { code: 'approval-decided' } });
    expect(await fillsOf(order)).toMatchObject([{ units: '300', reversedAt: null }]);
    expect((await only(order)).trade?.shown).toEqual({ units: '200', price: '12.4' });
  });

  it.each(['as-shown', 'close'])(
    'is an explained difference of the day once two people have decided: %s (E10, F6)',
    async (resolution) => {
      const order = await traded(300, 300);
      control().correctTrade(await matchingIdOf(order), 12.45, 300);
      clock.jumpTo(lagos(`${DATE}T14:41`));
      await passes(3);
      expect((await day()).report.unsettled).toContain('1 line differs');
      await agree(await only(order), resolution);
      await passes(2);
      const { report, reportHash } = await day();
      expect(report.unsettled).toEqual([]);
      expect(report.facts.explanations ?? []).toHaveLength(resolution === 'close' ? 1 : 0);
      await sign('ada', reportHash);
      expect(await sign('bola', reportHash)).toMatchObject({ body: { status: 'Closed' } });
    },
  );

  it('reopens a closed day when it disappears at night, until people have decided (E10, F6)', async () => {
    const order = await traded(1000, 300);
    clock.jumpTo(lagos(`${DATE}T14:41`));
    await passes(5);
    const { reportHash } = await day();
    await sign('ada', reportHash);
    expect(await sign('bola', reportHash)).toMatchObject({ body: { status: 'Closed' } });

    control().withdrawTrade(await matchingIdOf(order));
    for (let hour = 16; hour < 20; hour += 1) {
      clock.jumpTo(lagos(`${DATE}T${hour}:00`));
      await passes(1);
    }
    const found = await only(order);
    expect(await day()).toMatchObject({ status: 'Reopened' });
    await agree(found, 'close');
    const { report, reportHash: second } = await day();
    expect(report).toMatchObject({ unsettled: [], facts: { explanations: [{}] } });
    await sign('ada', second);
    expect(await sign('bola', second)).toMatchObject({ body: { status: 'Closed' } });
    const page = await desk.call<string>('GET', `/v1/trading-days/${DATE}/report?format=html`);
    expect(page.body).toContain('booked as 300 at ₦12.50, no longer shown; Said on the telephone.');
  });

  it('in the last minute keeps the day unsigned until an answer after the close shows it, or people decide (E10, F6)', async () => {
    const kept = await traded(200, 200);
    clock.jumpTo(lagos(`${DATE}T14:29`));
    const order = await traded(300, 300);
    const matchingId = await matchingIdOf(order);
    control().withdrawTrade(matchingId);

    clock.jumpTo(lagos(`${DATE}T14:41`));
    await desk.reconcile();
    const { status, report } = await day();
    expect(status).toBe('Unsettled');
    expect(report.unsettled).toEqual(['1 line differs']);
    expect(report.facts.lines).toMatchObject([
      { ours: { units: '500' }, exchange: { units: '200' }, difference: { units: '-300' } },
    ]);

    control().withdrawTrade(matchingId, false);
    await passes(1);
    expect(await day()).toMatchObject({ status: 'Ready', report: { unsettled: [] } });
    // What an answer after the close has shown stays until a break says that it is gone.
    control().withdrawTrade(matchingId);
    await passes(1);
    expect(await day()).toMatchObject({ status: 'Ready', report: { unsettled: [] } });
    await passes(3);
    expect((await day()).report.unsettled).toContain('1 line differs');
    await agree(await only(order), 'as-shown');
    await passes(1);
    expect((await day()).report.facts.lines).toMatchObject([
      { ours: { units: '200' }, exchange: { units: '200' } },
    ]);
    expect(await fillsOf(kept)).toHaveLength(1);
  });
});
