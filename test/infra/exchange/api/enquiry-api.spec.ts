import type { Config } from '../../../../src/infra/config/config.js';
import type { CallJournal, CallSpec } from '../../../../src/infra/exchange/client/call-journal.js';
import { EnquiryApi } from '../../../../src/infra/exchange/api/enquiry-api.js';
import type { WireReply } from '../../../../src/infra/exchange/transport/exchange-transport.js';
import { bodyOf, outcomeOf } from '../../../../src/infra/exchange/transport/outcome.js';

interface Asked {
  readonly api: EnquiryApi;
  readonly wishes: CallSpec[];
}

/** An exchange that gives every question the same reply. */
function answering(reply: WireReply): Asked {
  const wishes: CallSpec[] = [];
  const journal: Pick<CallJournal, 'read'> = {
    read: (wish) => {
      wishes.push(wish);
      return Promise.resolve({
        id: 'call_1',
        startedAt: 10,
        answeredAt: 20,
        reply,
        body: bodyOf(reply),
        long: null,
        outcome: outcomeOf(reply),
      });
    },
  };
  return { api: new EnquiryApi(journal as CallJournal, { brokerCode: 'MRNA' } as Config), wishes };
}

function data(text: string): Asked {
  return answering({
    kind: 'Reply',
    status: 200,
    body: `{"success":true,"message":"ok","data":${text}}`,
  });
}

const LANE = { lane: 'reconcile' } as const;

// The records of the interface document, sections "Order records" and "Executed trade row".
const ENQUIRED = `{"OrderNo":9007199254740993,"Company":"SD11PLC","OrderType":"BUY","Quantity":10000,
  "MatchedQuantity":4000,"PendingQuantity":6000,"BasePrice":12.50,"Status":"Open"}`;
const LISTED =
  '{"OrderNo":700001,"Company":"SD11PLC","Broker_Code":"MRNA","OrderType":"SELL","Quantity":100,"Status":"Open"}';
const TRADED = `{"TradeDate":"2026-11-20","SecurityId":"SD11PLC","TimeInForce":"Day Order (DO)","Broker_Code":"MRNA",
  "Price":12.45,"OrderNo":700001,"Volume":40,"MatchedQuantity":40,"PendingQuantity":60,"TradingMatchingId":"M-1",
  "ClientName":"Ada Obi","Shareholder":"CDS-1","OrderType":"BUY"}`;

