import type { ExchangeRecord } from '../../../../src/infra/exchange/api/record-api.js';
import { RecordingExchange } from '../client/recording-exchange.js';

const ROWS = 50_000;

function row(place: number): string {
  const orderNumber = 9_007_199_254_740_993n + BigInt(place);
  return `{"OrderNo":${orderNumber},"Company":"SD11PLC","Broker_Code":"MRNA","OrderType":"BUY","Quantity":${place + 1},"Status":"Open"}`;
}

function listText(): string {
  const rows = Array.from({ length: ROWS }, (_, place) => row(place));
  return `{"success":true,"message":"ok","data":[${rows.join(',')}]}`;
}

describe('A list of 50,000 orders', () => {
  let exchange: RecordingExchange;
  const text = listText();

  beforeAll(async () => {
    exchange = await RecordingExchange.open('sqlite');
  });

  afterAll(() => exchange.close());

  const ask = () => exchange.enquiries.broker('MRNA', { lane: 'reconcile' });

  it('is read in full, every digit of every number, from one request (E17)', async () => {
    exchange.seen.length = 0;
    exchange.behaves = (response) => response.end(text);
    const answer = await ask();
    if (answer.kind !== 'Answer') throw new Error(answer.detail);
    expect(answer.rows).toHaveLength(ROWS);
    expect(answer.odd).toBe(0);
    expect(answer.rows.at(-1)).toMatchObject({
      orderNumber: '9007199254790992',
      units: String(ROWS),
      statusWord: 'Open',
    });
    expect(exchange.seen).toHaveLength(1);
  });

  it('is in the catalogue with what its rows have and the document has not', async () => {
    const odd = `${row(2_000).slice(0, -1)},"Desk":"A"}`;
    const rows = Array.from({ length: 3_000 }, (_, place) => (place === 2_000 ? odd : row(place)));
    exchange.behaves = (response) =>
      response.end(`{"success":true,"message":"ok","data":[${rows.join(',')}]}`);
    const answer = await ask();
    if (answer.kind !== 'Answer') throw new Error(answer.detail);
    expect(answer.rows).toHaveLength(3_000);
    expect(await exchange.drift()).toEqual(['data[].Desk: not documented']);
  });

  it('is shown to people in full, row by row as it came', async () => {
    const listed = (rows: number): string =>
      `{"success":true,"data":[${Array.from({ length: rows }, (_, place) => row(place)).join(',')}]}`;
    const show = async (rows: number): Promise<readonly ExchangeRecord[]> => {
      exchange.behaves = (response) => response.end(listed(rows));
      const by = { operator: null };
      const answer = await exchange.records.ask('broker/order/enquiry', { brokerCode: 'MRNA' }, by);
      if (answer.kind !== 'Answer') throw new Error(answer.detail);
      return answer.records;
    };
    const short = await show(1_000);
    const long = await show(5_000);
    expect(long).toHaveLength(5_000);
    expect(long.slice(0, 1_000)).toEqual(short);
    expect(long.at(-1)?.raw).toMatchObject({ OrderNo: '9007199254745992' });
  });

  it('of one account that is longer than an account can have is none', async () => {
    exchange.behaves = (response) =>
      response.end(`{"success":true,"data":[${`${row(1)},`.repeat(75_000)}${row(1)}]}`);
    const shown = await exchange.enquiries.account('C1', { lane: 'reconcile' });
    expect(shown).toMatchObject({ kind: 'NoAnswer', why: 'NoReply' });
  });

  it('that is cut off is no list: none of its rows counts (D4, E17)', async () => {
    exchange.seen.length = 0;
    exchange.behaves = (response) => response.end(text.slice(0, -2));
    expect(await ask()).toMatchObject({ kind: 'NoAnswer', why: 'NoRecord' });
    exchange.behaves = (response) => {
      response.writeHead(200, { 'content-length': String(text.length) });
      response.write(text.slice(0, 1_000_000), () => response.destroy());
    };
    expect(await ask()).toMatchObject({ kind: 'NoAnswer', why: 'NoReply' });
    expect(exchange.seen).toHaveLength(2);
  });

  it('that never ends is cut off, and the next one is read again (E17)', async () => {
    exchange.seen.length = 0;
    exchange.behaves = (response) => {
      response.write('{"success":true,"message":"ok","data":[');
      const more = (): void => {
        while (!response.destroyed && response.write(`${row(1)},`.repeat(2_000)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await ask()).toMatchObject({ kind: 'NoAnswer', why: 'NoReply' });
    exchange.behaves = (response) => response.end(text);
    expect(await ask()).toMatchObject({ kind: 'Answer', odd: 0 });
    expect(exchange.seen).toHaveLength(2);
  });
});
