import { createHash } from 'node:crypto';
import { startSimulator } from '../../../simulator/server.js';
import {
  BUILT_PROGRAMS,
  Desk,
  type Answer,
  type ListBody,
  type OrderBody,
} from '../../support/desk.js';
import { canonicalJson, type Json } from '../../../src/infra/audit/audit-chain.js';
import { Database } from '../../../src/infra/database/database.js';
import type { DayView } from '../../../src/orders/trading-days/day-view.js';
import { VirtualClock } from '../../support/time/virtual-clock.js';

const sha256 = (value: object): string =>
  createHash('sha256')
    .update(canonicalJson(value as Json))
    .digest('hex');
const lagos = (time: string): number => Date.parse(`${time}:00+01:00`);
const DATE = '2026-11-20';
const DAY = `/v1/trading-days/${DATE}`;
const SESSION = '10:00-14:30';
const KEYS = ['sk_test_a', 'sk_test_b', 'sk_test_c', 'sk_test_d'];
const LASTING = 'Good Till Cancelled (GTC)';
const ZERO = { executions: 0, units: '0', value: '0' };

describe('The close of a trading day', () => {
  const keys: Record<string, string> = {};
  let desk: Desk;
  let clock: VirtualClock;

  beforeEach(async () => {
    clock = new VirtualClock(lagos(`${DATE}T14:20`));
    const exchange = await startSimulator({
      seed: 'day close',
      market: 'off',
      clock,
      session: SESSION,
      parameters: { dayOrdersAtClose: 'removed', tradesLagMs: 0, timesInForce: 'several' },
      keys: Object.fromEntries(KEYS.map((key) => [key, ['all']])),
    });
    desk = await Desk.open('sqlite', {
      exchange,
      clock,
      programs: BUILT_PROGRAMS,
      env: {
        TRADING_SESSION: SESSION,
        EXCHANGE_API_KEYS: KEYS.join(','),
        TIME_IN_FORCE: `Day Order (DO),${LASTING}`,
      },
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
  const passes = async (count: number): Promise<void> => {
    for (let pass = 0; pass < count; pass += 1) await desk.reconcile();
  };
  const day = async (): Promise<DayView> => (await desk.call<DayView>('GET', DAY)).body;
  const sign = (who: string, reportHash: string): Promise<Answer<DayView>> =>
    desk.call<DayView>('POST', `${DAY}/sign-offs`, {
      body: { reportHash },
      key: String(keys[who]),
    });
  const posted = async (units: string, timeInForce = 'Day Order (DO)'): Promise<OrderBody> => {
    const { body } = await desk.post({ units, timeInForce });
    return desk.until(body.id, (order) => order.status === 'Open');
  };
  const fill = ({ orderNumber }: OrderBody, units: number): void => {
    control().fill({ orderNumber: String(orderNumber), units });
  };
  const placedElsewhere = (units: number) =>
    control().placeExternal({
      side: 'BUY',
      security: 'SD11PLC',
      units,
      price: 12.5,
      accountNumber: 'C0099999',
      brokerCode: 'MARINA',
    });
  const ended = async (): Promise<void> => {
    fill(await posted('1000'), 300);
    fill(await posted('500'), 500);
    clock.jumpTo(lagos(`${DATE}T14:41`));
    await passes(5);
  };

  it('adds up by account, security and side, and is frozen when two people have signed it (F6)', async () => {
    await ended();
    const ready = await day();
    expect(ready).toMatchObject({ status: 'Ready', certificate: null, signOffs: [] });
    expect(ready.report.facts).toMatchObject({
      orders: { Expired: 1, Filled: 1 },
      lines: [{ ours: { executions: 2, units: '800', value: '10000' }, difference: ZERO }],
      external: [],
    });

    const other = await sign('ada', 'f'.repeat(64));
    expect(other).toMatchObject({ status: 409, body: { code: 'report-changed' } });
    const first = await sign('ada', ready.reportHash);
    expect(first).toMatchObject({ status: 201, body: { status: 'SignedOnce' } });
    const again = await sign('ada', ready.reportHash);
    expect(again).toMatchObject({ status: 403, body: { code: 'second-person-needed' } });
    const closed = await sign('bola', ready.reportHash);
    expect(closed.body).toMatchObject({
      status: 'Closed',
      certificate: {
        revision: 1,
        reportHash: ready.reportHash,
        signedBy: ['key:ada', 'key:bola'],
        previousHash: '0'.repeat(64),
      },
    });
    const [, second, closing] = await desk.list<{ type: string; sequence: number; cause: number }>(
      '/v1/audit/events?type=DAY_SIGNED,DAY_CLOSED',
    );
    expect([second!.type, second!.cause, closing!.type]).toEqual([
      'DAY_SIGNED',
      null,
      'DAY_CLOSED',
    ]);
    expect(closing!.cause).toBe(second!.sequence);
    const { certificate } = closed.body;
    const { hash, report, ...hashed } = certificate!;
    expect(sha256(hashed)).toBe(hash);
    expect(sha256(report)).toBe(ready.reportHash);
    const late = await sign('bola', ready.reportHash);
    expect(late).toMatchObject({ status: 409, body: { code: 'day-closed' } });

    const csv = await desk.call<string>('GET', `${DAY}/report?format=csv`);
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="trading-day-${DATE}-lines.csv"`,
    );
    expect(csv.body.split('\r\n')[1]).toBe(
      '"2026-11-20","C0012345","Ada Obi","SD11PLC","BUY","2","2","800","10000","2","800","10000","0","0","0","0","0","0"',
    );
    // The key of ada may not read orders, so it sees no client.
    const hers = await desk.call<string>('GET', `${DAY}/report?format=csv&table=lines`, {
      key: String(keys['ada']),
    });
    expect(hers.body.split('\r\n')[1]).toMatch(/^"2026-11-20","C0012345","","SD11PLC","BUY","2",/);
    const hersToo = await desk.call<string>('GET', `${DAY}/report?format=html`, {
      key: String(keys['ada']),
    });
    expect(hersToo.body).toContain('C0012345');
    expect(hersToo.body).not.toContain('Ada Obi');
    const certified = await desk.call<string>('GET', `${DAY}/report?format=csv&table=certificates`);
    expect(certified.body).toMatch(/^"2026-11-20","1","holds","key:ada and key:bola",/m);
    const misplaced = await desk.call('GET', `${DAY}/report?table=lines`);
    expect(misplaced).toMatchObject({ status: 400, body: { errors: [{ field: 'table' }] } });
    const page = await desk.call<string>('GET', `${DAY}/report?format=html`);
    expect(page.body).toContain('Signed by key:ada and key:bola');
    expect(page.body).toContain('Ada Obi');
    expect(page.body).toContain(hash);
    expect(closed.body).toMatchObject({
      reopened: null,
      signatures: [{ signedBy: 'key:ada' }, { signedBy: 'key:bola' }],
    });
    const verified = await desk.call('POST', '/v1/audit/verifications');
    expect(verified.body).toMatchObject({ valid: true });
  });

  it('shows in the list of days, newest first, with the state that the single day has', async () => {
    await ended();
    const { reportHash } = await day();
    await sign('ada', reportHash);
    await sign('bola', reportHash);
    clock.jumpTo(lagos('2026-11-23T10:20'));
    await posted('100');
    const days = (query: string, key?: string) =>
      desk.call<ListBody<{ tradingDate: string; status: string }>>(
        'GET',
        `/v1/trading-days${query}`,
        key === undefined ? {} : { key },
      );

    const { body } = await days('', String(keys['ada']));
    expect(body).toMatchObject({
      data: [
        { tradingDate: '2026-11-23', status: 'Unsettled', signedBy: [], closedAt: null },
        {
          tradingDate: DATE,
          status: 'Closed',
          orders: { Expired: 1, Filled: 1 },
          totals: { ours: { units: '800' } },
          unsettled: [],
          reportHash,
          signedBy: ['key:ada', 'key:bola'],
          revision: 1,
        },
      ],
      page: { limit: 50, nextCursor: null, hasMore: false },
    });
    const first = await days('?limit=1');
    expect(first.body).toMatchObject({ data: [body.data[0]], page: { hasMore: true } });
    const rest = await days(`?limit=1&cursor=${String(first.body.page.nextCursor)}`);
    expect(rest.body).toMatchObject({ data: [body.data[1]], page: { hasMore: false } });
    const only = async (query: string) =>
      (await days(query)).body.data.map(({ tradingDate }) => tradingDate);
    expect(await only('?status=Closed')).toEqual([DATE]);
    expect(await only(`?to=${DATE}`)).toEqual([DATE]);
    expect(await only('?from=2026-11-21')).toEqual(['2026-11-23']);

    const misspelt = await days('?state=Closed');
    expect(misspelt).toMatchObject({ status: 400, body: { errors: [{ field: 'state' }] } });
    const foreign = await days(`?cursor=${Buffer.from('ord_1').toString('base64url')}`);
    expect(foreign).toMatchObject({ status: 400, body: { errors: [{ field: 'cursor' }] } });
    const { body: other } = await desk.call<{ secret: string }>('POST', '/v1/api-keys', {
      body: { name: 'chidi', scopes: ['orders:read'] },
    });
    expect(await days('', other.secret)).toMatchObject({ status: 403 });
  });

  it('is visibly reopened by a later trade, and closed again with a link to the earlier certificate (F2, F6)', async () => {
    await ended();
    const early = await day();
    await sign('ada', early.reportHash);
    const { body: closed } = await sign('bola', early.reportHash);

    // The trades of another desk show an hour later than the rest.
    clock.jumpTo(lagos(`${DATE}T15:41`));
    const traded = desk.exchange.exchange.venue.floor.isOpen;
    expect(traded).toBe(false);
    control().openSession();
    const { orderNumber } = placedElsewhere(700);
    control().fill({ orderNumber, units: 700 });
    control().closeSession();
    await passes(2);
    expect(await day()).toMatchObject({ status: 'Reopened', certificate: { revision: 1 } });
    const about = await desk.list<{ id: string }>('/v1/breaks?open=true');
    for (const { id } of about) {
      await desk.call('POST', `/v1/breaks/${id}/assign`, { body: { assignee: 'ada' } });
    }
    const { reportHash } = await day();
    const stale = await sign('bola', early.reportHash);
    const part = `external ${orderNumber} SD11PLC BUY`;
    const accountNumber = 'C0099999';
    const now = expect.objectContaining({ units: '700' });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'report-changed',
      detail: expect.stringContaining(part),
      reportHash,
      changes: expect.arrayContaining([{ part, accountNumber, before: null, now }]),
    });
    expect((stale.body as unknown as { detail: string }).detail).not.toContain(accountNumber);
    const once = await sign('bola', reportHash);
    const held = { revision: 1, hash: closed.certificate?.hash };
    expect(once.body).toMatchObject({ status: 'SignedOnce', reopened: held });
    for (const format of ['csv&table=status', 'html']) {
      const { body } = await desk.call<string>('GET', `${DAY}/report?format=${format}`);
      expect(body).toContain('Reopened: it was signed by key:ada and key:bola');
      expect(body).toContain(held.hash);
    }
    const told = await desk.list<object>('/v1/audit/events?type=DAY_REOPENED');
    expect(told).toMatchObject([
      { actor: 'system:reconciler', body: { tradingDate: DATE, ...held } },
    ]);
    const { body: second } = await sign('ada', reportHash);
    expect(second).toMatchObject({
      status: 'Closed',
      certificate: { revision: 2, previousHash: closed.certificate?.hash },
      reopened: null,
    });
  });

  it('is possible while a longer-lived order works on, and stays valid when that trades later (F5, F6)', async () => {
    const lasting = await posted('2000', LASTING);
    fill(lasting, 200);
    await ended();
    const ready = await day();
    expect(ready.report).toMatchObject({
      unsettled: [],
      facts: {
        orders: { LivesOn: 1, Expired: 1, Filled: 1 },
        lines: [{ ours: { units: '1000' } }],
      },
    });
    await sign('ada', ready.reportHash);
    expect((await sign('bola', ready.reportHash)).body.status).toBe('Closed');

    clock.jumpTo(lagos('2026-11-23T10:20'));
    await passes(2);
    fill(lasting, 1800);
    await desk.reconcile();
    await desk.until(lasting.id, (order) => order.status === 'Filled');
    expect((await day()).status).toBe('Closed');
    const next = await desk.call<DayView>('GET', '/v1/trading-days/2026-11-23');
    expect(next.body.report.facts.lines).toMatchObject([{ orders: 0, ours: { units: '1800' } }]);
  });

  it('cannot be signed while more is matched than the trades show', async () => {
    control().setParameters({ tradesLagMs: 60 * 60_000 });
    await ended();
    // Whether an enquiry saw the other's part fill before it was gone depends on timing.
    const { report } = await day();
    expect(report.unsettled[0]).toMatch(
      /^(1 order has|2 orders have) executions that are not booked yet$/,
    );
    clock.jumpTo(lagos(`${DATE}T14:55`));
    await passes(1);
    const gaps = await desk.list<{ detail: string }>('/v1/breaks?open=true&type=FillMismatch');
    expect(gaps.map(({ detail }) => detail)).toContain(
      'the exchange says 500 are matched, and its trades have shown 0',
    );
  });

  it('is not closed by one person and a signature that the trail does not have', async () => {
    await ended();
    const { reportHash } = await day();
    await desk.service.app.get(Database).units.run((unit) =>
      unit.execute(
        `INSERT INTO day_sign_offs (id, trading_date, revision, report_hash, signed_by, signed_at)
           VALUES ('sgn_0', ?, 1, ?, 'key:ada', 1)`,
        [DATE, reportHash],
      ),
    );
    const { status, body } = await sign('bola', reportHash);
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'report-changed' } });
    expect(await day()).toMatchObject({ status: 'SignedOnce' });
  });

  it('happens once when two people sign at the same time', async () => {
    await ended();
    const { reportHash } = await day();
    const answers = await Promise.all([sign('ada', reportHash), sign('bola', reportHash)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(await day()).toMatchObject({ status: 'Closed', certificate: { revision: 1 } });
  });

  it('cannot be signed before the day is over or while something is unsettled, and says what', async () => {
    await posted('1000');
    const before = await day();
    expect(before.report.unsettled).toEqual([
      'the day is not over',
      'the trades of the day have not been read completely since its close',
      '1 order of the day has not ended',
    ]);
    expect(before.closableFrom).toBe('2026-11-20T13:40:00.000Z');
    const answer = await sign('ada', before.reportHash);
    const { closableFrom } = before;
    expect(answer).toMatchObject({ status: 409, body: { code: 'day-not-settled', closableFrom } });
    // Why it cannot be signed at all is reported before what has changed.
    const stale = await sign('ada', 'f'.repeat(64));
    expect(stale).toMatchObject({ status: 409, body: { code: 'day-not-settled' } });
    const saturday = await desk.call('GET', '/v1/trading-days/2026-11-21');
    expect(saturday.body).toMatchObject({
      status: 'Unsettled',
      closableFrom: null,
      report: { unsettled: ['2026-11-21 is no trading day'] },
    });
    const later = await desk.call<string>('GET', '/v1/trading-days/2026-11-23/report?format=html');
    expect(later.body).toContain('the day is not over');
    const wrong = await desk.call('GET', '/v1/trading-days/2026-13-40');
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'date' }] } });
  });

  it('shows what was traded before the close, and that the exchange is not read yet', async () => {
    const order = await posted('1000');
    fill(order, 300);
    await desk.until(order.id, ({ matchedUnits }) => matchedUnits === '300');
    const { report } = await day();
    expect(report.facts.totals).toEqual({
      ours: { executions: 1, units: '300', value: '3750' },
      exchange: null,
    });
    expect(report.facts.lines).toMatchObject([{ exchange: null, difference: null }]);
    const page = await desk.call<string>('GET', `${DAY}/report?format=html`);
    expect(page.body).toContain('not read yet');
    expect(page.body).not.toContain('-3750');
  });

  it.each([
    ['404', 'No trades found'],
    ['success-false', 'No trades found'],
    ['data-null', 'Trades retrieved'],
  ])(
    'is possible without trades where the exchange answers %s instead of a list, over its words',
    async (emptyTradesReply, words) => {
      control().setParameters({ emptyTradesReply });
      const { id } = await posted('1000');
      await desk.call('POST', `/v1/orders/${id}/cancel`, { body: {} });
      await desk.until(id, ({ status }) => status === 'Cancelled');
      expect((await day()).report.facts).not.toHaveProperty('exchangeSaid');
      clock.jumpTo(lagos(`${DATE}T14:41`));
      await passes(2);
      const ready = await day();
      expect(ready).toMatchObject({
        status: 'Ready',
        report: { facts: { exchangeSaid: expect.stringContaining(words) } },
      });
      const page = await desk.call<string>('GET', `${DAY}/report?format=html`);
      expect(page.body).toContain(`it answered: &quot;${ready.report.facts.exchangeSaid}`);
      await sign('ada', ready.reportHash);
      expect((await sign('bola', ready.reportHash)).body).toMatchObject({ status: 'Closed' });
      // A list counts for more, whenever it comes.
      control().setParameters({ emptyTradesReply: 'empty' });
      clock.jumpTo(lagos(`${DATE}T14:55`));
      await passes(2);
      expect((await day()).report.facts).not.toHaveProperty('exchangeSaid');
    },
  );

  it('waits where the exchange goes on denying the trades that we have booked, until two people keep them', async () => {
    const order = await posted('1000');
    fill(order, 1000);
    await desk.until(order.id, ({ status }) => status === 'Filled');
    control().setParameters({ emptyTradesReply: '404' });
    for (const { matchingId } of control().trades()) control().withdrawTrade(matchingId);
    clock.jumpTo(lagos(`${DATE}T14:41`));
    await passes(2);
    expect((await day()).report.facts.totals.exchange).toBeNull();
    expect(await desk.list('/v1/breaks?open=true')).toEqual([]);
    clock.jumpTo(lagos(`${DATE}T14:55`));
    await passes(2);
    const { id, trade } = await desk.openBreak<{ id: string; trade: object }>('type=FillMismatch');
    expect(trade).toMatchObject({ booked: { units: '1000' }, shown: null });
    await decided(id, { resolution: 'close', reasonCode: 'Explained' });
    await passes(2);
    const { status, report } = await day();
    expect(status).toBe('Ready');
    expect(report.facts).toMatchObject({
      exchangeSaid: expect.stringContaining('No trades found'),
      totals: { ours: { executions: 1 }, exchange: { executions: 0 } },
      explanations: [{ breakId: id }],
    });
  });

  it('believes a list that was read after the close, and no later answer that there is none', async () => {
    await ended();
    expect((await day()).status).toBe('Ready');
    control().setParameters({ emptyTradesReply: '404' });
    for (const { matchingId } of control().trades()) control().withdrawTrade(matchingId);
    for (const time of ['14:55', '15:10']) {
      clock.jumpTo(lagos(`${DATE}T${time}`));
      await passes(2);
    }
    expect(await desk.list('/v1/breaks?open=true')).toEqual([]);
    expect((await day()).status).toBe('Ready');
  });

  it('names orders whose number was only inferred: whoever signs says that their executions are ours', async () => {
    control().queueFault({ endpoint: 'order/post', fault: 'lostReply' });
    const { body } = await desk.post({ units: '600' });
    const linked = await desk.until(body.id, (order) => order.orderNumber !== null);
    expect(linked.evidence).toMatchObject({ number: 'Inferred', certain: false });
    fill(linked, 600);
    clock.jumpTo(lagos(`${DATE}T14:41`));
    await passes(5);
    const { id: orderId, orderNumber } = linked;
    // People have been told for long that nothing proves it.
    const { id } = await desk.openBreak<{ id: string }>(`orderId=${orderId}`);
    const { report } = await day();
    expect(report.unsettled).toEqual(['1 break has no owner']);
    expect(report.inferredNumbers).toEqual([{ orderId, orderNumber, units: '600' }]);
    const printed = await desk.call<string>('GET', `${DAY}/report?format=html`);
    expect(printed.body).toContain(`only inferred: ${orderNumber} of ${orderId}, 600 units`);
    const csv = await desk.call<string>('GET', `${DAY}/report?format=csv&table=status`);
    expect(csv.body).toContain('Whoever signs says that these are ours');
    await decided(id, { reasonCode: 'ConfirmedByExchange', resolution: 'number-is-right' });
    const settled = await day();
    expect(settled.status).toBe('Ready');
    expect(settled.report.inferredNumbers).toBeUndefined();
  });

  it("does not count another desk's order as ours", async () => {
    const number = placedElsewhere(700).orderNumber;
    control().fill({ orderNumber: number, units: 700 });
    await ended();
    const { report } = await day();
    expect(report.facts.external).toMatchObject([{ orderNumber: number, units: '700' }]);
    expect(report.facts.lines).toMatchObject([{ difference: ZERO }]);
  });

  const agreed = async (orderNumber: string, what: object): Promise<void> => {
    await desk.reconcile();
    const { id } = await desk.openBreak<{ id: string }>(`orderNumber=${orderNumber}`);
    await decided(id, what);
  };
  const decided = async (id: string, what: object): Promise<void> => {
    const { body } = await desk.call<{ approvals: { id: string }[] }>(
      'POST',
      `/v1/breaks/${id}/resolve`,
      { body: { reasonCode: 'KnownExternal', text: 'The treasury desk has keyed it.', ...what } },
    );
    const approval = String(body.approvals[0]?.id);
    const key = String(keys['bola']);
    const { status } = await desk.call('POST', `/v1/approvals/${approval}/approve`, { key });
    expect(status).toBe(200);
  };

  it('adds up with an order of another desk that was accepted, and with one that was adopted (F6, H1)', async () => {
    const accepted = placedElsewhere(700).orderNumber;
    const adopted = placedElsewhere(900).orderNumber;
    control().fill({ orderNumber: adopted, units: 400 });
    await agreed(accepted, { resolution: 'accept' });
    await agreed(adopted, {
      resolution: 'adopt',
      accountNumber: 'C0099999',
      clientName: 'Bola Ade',
      price: '12.50',
      timeInForce: 'Day Order (DO)',
    });
    control().fill({ orderNumber: accepted, units: 700 });
    await ended();
    const { report } = await day();
    expect(report.unsettled).toEqual([]);
    expect(report.facts.external).toMatchObject([{ orderNumber: accepted, units: '700' }]);
    expect(report.facts.lines).toMatchObject([
      { accountNumber: 'C0012345', difference: ZERO },
      { accountNumber: 'C0099999', orders: 1, ours: { units: '400' }, difference: ZERO },
    ]);
  });
});
