import {
  orderNumberField,
  textField,
  field,
  type WireRecord,
} from '../../infra/exchange/schema/wire.js';
import type { ValueOf } from '../../infra/exchange/settings/questions.js';
import { concluded, type Conclusion, refusalForm, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings, Resting, Sighting } from '../findings.js';
import { isOf, recordOf, type ReplyForm, rowsOf } from '../replies.js';
import { currentNumber, looksUnknown, workingWords } from '../probes/resting-probe.js';

/** Conclusions from order records and lists, except status words. */
export function closedOrderEnquiry(found: Findings): Conclusion<'record' | 'as-unknown'> {
  const { resting, refusals } = found;
  const call = resting?.cancelShown?.found ?? null;
  if (resting === null || call === null) return unknown('no cancel was shown');
  if (recordOf(call) !== null)
    return concluded('record', 'it is shown with nothing pending', [call]);
  const number = currentNumber(resting);
  return looksUnknown(call, number, refusals.unknownEnquiry, refusals.unknownNumber)
    ? concluded('as-unknown', call.outcome.message, [refusals.unknownEnquiry, call])
    : unknown(call.outcome.message, call);
}

export function brokerListClosed(found: Findings): Conclusion<'held' | 'left-out'> {
  const { resting } = found;
  return closedIn(found, resting?.byBrokerList, resting?.brokerListAfter);
}

export function accountListClosed(found: Findings): Conclusion<'held' | 'left-out'> {
  const { resting } = found;
  return closedIn(found, resting?.byAccountList, resting?.accountListAfter);
}

/** Absence counts only if the list showed the order while it was working. */
function closedIn(
  { resting, survey }: Findings,
  before: Sighting | undefined,
  after: Sighting | null | undefined,
): Conclusion<'held' | 'left-out'> {
  const call = after?.found ?? null;
  const shown = before?.found ?? null;
  if (resting === null || shown === null) return unknown('the list never showed the order');
  if (call === null)
    return unknown('the list went on to show it as working', after?.calls.at(-1) ?? null);
  const number = currentNumber(resting);
  const rows = rowsOf(call);
  const row = rows?.find((one) => isOf(one, number));
  if (row !== undefined) {
    const word = textField(row, 'Status') ?? 'no status';
    return workingWords(resting).has(word.toLowerCase())
      ? unknown(`it is on the list as ${word}`, call)
      : concluded('held', `it is on the list as ${word}`, [shown, call]);
  }
  const isList = rows !== null || isEmptyAnswer(call, [survey.brokerList, survey.accountList]);
  return isList
    ? concluded('left-out', 'it was on the list, and is no more', [shown, call])
    : unknown(`no list: ${call.outcome.message}`, call);
}

/** What this exchange answers instead of an empty list. */
function isEmptyAnswer(call: Call, empties: readonly (Call | null)[]): boolean {
  return empties.some(
    (empty) => empty !== null && rowsOf(empty) === null && looksUnknown(call, '', empty, ''),
  );
}

const ROUND = [50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000];

export function listRowCap({ survey, resting }: Findings): Conclusion<'suspected'> {
  const calls = [survey.brokerList, survey.accountList, resting?.byBrokerList.found ?? null].filter(
    (call) => call !== null,
  );
  const sizes = calls.map((call) => rowsOf(call)?.length ?? 0);
  const at = sizes.findIndex((size) => ROUND.includes(size));
  return at < 0
    ? unknown(`lists had ${[...new Set(sizes)].join(', ')} rows: too few to tell`, ...calls)
    : concluded('suspected', `a list had exactly ${String(sizes[at])} rows`, [calls[at] ?? null]);
}

export function brokerListCodes(found: Findings): Conclusion<ValueOf<'brokerListCodes'>> {
  const { ours, survey, resting } = found;
  const calls = [survey.brokerList, resting?.byBrokerList.found ?? null];
  const lists = calls.filter((call) => call !== null).filter((call) => rowsOf(call) !== null);
  const isOther = (row: WireRecord): boolean => {
    const code = textField(row, 'Broker_Code');
    return code !== null && code !== ours.brokerCode;
  };
  const mixed = lists.find((call) => rowsOf(call)?.some(isOther));
  if (mixed !== undefined)
    return concluded('others-seen', 'rows of other codes are on it', [mixed]);
  return lists.length === 0
    ? unknown('no list was seen')
    : concluded('not-seen', 'every row was of our code', lists);
}

