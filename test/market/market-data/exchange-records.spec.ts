import type { NoAnswer } from '../../../src/infra/exchange/client/no-answer.js';
import type {
  RecordApi,
  RecordEndpoint,
  Records,
} from '../../../src/infra/exchange/api/record-api.js';
import { Problem } from '../../../src/infra/http/problems/problem.js';
import type { ExchangeQuestions } from '../../../src/market/market-data/exchange-questions.js';
import { ExchangeRecords } from '../../../src/market/market-data/exchange-records.js';
import { HandClock } from '../../support/time/hand-clock.js';

const START = Date.UTC(2026, 10, 20, 9);
const LIST_BYTES_MAX = 64 * 2 ** 20;
const OURS = { shareholderAccount: 'C0012345' };
const THEIRS = { shareholderAccount: 'C0099999' };

const answer = (callId: string, bytes = 100): Records => ({
  kind: 'Answer',
  records: [],
  callId,
  askedAt: START,
  bytes,
});

const refusal: NoAnswer = {
  kind: 'NoAnswer',
  why: 'Refused',
  detail: 'Account closed',
  retryAt: null,
};

const problemOf = async (reading: () => unknown): Promise<Problem> => {
  try {
    await reading();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error('There is an answer');
};

describe("The exchange's records", () => {
  let said: (Records | NoAnswer)[];
  let clock: HandClock;
  let records: ExchangeRecords;

  beforeEach(() => {
    said = [];
    clock = new HandClock(START);
    const api: Pick<RecordApi, 'ask'> = {
      ask: () => Promise.resolve(said.shift() ?? refusal),
    };
    records = new ExchangeRecords(api as RecordApi, {} as ExchangeQuestions, clock);
  });

  const ask = (
    found: Records | NoAnswer,
    endpoint: RecordEndpoint = 'shareholder/enquiry',
    body: Readonly<Record<string, string>> = OURS,
  ): Promise<Records> => {
    said.push(found);
    return records.ask(endpoint, body, { name: 'key:ada' });
  };

  it('are paged for a minute from the first answer', async () => {
    const first = await ask(answer('call_1'));
    clock.pass(60_000);
    expect(records.again('call_1', 'shareholder/enquiry', OURS)).toBe(first);
    clock.pass(1);
    const late = await problemOf(() => records.again('call_1', 'shareholder/enquiry', OURS));
    expect(late.details).toMatchObject({ errors: [{ field: 'cursor' }] });
  });

  it.each([
    ['another account', 'shareholder/enquiry', THEIRS],
    ['another kind', 'broker/order/enquiry', { brokerCode: 'C0012345' }],
    ['another name of the same kind', 'broker/order/enquiry', OURS],
  ] as const)('do not open the list of %s', async (_, endpoint, body) => {
    await ask(answer('call_1'));
    const refused = await problemOf(() => records.again('call_1', endpoint, body));
    expect(refused.code).toBe('validation-failed');
    expect(refused.details).toMatchObject({ errors: [{ field: 'cursor' }] });
  });

  it('are kept for paging up to the longest list that the exchange may send', async () => {
    const first = await ask(answer('call_1', LIST_BYTES_MAX));
    await ask(answer('call_2', LIST_BYTES_MAX / 2));
    expect(records.again('call_1', 'shareholder/enquiry', OURS)).toBe(first);
  });

  it('are not found when an order enquiry is refused', async () => {
    const refused = await problemOf(() => ask(refusal, 'order/enquiry', { orderNumber: '1' }));
    expect(refused).toMatchObject({ code: 'not-found-at-exchange' });
    expect(refused.detail).toBe('Account closed');
  });

  it.each([
    ['broker/order/enquiry', { brokerCode: 'MRNA' }],
    ['shareholder/enquiry', OURS],
    ['daily/trades', { tradeDate: '2026-11-20', orderStatus: 'Matched' }],
  ] as const)(
    'are out of reach when %s is refused: it looks nothing up',
    async (endpoint, body) => {
      const refused = await problemOf(() => ask(refusal, endpoint, body));
      expect(refused).toMatchObject({ code: 'exchange-unavailable' });
      expect(refused.detail).toBe('Account closed');
    },
  );
});