describe('An order enquiry', () => {
  it('asks for the order number as a string, under the operator for whom it is', async () => {
    const { api, wishes } = data(ENQUIRED);
    await api.order('9007199254740993', { lane: 'resolve', operator: 'ada', orderId: 'ord_1' });
    expect(wishes).toEqual([
      {
        endpoint: 'order/enquiry',
        lane: 'resolve',
        body: '{"orderNumber":"9007199254740993"}',
        operator: 'ada',
        orderId: 'ord_1',
      },
    ]);
  });

  it('gives the record in our names, digits untouched', async () => {
    expect(await data(ENQUIRED).api.order('9007199254740993', LANE)).toEqual({
      kind: 'Answer',
      rows: [
        {
          orderNumber: '9007199254740993',
          security: 'SD11PLC',
          side: 'BUY',
          units: '10000',
          statusWord: 'Open',
          matchedUnits: '4000',
          pendingUnits: '6000',
          basePrice: '12.5',
          brokerCode: null,
        },
      ],
      odd: 0,
      callId: 'call_1',
      askedAt: 10,
      answeredAt: 20,
    });
  });

  it.each(['null', '[]', `[${ENQUIRED}]`, '"none"', '5'])(
    'that answers %s has no record',
    async (text) => {
      expect(await data(text).api.order('1', LANE)).toMatchObject({
        kind: 'NoAnswer',
        why: 'NoRecord',
      });
    },
  );

  it('that answers with a list of one record has that record', async () => {
    expect(await data(`[${ENQUIRED}]`).api.order('9007199254740993', LANE)).toMatchObject({
      kind: 'Answer',
      rows: [{ orderNumber: '9007199254740993', units: '10000' }],
    });
  });

  it.each([`[${ENQUIRED}, ${ENQUIRED}]`, '[[]]', '["none"]'])(
    'that answers %s cannot be read',
    async (text) => {
      expect(await data(text).api.order('9007199254740993', LANE)).toMatchObject({
        kind: 'Answer',
        rows: [],
        unreadable: 'it is not a record',
      });
    },
  );

  it.each(['700015', '0700015', '000700015'])(
    'of %s that is answered with the record of 00700015 is of that number: zeros before it make it no other',
    async (asked) => {
      const padded = ENQUIRED.replace('9007199254740993', '"00700015"');
      expect(await data(padded).api.order(asked, LANE)).toMatchObject({
        kind: 'Answer',
        rows: [{ orderNumber: asked }],
      });
    },
  );

  it.each(['700016', '00700016', '7000150'])(
    'of %s that is answered with the record of 00700015 has no record, and names that number (D2)',
    async (asked) => {
      const other = ENQUIRED.replace('9007199254740993', '"00700015"');
      expect(await data(other).api.order(asked, LANE)).toEqual({
        kind: 'NoAnswer',
        why: 'NoRecord',
        isExplicit: false,
        detail: 'the record has the order number 00700015',
        retryAt: null,
      });
    },
  );

  it('leaves out quantities that the record does not have: they are not zero', async () => {
    const bare =
      '{"OrderNo":1,"Company":"A","OrderType":"BUY","Quantity":5,"Status":"Open","MatchedQuantity":null}';
    expect(await data(bare).api.order('1', LANE)).toMatchObject({
      rows: [{ matchedUnits: null, pendingUnits: null, basePrice: null }],
    });
  });

  it('upper-cases what the exchange spells in any case, but not its status word', async () => {
    const odd =
      '{"OrderNo":1,"Company":"sd11plc","OrderType":"Buy","Quantity":"5","Status":" oPen "}';
    expect(await data(odd).api.order('1', LANE)).toMatchObject({
      rows: [{ security: 'SD11PLC', side: 'BUY', units: '5', statusWord: 'oPen' }],
    });
  });

  it.each([
    ['OrderNo', '0'],
    ['OrderNo', 'null'],
    ['Company', '""'],
    ['OrderType', 'null'],
    ['Quantity', 'null'],
    ['Quantity', '"many"'],
    ['Status', '7'],
  ])('whose %s is %s is odd and no evidence', async (name, value) => {
    const fields = {
      OrderNo: '1',
      Company: '"A"',
      OrderType: '"BUY"',
      Quantity: '5',
      Status: '"Open"',
    };
    const text = Object.entries({ ...fields, [name]: value }).map(
      ([key, token]) => `"${key}":${token}`,
    );
    expect(await data(`{${text.join(',')}}`).api.order('1', LANE)).toMatchObject({
      rows: [],
      odd: 1,
    });
  });

  it('that cannot be read quotes the offending fields', async () => {
    const text = '{"OrderNo":1,"Company":"A","OrderType":"BUY","Quantity":"many","Status":""}';
    expect(await data(text).api.order('1', LANE)).toMatchObject({
      unreadable: 'Quantity is "many", Status is ""',
    });
  });

  it.each(['OrderNo', 'Company', 'OrderType', 'Quantity', 'Status'])(
    'without %s is odd and no evidence',
    async (name) => {
      const text = ENQUIRED.replace(`"${name}"`, '"other"');
      expect(await data(text).api.order('1', LANE)).toMatchObject({
        kind: 'Answer',
        rows: [],
        odd: 1,
      });
    },
  );
});

describe("The broker's list and the account's list", () => {
  it('ask with the documented bodies', async () => {
    const { api, wishes } = data('[]');
    await api.broker('MRNA', LANE);
    await api.account('CDS-1', LANE);
    expect(wishes.map(({ endpoint, body, operator }) => [endpoint, body, operator])).toEqual([
      ['broker/order/enquiry', '{"brokerCode":"MRNA"}', null],
      ['shareholder/enquiry', '{"shareholderAccount":"CDS-1"}', null],
    ]);
  });

  it('give their rows, without quantities that they do not have', async () => {
    expect(await data(`[${LISTED}]`).api.broker('MRNA', LANE)).toMatchObject({
      rows: [
        {
          orderNumber: '700001',
          side: 'SELL',
          units: '100',
          matchedUnits: null,
          brokerCode: 'MRNA',
        },
      ],
      odd: 0,
    });
  });

  it('count the rows that cannot be read, and read the others', async () => {
    const rows = `[${LISTED},null,5,"row",[],{},{"OrderNo":2}]`;
    const answer = await data(rows).api.account('CDS-1', LANE);
    expect(answer).toMatchObject({ kind: 'Answer', odd: 6 });
    expect(answer.kind === 'Answer' && answer.rows.length).toBe(1);
  });

  it('that are empty are an answer', async () => {
    expect(await data('[]').api.broker('MRNA', LANE)).toMatchObject({
      kind: 'Answer',
      rows: [],
      odd: 0,
    });
  });

  it.each(['null', '{}', LISTED, '""', '{"data":[]}'])(
    'that answer %s are no answer, not an empty list',
    async (text) => {
      expect(await data(text).api.broker('MRNA', LANE)).toMatchObject({
        kind: 'NoAnswer',
        why: 'NoRecord',
      });
    },
  );
});