export function emptyListReply({ survey }: Findings): Conclusion<ReplyForm | 'empty-list'> {
  const call = [survey.accountList, survey.brokerList].find(
    (list) => list !== null && (rowsOf(list) ?? []).length === 0,
  );
  if (call == null) return unknown('the account and the broker had orders before the run');
  if (rowsOf(call) !== null) return concluded('empty-list', 'success with no rows', [call]);
  return refusalForm(call, {});
}

const SPELLINGS: Readonly<Record<string, ValueOf<'sideSpelling'>>> = {
  BUY: 'as-sent',
  Buy: 'title-case',
  B: 'letter',
};

export function sideSpelling({ resting }: Findings): Conclusion<ValueOf<'sideSpelling'>> {
  const call = resting?.byEnquiry.found ?? null;
  const record = call === null ? null : recordOf(call);
  const side = record === null ? null : textField(record, 'OrderType');
  if (side === null) return unknown('no record shows a side', call);
  return concluded(SPELLINGS[side] ?? 'other', `BUY is shown as ${side}`, [call]);
}

const ENQUIRY_FIELDS = [
  'OrderNo', 'Company', 'OrderType', 'Quantity', 'MatchedQuantity', 'PendingQuantity', 'BasePrice', 'Status',
]; // prettier-ignore
const LIST_FIELDS = ['OrderNo', 'Company', 'Broker_Code', 'OrderType', 'Quantity', 'Status'];
const ACK_FIELDS = ['OrderNo', 'Status', 'Message', 'OrderRef'];
const TRADE_FIELDS = [
  'TradeDate', 'SecurityId', 'TimeInForce', 'Broker_Code', 'Price', 'OrderNo', 'Volume', 'MatchedQuantity',
  'PendingQuantity', 'TradingMatchingId', 'ClientName', 'Shareholder', 'OrderType',
]; // prettier-ignore

export function optionalFields({ resting }: Findings): Conclusion<ValueOf<'optionalFields'>> {
  const calls = [resting?.byEnquiry.found ?? null, resting?.edit?.shown.found ?? null];
  const records = calls.flatMap((call) => {
    const record = call === null ? null : recordOf(call);
    return record === null ? [] : [record];
  });
  if (records.length === 0) return unknown('no record was seen');
  const empty = ENQUIRY_FIELDS.filter((name) =>
    records.some((record) => (field(record, name) ?? null) === null),
  );
  return empty.length === 0
    ? concluded('all-there', 'all documented fields were filled', calls)
    : concluded('some-empty', `empty or missing: ${empty.join(', ')}`, calls, { fields: empty });
}

export function extraFields(found: Findings): Conclusion<ValueOf<'extraFields'>> {
  const { resting, trades } = found;
  if (resting === null) return unknown('no record was seen');
  const seen: readonly (readonly [Call | null, readonly string[]])[] = [
    [resting.post.call, ACK_FIELDS],
    [resting.byEnquiry.found, ENQUIRY_FIELDS],
    [resting.byBrokerList.found, LIST_FIELDS],
    [resting.byAccountList.found, LIST_FIELDS],
    [trades.all?.found ?? null, TRADE_FIELDS],
  ];
  const names = new Set(
    seen.flatMap(([call, documented]) =>
      recordsIn(call, resting)
        .flatMap((row) => Object.keys(row))
        .filter((name) => !documented.includes(name)),
    ),
  );
  const proof = seen.map(([call]) => call);
  return names.size === 0
    ? concluded('none-seen', 'only documented fields', proof)
    : concluded('seen', [...names].join(', '), proof, { fields: [...names] });
}

/** Only rows of the resting order. */
function recordsIn(call: Call | null, resting: Resting): readonly WireRecord[] {
  if (call === null) return [];
  const record = recordOf(call);
  if (record !== null) return [record];
  const numbers = [resting.post.orderNumber, currentNumber(resting)];
  return (rowsOf(call) ?? []).filter(
    (row) => orderNumberField(row, 'OrderNo') !== null && numbers.some((one) => isOf(row, one)),
  );
}
