import type { Config } from '../../../../src/infra/config/config.js';
import { ENDPOINTS, type EndpointName } from '../../../../src/infra/exchange/schema/endpoints.js';
import { ExchangeCallRow } from '../../../../src/infra/exchange/client/exchange-call.entity.js';
import { EnquiryApi } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { MarketDataApi } from '../../../../src/infra/exchange/api/market-data-api.js';
import { ask, type Question } from '../../../../src/infra/exchange/api/market-questions.js';
import { RecordApi, type RecordEndpoint } from '../../../../src/infra/exchange/api/record-api.js';
import { replyOf } from '../../../../src/infra/exchange/client/reply-store.js';
import { FuzzedExchange, isSuccess, plainly, REPLIES } from '../client/fuzzed-exchange.js';

const PAGE = { number: 1, limit: 20 };
const QUESTIONS: readonly Question[] = [
  ask.sectors(),
  ask.companiesOfSector('Services', PAGE),
  ask.companies(undefined, PAGE),
  ask.company('SD11PLC'),
  ask.orderBook('SD11PLC'),
  ask.quote('SD11PLC'),
  ask.snapshotOfRange('2026-11-01', '2026-11-20'),
  ask.snapshotOfToday(),
  ask.vwap('2026-11-01', '2026-11-20', PAGE),
  ask.dataOfCompanies(),
  ask.dataOfCompany('SD11PLC'),
  ask.actions(undefined, undefined, PAGE),
  ask.disclosures(undefined, undefined, PAGE),
];
const RECORDS: readonly RecordEndpoint[] = [
  'order/enquiry',
  'broker/order/enquiry',
  'shareholder/enquiry',
  'daily/trades',
];

describe(`${REPLIES} replies to what only asks`, () => {
  let exchange: FuzzedExchange;

  beforeAll(async () => {
    exchange = await FuzzedExchange.open();
  });
  afterAll(() => exchange.close());

  it('to a reader are an answer only in the documented envelope, of success', async () => {
    const records = new RecordApi(exchange.journal);
    const market = new MarketDataApi(exchange.journal);
    const answers = { records: 0, market: 0 };
    await exchange.each(async (reply, index) => {
      const question = QUESTIONS[index % QUESTIONS.length] ?? ask.sectors();
      const record = RECORDS[Math.floor(index / 2) % RECORDS.length] ?? 'order/enquiry';
      const ofMarket = index % 2 === 0;
      const answer = ofMarket
        ? await market.answer(question, null)
        : await records.ask(record, {}, { operator: 'ada' });
      if (answer.kind !== 'Answer') return;
      answers[ofMarket ? 'market' : 'records'] += 1;
      expect(isSuccess(reply)).toBe(true);
      const { envelope } = ENDPOINTS[ofMarket ? question.endpoint : record];
      if (envelope !== 'none') expect(plainly(reply)?.['success']).toBe(true);
    });
    expect(answers.records).toBeGreaterThan(REPLIES / 20);
    expect(answers.market).toBeGreaterThan(REPLIES / 100);
  });

  it('to an enquiry or a list become rows only of what is written there', async () => {
    const enquiries = new EnquiryApi(exchange.journal, { brokerCode: 'MRNA' } as Config);
    let rows = 0;
    await exchange.each(async (reply, index) => {
      const options = { lane: 'cancel' } as const;
      const ask = [
        () => enquiries.order('700001', options),
        () => enquiries.broker('MRNA', options),
        () => enquiries.account('CDS-1', options),
        () => enquiries.trades('2026-11-20', options),
      ];
      const answer = await ask[index % ask.length]?.();
      if (answer?.kind !== 'Answer') return;
      const body = plainly(reply);
      expect(body?.['success']).toBe(true);
      const data = body?.['data'];
      const given = (Array.isArray(data) ? data : [data]) as unknown[];
      const { odd, oddOfOthers = 0 } = answer;
      expect(answer.rows.length + odd + oddOfOthers).toBe(given.length);
      rows += answer.rows.length;
      const written = given
        .map((row) => (row as Record<string, unknown> | null)?.['OrderNo'])
        .map((token) => (typeof token === 'object' ? NaN : Number(token)));
      for (const row of answer.rows) {
        expect(written).toContain(Number(row.orderNumber));
        expect(row.units === null || /^-?\d+(\.\d+)?$/.test(row.units)).toBe(true);
      }
    });
    expect(rows).toBeGreaterThan(REPLIES / 10);
  });

  it('to any of the 20 endpoints are stored as received, and nothing is polluted', async () => {
    const endpoints = Object.keys(ENDPOINTS) as EndpointName[];
    const compared = { all: 0, long: 0, withNul: 0 };
    await exchange.each(async (reply, index) => {
      const endpoint = endpoints[index % endpoints.length] ?? 'sectors';
      const call = await exchange.journal.read({
        endpoint,
        lane: 'cancel',
        body: '{}',
        operator: null,
      });
      if ('why' in call) throw new Error(call.why);
      const body = reply.kind === 'Reply' ? reply.body : '';
      const isLong = body.length > 65_536;
      const hasNul = body.includes('\u0000');
      if (index % 50 !== 0 && !isLong && !hasNul) return;
      compared.all += 1;
      compared.long += isLong ? 1 : 0;
      compared.withNul += hasNul ? 1 : 0;
      const { reading } = exchange.database;
      const [row] = await reading.find(ExchangeCallRow, 'id = ?', [call.id]);
      if (row === undefined) throw new Error('The call is not in the journal');
      const said = reply.kind === 'Reply' ? Buffer.from(reply.body) : null;
      expect(await replyOf(reading, row)).toEqual(said);
      expect(row).toMatchObject(
        reply.kind === 'Reply'
          ? { httpStatus: reply.status, replyBytes: said?.length, failure: null }
          : { httpStatus: null, replyBytes: null, failure: reply.failure },
      );
    });
    expect(compared.all).toBeGreaterThan(REPLIES / 50);
    expect(compared.long).toBeGreaterThan(0);
    expect(compared.withNul).toBeGreaterThan(0);
    expect(({} as Record<string, unknown>)['OrderNo']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    const [stored] = await exchange.database.reading.query<{ calls: number }>(
      'SELECT count(*) AS calls FROM exchange_calls WHERE completed_at IS NOT NULL',
    );
    expect(stored?.calls).toBe(3 * REPLIES);
    const [drift] = await exchange.database.reading.query<{ kinds: number }>(
      'SELECT count(*) AS kinds FROM schema_drift',
    );
    expect(drift?.kinds).toBeGreaterThan(500);
    expect(drift?.kinds).toBeLessThanOrEqual(2_000);
  });
});
