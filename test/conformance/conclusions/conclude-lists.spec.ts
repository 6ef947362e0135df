import {
  accountListClosed,
  brokerListCodes,
  closedOrderEnquiry,
  emptyListReply,
  extraFields,
  listRowCap,
  optionalFields,
  sideSpelling,
} from '../../../src/conformance/conclusions/conclude-records.js';
import {
  pageLimitBeyond,
  vwapLimit,
} from '../../../src/conformance/conclusions/conclude-reference.js';
import type { Call } from '../../../src/conformance/courier.js';
import { type Findings, NOTHING_ASKED } from '../../../src/conformance/findings.js';
import {
  aCall,
  aRecord,
  aResting,
  findings,
  no,
  notSeen,
  ok,
  replied,
  seen,
  SILENCE,
} from '../calls.js';

const ROW = { OrderNo: 700001, Company: 'SD11PLC', OrderType: 'BUY', Quantity: 3, Status: 'Open' };

function surveyed(changes: Partial<Findings['survey']>): Findings {
  return findings({ survey: { ...NOTHING_ASKED.survey, ...changes } });
}

describe('A cancelled order', () => {
  const withCancel = (shown: Call): Findings => ({
    ...findings({ resting: aResting({ cancelShown: seen(shown) }) }),
    refusals: {
      ...NOTHING_ASKED.refusals,
      unknownNumber: '770001',
      unknownEnquiry: no(404, 'no order 770001'),
    },
  });
  it.each<[string, Call, string]>([
    ['has a record', aRecord({ Status: 'X', PendingQuantity: 0 }), 'record'],
    ['is answered like an unknown one', no(404, 'no order 700001'), 'as-unknown'],
    ['is answered in another way', no(410, 'gone'), 'unknown'],
    ['is not answered', aCall(SILENCE), 'unknown'],
  ])('%s', (_, shown, value) => {
    expect(closedOrderEnquiry(withCancel(shown)).value).toBe(value);
  });

  it.each<[string, Partial<NonNullable<Findings['resting']>>, string]>([
    ['is left out', { accountListAfter: seen(ok([])) }, 'left-out'],
    ['is held in another word', { accountListAfter: seen(ok([{ ...ROW, Status: 'X' }])) }, 'held'],
    ['is held in the same word', { accountListAfter: seen(ok([ROW])) }, 'unknown'],
    ['goes on to be shown', { accountListAfter: notSeen(ok([ROW])) }, 'unknown'],
    ['is in no list', { accountListAfter: seen(no(500, 'x')) }, 'unknown'],
    ['was never on it', { byAccountList: notSeen(), accountListAfter: seen(ok([])) }, 'unknown'],
  ])('on the list of its account: %s', (_, changes, value) => {
    expect(accountListClosed(findings({ resting: aResting(changes) })).value).toBe(value);
  });

  it('is left out when the exchange refuses instead of answering an empty list', () => {
    const none = no(404, 'none');
    const found = {
      ...surveyed({ accountList: none }),
      resting: aResting({ accountListAfter: seen(none) }),
    };
    expect(accountListClosed(found).value).toBe('left-out');
  });
});

