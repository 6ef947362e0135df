import type { ExchangeParameters } from '../../simulator/control/parameters.js';
import type { QuestionId } from '../../src/infra/exchange/settings/questions.js';

/** The true answers for a simulated exchange, by its parameters, if only the kit trades there. */
export type Truth = Readonly<Record<QuestionId, string>>;

/** How long the kit waits for a change to show. */
const PAUSES_MS = 15_000;

const FORM: Readonly<Record<string, string>> = {
  '400': 'error-envelope',
  '404': 'error-envelope',
  '409': 'error-envelope',
  '422': 'error-envelope',
  '500': 'server-error',
  'success-false': 'success-false',
  'success-rejected': 'success-with-record',
  'success-other-status': 'success-with-record',
  'data-null': 'success-without-record',
  empty: 'empty-list',
};

export function truthOf(p: ExchangeParameters): Truth {
  const form = (value: string): string => FORM[value] ?? value;
  const yes = (holds: boolean, then: string, otherwise: string): string =>
    holds ? then : otherwise;
  const seen = (lagMs: number): string => {
    if (lagMs > PAUSES_MS) return 'not-seen';
    return lagMs === 0 ? 'at-once' : 'later';
  };
  const editLagMs = p.enquiryLagMs + (p.editKeepsOrderNumber === 'yes' ? p.editDelayMs : 0);
  const editShows = editLagMs <= PAUSES_MS;
  const shownOnly = (value: string): string => (editShows ? value : 'unknown');
  const ids = {
    no: 'unique',
    'per-day': 'unique',
    'per-sweep': 'repeated',
    'row-twice': 'row-twice',
  };
  const resting = p.tradesAllHoldsRestingRows === 'yes';
  const restingId = ['null', 'missing'].includes(p.restingRowMatchingId);
  const edited = p.partFilledEdit === 'allow' ? shownOnly(p.editUnitsMean) : 'unknown';
  const vwap = p.pageLimitBeyond === 'clamp' ? 'clamped' : 'refused';
  const closed = yes(p.listsHoldClosedOrders === 'yes', 'held', 'left-out');
  const numbers = { no: p.orderNumberToken, yes: 'text', padded: 'padded-text' };
  const sides = { upper: 'as-sent', title: 'title-case', letter: 'letter' };
  const filters = { refuse: 'refused', empty: 'empty', 'as-all': 'as-all' };
  const documented = p.postAckStatus === 'Posted' && p.cancelAckStatus === 'Cancelled';
  return {
    duplicateReply: duplicateReply(p),
    duplicateMakesOrder: yes(p.duplicateCheck === 'off', 'yes', 'no'),
    refusedPostBurnsRef: yes(
      p.refusedPostBurnsRef === 'yes' && p.duplicateCheck === 'on',
      'yes',
      'no',
    ),
    validationReply: form(p.validationReply),
    orderRefusalReply: form(p.orderRefusalReply),
    orderRefEchoed: yes(p.echoOrderRef === 'no', 'no', 'yes'),
    acknowledgementWords: yes(documented, 'as-documented', 'other'),
    orderNumberForm: numbers[p.orderNumbersAsStrings],
    orderNumberSize: yes(p.orderNumberStart === 'small', 'within-2-53', 'above-2-53'),
    editUnits: edited,
    partFilledEdit: yes(p.partFilledEdit === 'refuse', 'refused', shownOnly('accepted')),
    editKeepsOrderNumber: shownOnly(p.editKeepsOrderNumber),
    basePrice: shownOnly(basePrice(p)),
    unknownOrderEnquiry: form(p.unknownOrderReply),
    // A server error does not prove that nobody has the number, so it is not used again.
    unknownOrderEdit: yes(p.unknownOrderReply === '500', 'unknown', form(p.unknownOrderReply)),
    unknownOrderCancel: yes(p.unknownOrderReply === '500', 'unknown', form(p.unknownOrderReply)),
    notWorkingEdit: form(p.notWorkingReply),
    notWorkingCancel: form(p.notWorkingReply),
    statusWords: yes(p.statusWords === 'documented', 'ambiguous', 'mapped'),
    closedOrderEnquiry: yes(p.closedOrderEnquiry === 'record', 'record', 'as-unknown'),
    brokerListClosed: closed,
    accountListClosed: closed,
    listRowCap: 'unknown',
    brokerListCodes: 'not-seen',
    emptyListReply: form(p.emptyListReply),
    sideSpelling: sides[p.recordSides],
    optionalFields: yes(p.nullFields === 'none', 'all-there', 'some-empty'),
    extraFields: yes(p.extraFields === 'none', 'none-seen', 'seen'),
    postSeenByEnquiry: seen(p.enquiryLagMs),
    postSeenByBrokerList: seen(p.listLagMs),
    postSeenByAccountList: seen(p.listLagMs),
    editSeenByEnquiry: seen(editLagMs),
    cancelSeenByEnquiry: seen(p.cancelDelayMs + p.enquiryLagMs),
    tradeSeenByTrades: seen(p.postDelayMs + p.tradesLagMs),
    tradesAllResting: yes(resting, 'held', 'left-out'),
    restingRowMatchingId: yes(resting, restingId ? 'absent' : p.restingRowMatchingId, 'unknown'),
    tradesOtherBrokers: 'not-seen',
    tradeMatchedQuantity: p.tradeVolumeMeans,
    tradeVolume: 'this-trade',
    tradePending: p.tradePendingMeans,
    matchingIds: p.tradeMatchingIdMissing === 'no' ? ids[p.tradeRowsRepeatId] : 'missing',
    tradeDateForm: yes(p.tradeDateForm === 'date', 'date', 'other'),
    tradeStatusMatched: yes(resting, 'executions-only', 'as-all'),
    tradeStatusCancelled: filters[p.tradesOtherStatus],
    unknownSymbolReply: form(p.unknownSymbolReply),
    pageLimitBeyond: yes(p.pageLimitBeyond === 'clamp', 'clamped', 'refused'),
    vwapLimit: yes(p.vwapLimitCap === 'none', 'honoured', vwap),
  };
}

