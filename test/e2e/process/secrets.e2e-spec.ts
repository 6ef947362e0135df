import { gunzipSync } from 'node:zlib';
import { Database } from '../../../src/infra/database/database.js';
import { Desk, type OrderBody } from '../../support/desk.js';

const KEY = 'sk_test_simulator';
const base64 = Buffer.from(`Authorization: Bearer ${KEY}`).toString('base64');
const escaped = [...KEY].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
/** What a proxy's error page might make of the header that we sent. */
const ECHO = `Bearer ${KEY} Bearer%20${KEY.replaceAll('_', '%5F')} ${escaped} ${base64}`;
const TRACES = [KEY, KEY.replaceAll('_', '%5F'), escaped, base64.slice(-16)];

const PUBLIC = ['/health/ready', '/metrics'];
const SEEN_BY_USERS = [
  ...PUBLIC,
  '/v1/orders',
  '/v1/audit/events?limit=200',
  '/v1/breaks',
  '/v1/ops/status',
  '/v1/ops/exchange-shapes',
  '/v1/exchange/calls',
  '/v1/reconciliation/runs',
];

describe('An exchange that repeats the Authorization header in its replies', () => {
  let desk: Desk;

  afterEach(() => desk.close());

  /** Everything in the database as one text, with compressed replies in plain. */
  const stored = async (): Promise<string> => {
    const { reading } = desk.service.app.get(Database);
    const tables = await reading.query<{ name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table'",
    );
    let text = '';
    for (const { name } of tables) {
      for (const row of await reading.query<object>(`SELECT * FROM ${name}`)) {
        text += `${JSON.stringify(row)}\n`;
        if ('content' in row)
          text += gunzipSync(Buffer.from(String(row.content), 'base64')).toString();
      }
    }
    return text.replaceAll('\\\\u', '\\u');
  };

  it.each([
    ['refusals', 400, (text: string) => `{"success":false,"message":"${text}"}`],
    ['undocumented fields', 200, (text: string) => `{"success":true,"data":{"Note":"${text}"}}`],
    ['error pages', 502, (text: string) => `<html>${text}</html>`],
    ['long error pages', 502, (text: string) => `<html>${'-'.repeat(2_000)}${text}</html>`],
  ] as const)('leaves no trace of it with its %s', async (_, status, body) => {
    desk = await Desk.open('sqlite');
    const { control } = desk.exchange.exchange;
    const working = await desk.post();
    await desk.until(working.body.id, (order) => order.status === 'Open');
    control.queueFault({ endpoint: '*', fault: 'status', status, body: body(ECHO), times: 0 });
    const { body: order } = await desk.post();
    await desk.cancel(working.body.id);
    await desk.call('POST', `/v1/orders/${working.body.id}/enquire`);
    await desk.call('GET', '/v1/market/quotes/SD11PLC');
    await desk.reconcile();
    await desk.pass(10_000);
    const paths = [...SEEN_BY_USERS, `/v1/orders/${order.id}/calls`, `/v1/orders/${order.id}/events`]; // prettier-ignore
    const shown = await Promise.all(
      paths.map(async (path) => JSON.stringify((await desk.call('GET', path)).body)),
    );
    const everything = [...shown, await stored()].join('\n');
    expect(everything).toContain('[redacted]');
    for (const trace of TRACES) expect(everything).not.toContain(trace);
    for (const path of PUBLIC) {
      const { body: answer } = await desk.call<unknown>('GET', path);
      expect(JSON.stringify(answer)).not.toContain('redacted');
    }
  });
});

