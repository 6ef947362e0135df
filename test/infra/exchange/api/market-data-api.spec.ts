import type { CallJournal, CallSpec } from '../../../../src/infra/exchange/client/call-journal.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { ENDPOINTS } from '../../../../src/infra/exchange/schema/endpoints.js';
import { MarketDataApi } from '../../../../src/infra/exchange/api/market-data-api.js';
import { ask, type Question } from '../../../../src/infra/exchange/api/market-questions.js';
import { bodyOf, outcomeOf } from '../../../../src/infra/exchange/transport/outcome.js';
import { DOCUMENTED_REPLIES } from '../schema/documented-replies.js';

const PAGE = { number: 3, limit: 20 };

/** Every question and its query on the wire, and the lists among them. */
const QUESTIONS: readonly (readonly [Question, Readonly<Record<string, string>>])[] = [
  [ask.sectors(), {}],
  [ask.companiesOfSector('Oil & Gas', PAGE), { sector: 'Oil & Gas', page: '3', limit: '20' }],
  [ask.companies(undefined, PAGE), { page: '3', limit: '20' }],
  [ask.companies('Active', PAGE), { status: 'Active', page: '3', limit: '20' }],
  [ask.company('SD11PLC'), { symbol: 'SD11PLC' }],
  [ask.orderBook('SD11PLC'), { security: 'SD11PLC' }],
  [ask.quote('SD11PLC'), { symbol: 'SD11PLC' }],
  [ask.snapshotOfRange('2026-11-01', '2026-11-20'), { from: '2026-11-01', to: '2026-11-20' }],
  [ask.snapshotOfToday(), {}],
  [
    ask.vwap('2026-11-01', '2026-11-20', PAGE),
    { fromDate: '2026-11-01', toDate: '2026-11-20', pageNumber: '3', limit: '20' },
  ],
  [ask.dataOfCompanies(), {}],
  [ask.dataOfCompany('SD11PLC'), { symbol: 'SD11PLC' }],
  [
    ask.actions('bonus', 'SD11PLC', PAGE),
    { type: 'bonus', security: 'SD11PLC', page: '3', limit: '20' },
  ],
  [ask.disclosures(undefined, undefined, PAGE), { page: '3', limit: '20' }],
];

function answering(reply: WireReply): { api: MarketDataApi; wishes: CallSpec[] } {
  const wishes: CallSpec[] = [];
  const journal: Pick<CallJournal, 'read'> = {
    read: (wish) => {
      wishes.push(wish);
      const body = bodyOf(reply);
      const outcome = outcomeOf(reply, body, ENDPOINTS[wish.endpoint].envelope === 'none');
      return Promise.resolve({
        id: 'call_1',
        startedAt: 10,
        answeredAt: 20,
        reply,
        body,
        long: null,
        outcome,
      });
    },
  };
  return { api: new MarketDataApi(journal as CallJournal), wishes };
}

const saying = (body: string, status = 200): MarketDataApi =>
  answering({ kind: 'Reply', status, body }).api;