/** A duplicate looks like another refusal if there is no message and the status is the same. */
function duplicateReply(p: ExchangeParameters): string {
  if (p.duplicateCheck === 'off') return 'accepted';
  const others: readonly string[] = [
    p.validationReply,
    p.orderRefusalReply,
    p.unknownOrderReply,
    p.notWorkingReply,
  ];
  return p.refusalTexts === 'vague' && others.includes(p.duplicateReply) ? 'alike' : 'distinct';
}

function basePrice(p: ExchangeParameters): string {
  if (p.nullFields !== 'none') return 'absent';
  if (p.basePriceMeans === 'reference-price') return 'other';
  // A replacement order never had another limit.
  return p.editKeepsOrderNumber === 'no' ? 'current-limit' : p.basePriceMeans;
}

/** The status words that a run can prove, and their meanings. */
export function wordsOf(p: ExchangeParameters): Readonly<Record<string, string>> {
  const { open, filled, cancelled } = PROVEN[p.statusWords];
  const closedShown = p.closedOrderEnquiry === 'record';
  return {
    ...open,
    ...(closedShown ? filled : {}),
    ...(closedShown || p.listsHoldClosedOrders === 'yes' ? cancelled : {}),
  };
}

interface Words {
  readonly open: Readonly<Record<string, string>>;
  readonly filled: Readonly<Record<string, string>>;
  readonly cancelled: Readonly<Record<string, string>>;
}

const words = (open: object, filled: string, cancelled: string): Words => ({
  open: open as Readonly<Record<string, string>>,
  filled: { [filled]: 'Filled' },
  cancelled: { [cancelled]: 'Cancelled' },
});
const OPEN = { Open: 'Open' };

const PROVEN: Readonly<Record<ExchangeParameters['statusWords'], Words>> = {
  plain: words(OPEN, 'Filled', 'Cancelled'),
  // A filled order is shown as Open as well, so Open means nothing.
  documented: { open: {}, filled: {}, cancelled: { Cancelled: 'Cancelled' } },
  partial: words({ ...OPEN, 'Partially Filled': 'Open' }, 'Filled', 'Cancelled'),
  matched: words({ ...OPEN, 'Partially Matched': 'Open' }, 'Matched', 'Cancelled'),
  executed: words(
    { ...OPEN, Replaced: 'Amended', 'Part Executed': 'Open' },
    'Executed',
    'Canceled',
  ),
  upper: words(
    { OPEN: 'Open', AMENDED: 'Amended', 'PARTIALLY FILLED': 'Open' },
    'FILLED',
    'CANCELLED',
  ),
  codes: words({ O: 'Open', A: 'Amended', PF: 'Open' }, 'F', 'C'),
  'posted-amended': words({ Posted: 'Open', Amended: 'Amended', ...OPEN }, 'Filled', 'Cancelled'),
};