describe('An exchange whose status words say whose order it is', () => {
  const OBI = { accountNumber: 'C0012349', clientName: 'Ada Obi' };
  const WORD = 'Held for ADA  OBI (c0012349)';
  const KEPT = 'Held for [client] ([account])';
  let desk: Desk;

  afterEach(() => desk.close());

  it('leaves neither in the trail, in orders and breaks; what people say of the word counts', async () => {
    const id = await shownUnderIt();
    for (let run = 0; run < 3; run += 1) await desk.reconcile();
    await desk.call('POST', `/v1/orders/${id}/enquire`);
    const [told] = await desk.list<{ id: string }>('/v1/breaks?type=UnmappedValue');
    const { body: rechecked } = await desk.call('POST', `/v1/breaks/${String(told?.id)}/recheck`);
    const paths = ['/v1/audit/events?limit=200&order=desc', '/v1/breaks', '/v1/orders'];
    const shown = JSON.stringify([rechecked, ...(await Promise.all(paths.map((path) => desk.list(path))))]); // prettier-ignore
    expect(shown).toContain(`the exchange's status \\"${KEPT}\\" is not documented`);
    expect(shown).not.toMatch(/held for ada|\(c0012349/i);
    const events = await desk.list<{ type: string }>(`/v1/orders/${id}/events`);
    expect(events.filter(({ type }) => type === 'EVIDENCE_NOT_BELIEVED')).toHaveLength(1);
    expect(await desk.order(id)).toMatchObject({ exchangeStatus: KEPT, openBreaks: 1 });
    await mapTo('Open', KEPT);
    await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ exchangeStatus: KEPT, openBreaks: 0 });
  });

  it.each([KEPT, WORD])('closes the break when people have explained %j', async (word) => {
    const id = await shownUnderIt();
    await desk.reconcile();
    await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ openBreaks: 1, exchangeStatus: KEPT });
    await mapTo('Open', word);
    await desk.reconcile();
    await desk.reconcile();
    expect(await desk.order(id)).toMatchObject({ status: 'Open', openBreaks: 0 });
  });

  /** An open order that the exchange shows under that word from now on. */
  const shownUnderIt = async (): Promise<string> => {
    desk = await Desk.open('sqlite');
    const posted = await desk.post(OBI);
    const isOpen = ({ status }: OrderBody): boolean => status === 'Open';
    const { id, orderNumber } = await desk.until(posted.body.id, isOpen);
    desk.exchange.exchange.control.setStatusWord(String(orderNumber), WORD);
    return id;
  };

  const mapTo = async (meaning: string, word: string): Promise<void> => {
    const body = { words: [{ word, meaning }], reason: 'The exchange said so.' };
    await desk.call('PUT', '/v1/exchange/status-words', { body });
    const second = { name: 'second person', scopes: ['recon:approve'] };
    const { body: made } = await desk.call('POST', '/v1/api-keys', { body: second });
    const approved = await desk.call('POST', '/v1/exchange/status-words/1/approve', {
      key: String(made['secret']),
      body: {},
    });
    expect(approved.status).toBe(200);
  };
});

describe('An exchange that repeats whose order it is', () => {
  const OBI = { accountNumber: 'C0012349', clientName: 'Ada Obi' };
  const text = 'Insufficient balance on account c0012349 of ADA  OBI';
  let desk: Desk;

  afterEach(() => desk.close());

  it('leaves neither account nor name in the trail and in breaks, and both in the calls', async () => {
    desk = await Desk.open('sqlite');
    const { control } = desk.exchange.exchange;
    const working = await desk.post(OBI);
    await desk.until(working.body.id, (order) => order.status === 'Open');
    const body = JSON.stringify({ success: false, message: text });
    control.queueFault({ endpoint: '*', fault: 'status', status: 400, body, times: 0 });
    const { body: order } = await desk.post(OBI);
    await desk.cancel(working.body.id);
    for (let run = 0; run < 4; run += 1) await desk.reconcile();
    await desk.pass(30_000);
    const page = '/v1/audit/events?limit=200&order=desc';
    const shown = JSON.stringify([await desk.list(page), await desk.list('/v1/breaks')]);
    expect(shown).toContain('on account [account] of [client]');
    expect(shown).toMatch(/nor an enquiry of \d+ shows it: Insufficient balance/);
    expect(shown).not.toMatch(/C0012349|ADA\s+OBI/i);
    const calls = await desk.list(`/v1/orders/${order.id}/calls`);
    expect(JSON.stringify(calls)).toContain(text);
  });
});