describe('A question about the market', () => {
  it.each(QUESTIONS)('$endpoint is asked as documented', async (question, query) => {
    const { api, wishes } = answering({ kind: 'NoReply', failure: 'ECONNRESET' });
    await api.answer(question, 'ada');
    const { endpoint } = question;
    expect(wishes).toEqual([{ endpoint, lane: 'market', body: null, query, operator: 'ada' }]);
  });

  it.each(QUESTIONS)('$endpoint is answered in our names', async (question) => {
    const { body, fields } = DOCUMENTED_REPLIES[question.endpoint];
    const { envelope } = ENDPOINTS[question.endpoint];
    const one = envelope === 'standard' || envelope === 'none';
    const paged = envelope !== 'array' && !one;
    expect(await saying(body).answer(question, null)).toEqual({
      kind: 'Answer',
      data: one ? fields : [fields],
      odd: [],
      total: paged ? 1 : null,
      pages: paged ? 1 : null,
      askedAt: 10,
      bytes: Buffer.byteLength(body),
    });
  });

  it.each(QUESTIONS)('$endpoint is refused by the documented error envelope', async (question) => {
    const body = '{"success":false,"message":"not found"}';
    for (const status of [200, 400, 404, 422]) {
      expect(await saying(body, status).answer(question, null)).toEqual({
        kind: 'NoAnswer',
        why: 'Refused',
        detail: 'The exchange refused what was asked.',
        retryAt: null,
      });
    }
  });

  it.each(QUESTIONS)('$endpoint has no answer in anything else', async (question) => {
    const documented = DOCUMENTED_REPLIES[question.endpoint].body;
    const others: readonly (readonly [number, string])[] = [
      [200, ''],
      [200, '<html></html>'],
      [200, documented.slice(0, -1)],
      [200, 'null'],
      [200, '[]'],
      [200, '{}'],
      [200, '{"success":true,"message":"m"}'],
      [200, '{"success":true,"message":"m","data":null}'],
      [200, '{"success":true,"message":"m","data":"x"}'],
      [200, '{"success":true,"message":"m","data":[null]}'],
      [200, '{"success":false}'],
      [204, ''],
      [302, documented],
      [401, '{"success":false,"message":"key"}'],
      [402, ''],
      [403, '{"success":false,"message":"scope"}'],
      [404, ''],
      [404, '<html></html>'],
      [429, ''],
      [500, documented],
      [500, '{"success":false,"message":"broken"}'],
      [503, ''],
    ];
    for (const [status, body] of others) {
      expect([status, body, await saying(body, status).answer(question, null)]).toMatchObject([
        status,
        body,
        { kind: 'NoAnswer', why: 'Unusable', retryAt: null },
      ]);
    }
    const { api } = answering({ kind: 'NotSent', failure: 'ECONNREFUSED 10.0.0.1' });
    const unsent = await api.answer(question, null);
    expect(unsent).toMatchObject({ kind: 'NoAnswer', why: 'Unusable' });
    expect(JSON.stringify(unsent)).not.toContain('10.0.0.1');
  });

  it('without room in the budget was not asked', async () => {
    const journal: Pick<CallJournal, 'read'> = {
      read: () => Promise.resolve({ for: 'Budget', why: 'used up', retryAt: 99 }),
    };
    const api = new MarketDataApi(journal as CallJournal);
    expect(await api.answer(ask.sectors(), null)).toEqual({
      kind: 'NoAnswer',
      why: 'NoBudget',
      detail: 'used up',
      retryAt: 99,
    });
  });
});

describe('An answer', () => {
  const quoteOf = (symbol: string): string =>
    DOCUMENTED_REPLIES['security/quote'].body.replace('"SD11PLC"', symbol);

  it('about another security than asked is none', async () => {
    const other = await saying(quoteOf('"SDAIRWING"')).answer(ask.quote('SD11PLC'), null);
    expect(other).toMatchObject({ kind: 'NoAnswer', why: 'Unusable' });
  });

  it.each(['"sd11plc"', '" SD11PLC "'])('that spells the security %s is one', async (symbol) => {
    const spelt = await saying(quoteOf(symbol)).answer(ask.quote('SD11PLC'), null);
    expect(spelt).toMatchObject({ kind: 'Answer' });
  });

  it('that does not name the security is one, and odd', async () => {
    const unnamed = await saying(quoteOf('null')).answer(ask.quote('SD11PLC'), null);
    expect(unnamed).toMatchObject({ kind: 'Answer', odd: ['symbol'], data: { symbol: null } });
  });

  it('of a list may be empty', async () => {
    const empty = '{"success":true,"message":"m","data":[]}';
    expect(await saying(empty).answer(ask.dataOfCompanies(), null)).toMatchObject({
      data: [],
      odd: [],
    });
  });

  it('names what is odd in any of its rows, once, and shows what is not documented', async () => {
    const rows =
      '[{"sector":"A","companyCount":"x"},{"sector":"B"},7,{"sector":"C","companyCount":3,"Id":1.50}]';
    const body = `{"success":true,"message":"m","data":${rows}}`;
    expect(await saying(body).answer(ask.sectors(), null)).toMatchObject({
      data: [
        { sector: 'A', companyCount: null },
        { sector: 'B', companyCount: null },
        { sector: 'C', companyCount: 3, other: { Id: '1.50' } },
      ],
      odd: ['companyCount', '[]'],
    });
  });
});