describe("The day's trades", () => {
  it('are asked for with the one documented filter', async () => {
    const { api, wishes } = data('[]');
    await api.trades('2026-11-20', LANE);
    expect(wishes).toMatchObject([
      { endpoint: 'daily/trades', body: '{"tradeDate":"2026-11-20","orderStatus":"All"}' },
    ]);
  });

  it('give their rows in our names, without the name of the client', async () => {
    expect(await data(`[${TRADED}]`).api.trades('2026-11-20', LANE)).toMatchObject({
      rows: [
        {
          tradeDate: '2026-11-20',
          security: 'SD11PLC',
          side: 'BUY',
          orderNumber: '700001',
          price: '12.45',
          units: '40',
          matchedUnits: '40',
          matchingId: 'M-1',
          brokerCode: 'MRNA',
          accountNumber: 'CDS-1',
        },
      ],
      odd: 0,
    });
    const answer = await data(`[${TRADED}]`).api.trades('2026-11-20', LANE);
    expect(JSON.stringify(answer)).not.toContain('Ada Obi');
  });

  it.each(['OrderNo', 'SecurityId', 'OrderType'])('count a row without %s as odd', async (name) => {
    const rows = `[${TRADED.replace(`"${name}"`, '"other"')}]`;
    expect(await data(rows).api.trades('2026-11-20', LANE)).toMatchObject({ rows: [], odd: 1 });
  });

  it('keep a row of an order that rests: it has no matching id', async () => {
    const resting = TRADED.replace('"M-1"', 'null');
    expect(await data(`[${resting}]`).api.trades('2026-11-20', LANE)).toMatchObject({
      rows: [{ matchingId: null }],
    });
  });
});

describe('A question without an answer', () => {
  it.each([
    [{ kind: 'NoReply', failure: 'ECONNRESET' }, 'NoReply', false],
    [{ kind: 'NotSent', failure: 'ECONNREFUSED' }, 'NoReply', false],
    [{ kind: 'Reply', status: 500, body: '{"success":true,"data":[]}' }, 'NoRecord', false],
    [
      { kind: 'Reply', status: 200, body: '{"success":false,"message":"no","data":[]}' },
      'NoRecord',
      true,
    ],
    [{ kind: 'Reply', status: 200, body: '{"success":true,"data":null}' }, 'NoRecord', true],
    [{ kind: 'Reply', status: 200, body: '{"success":true,"data":[' }, 'NoRecord', false],
    [{ kind: 'Reply', status: 429, body: '' }, 'NoRecord', false],
  ] as const)('after %j is %s, never an empty list (D4)', async (reply, why, isExplicit) => {
    expect(await answering(reply).api.broker('MRNA', LANE)).toMatchObject({
      kind: 'NoAnswer',
      why,
      isExplicit,
      retryAt: null,
    });
  });

  it('because the budget is used up says when to ask again', async () => {
    const journal: Pick<CallJournal, 'read'> = {
      read: () => Promise.resolve({ for: 'Budget', why: 'used up', retryAt: 99 }),
    };
    const api = new EnquiryApi(journal as CallJournal, { brokerCode: 'MRNA' } as Config);
    expect(await api.broker('MRNA', LANE)).toEqual({
      kind: 'NoAnswer',
      why: 'NoBudget',
      isExplicit: false,
      detail: 'used up',
      retryAt: 99,
    });
  });
});

describe('A list that spells our broker code in another case', () => {
  it.each(['mrna', 'Mrna', ' MRNA '])('spelled %j still matches our rows', async (code) => {
    const { api } = data(`[${LISTED.replace('MRNA', code)}]`);
    expect(await api.broker('MRNA', LANE)).toMatchObject({ rows: [{ brokerCode: 'MRNA' }] });
  });

  it("does not change the spelling of another broker's code", async () => {
    const { api } = data(`[${LISTED.replace('MRNA', 'Mrnb')}]`);
    expect(await api.broker('MRNA', LANE)).toMatchObject({ rows: [{ brokerCode: 'Mrnb' }] });
  });
});