describe('A list', () => {
  it.each([
    [0, 'unknown'],
    [49, 'unknown'],
    [50, 'suspected'],
    [51, 'unknown'],
    [1_000, 'suspected'],
  ])('of %i rows: %s that lists are capped', (rows, value) => {
    const brokerList = ok(Array.from({ length: rows }, () => ROW));
    expect(listRowCap(surveyed({ brokerList })).value).toBe(value);
  });

  it.each<[string, unknown[], string]>([
    ['our code', [{ ...ROW, Broker_Code: 'MARINA' }], 'not-seen'],
    ['our code and none', [{ ...ROW, Broker_Code: 'MARINA' }, ROW], 'not-seen'],
    ['another code', [{ ...ROW, Broker_Code: 'ATLB' }], 'others-seen'],
  ])('with rows of %s', (_, rows, value) => {
    expect(brokerListCodes(surveyed({ brokerList: ok(rows) })).value).toBe(value);
  });

  it.each<[string, Call, string]>([
    ['an empty list', ok([]), 'empty-list'],
    ['no data', ok(null), 'success-without-record'],
    ['a refusal', no(404, 'none'), 'error-envelope'],
    ['a no', no(200, 'none'), 'success-false'],
    ['silence', aCall(SILENCE), 'unknown'],
    ['orders', ok([ROW]), 'unknown'],
  ])('without orders is answered with %s', (_, accountList, value) => {
    expect(emptyListReply(surveyed({ accountList, brokerList: ok([ROW]) })).value).toBe(value);
  });
});

describe('A record', () => {
  const enquired = (changes: Record<string, unknown>): Findings =>
    findings({ resting: aResting({ byEnquiry: seen(aRecord(changes)) }) });

  it.each([
    ['BUY', 'as-sent'],
    ['Buy', 'title-case'],
    ['B', 'letter'],
    ['Purchase', 'other'],
    [null, 'unknown'],
  ])('that says %s spells sides %s', (OrderType, value) => {
    expect(sideSpelling(enquired({ OrderType })).value).toBe(value);
  });

  it('with an empty field has optional fields, and zero is not empty', () => {
    expect(optionalFields(enquired({})).value).toBe('all-there');
    expect(optionalFields(enquired({ BasePrice: null })).value).toBe('some-empty');
    expect(optionalFields(enquired({ BasePrice: undefined })).detail).toEqual({
      fields: ['BasePrice'],
    });
  });

  it('may have undocumented fields; rows of other orders are ignored', () => {
    expect(extraFields(enquired({})).value).toBe('none-seen');
    expect(extraFields(enquired({ Channel: 'API' })).detail).toEqual({ fields: ['Channel'] });
    const byBrokerList = seen(ok([{ ...ROW, OrderNo: 1, Secret: 'x' }]));
    expect(extraFields(findings({ resting: aResting({ byBrokerList }) })).value).toBe('none-seen');
  });
});

describe('A page limit beyond the maximum', () => {
  const page = (limit: unknown): Call => ok({ data: [], pagination: { page: 1, limit } });
  it.each<[string, Call, string]>([
    ['is refused', no(400, 'limit must be 1 to 200'), 'refused'],
    ['is clamped', page(200), 'clamped'],
    ['is honoured', page(201), 'honoured'],
    ['is not known without its echo', page(null), 'unknown'],
    ['is not known without a reply', aCall(SILENCE), 'unknown'],
  ])('%s', (_, pageBeyond, value) => {
    expect(pageLimitBeyond(surveyed({ pageBeyond })).value).toBe(value);
  });

  const vwap = (limit: number, rows: number, total = 5_000): Call => {
    const data = Array.from({ length: rows }, () => ({}));
    const body = { success: true, message: '', data, meta: { page: 1, pages: 1, total } };
    return aCall(replied(200, body), 'vwap', `limit=${limit}`);
  };
  const refusal = aCall(replied(400, { success: false, message: 'x' }), 'vwap', 'limit=1000');
  it.each<[string, Call[], string]>([
    ['honoured', [vwap(1_000, 1_000)], 'honoured'],
    ['clamped', [vwap(1_000, 500)], 'clamped'],
    ['not known when there are no more rows', [vwap(1_000, 500, 500)], 'unknown'],
    ['refused', [refusal, vwap(500, 500)], 'refused'],
    ['refused whatever is asked', [refusal, refusal], 'refused'],
    ['not known without a reply', [aCall(SILENCE)], 'unknown'],
  ])('of vwap is %s', (_, calls, value) => {
    expect(vwapLimit(surveyed({ vwap: calls })).value).toBe(value);
  });
});
