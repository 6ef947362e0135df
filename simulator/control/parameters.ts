/*
 * Everything the interface document leaves open, as named parameters. Each says which gap it stands
 * for, and its first value is the default. No other part of the simulator fills such a gap on its own.
 */

interface Choice<Value extends string> {
  readonly kind: 'choice';
  readonly standsFor: string;
  readonly values: readonly Value[];
  readonly standard: Value;
}

interface Duration {
  readonly kind: 'duration';
  readonly standsFor: string;
  readonly standard: number;
}

function choice<First extends string, Rest extends string>(
  standsFor: string,
  first: First,
  ...rest: readonly Rest[]
): Choice<First | Rest> {
  return { kind: 'choice', standsFor, values: [first, ...rest], standard: first };
}

function duration(standsFor: string): Duration {
  return { kind: 'duration', standsFor, standard: 0 };
}

const REFERENCE_PARAMETERS = {
  duplicateCheck: choice('whether duplicates of orderRef are detected', 'on', 'off'),
  duplicateScope: choice(
    'how long and how widely an orderRef is unique',
    'forever',
    'day',
    'broker',
  ),
  duplicatesOf: choice(
    'whether a post is a duplicate of one that is received, or only of one that is booked',
    'received',
    'booked',
  ),
  duplicateReply: choice(
    'status and body of a duplicate orderRef',
    '409',
    '400',
    '422',
    'success-false',
    '500-text',
  ),
  refusedPostBurnsRef: choice('whether a refused post uses up its orderRef', 'no', 'yes'),
  echoOrderRef: choice(
    'whether the acknowledgement always echoes orderRef, and as it was sent',
    'yes',
    'no',
    'lower-case',
  ),
  postSuccess: choice('how the acknowledgement of a post spells success', 'boolean', 'text'),
  doneSuccess: choice(
    'whether the answer to a post, edit or cancel that is done can deny it in its success',
    'true',
    'false-as-text',
  ),
  takenPostReply: choice(
    'whether an accepted post is always acknowledged',
    'acknowledged',
    'sometimes-refused',
    'refused',
  ),
} as const;

const REPLY_PARAMETERS = {
  validationReply: choice('status and body of failed validation', '400', '422', 'success-false'),
  orderRefusalReply: choice(
    'how the exchange refuses a well-formed post or edit',
    '400',
    '422',
    'success-false',
    'success-rejected',
  ),
  unknownOrderReply: choice(
    'status and body of an unknown order number',
    '404',
    '400',
    'success-false',
    'data-null',
    '500',
  ),
  unknownSymbolReply: choice(
    'status and body of an unknown symbol in a lookup',
    '404',
    '400',
    'success-false',
    'data-null',
  ),
  notWorkingReply: choice(
    'edit or cancel of an order that is not working',
    '409',
    '400',
    'success-false',
    'success-other-status',
  ),
  emptyListReply: choice(
    'a broker code or shareholder account without orders',
    'empty',
    '404',
    'success-false',
    'data-null',
  ),
  emptyTradesReply: choice(
    'a trading day of which there is nothing to show',
    'empty',
    '404',
    'success-false',
    'data-null',
  ),
  refusalTexts: choice('wording of the message of a refusal', 'clear', 'vague'),
  keyReply: choice(
    'status and body of a missing or invalid key',
    '401-json',
    '401-html',
    '401-empty',
    '403',
  ),
  expiredReply: choice('body of the 402', 'json', 'empty', 'html'),
  rateReply: choice('body of the 429', 'json', 'empty', 'html'),
  rateRetryAfter: choice('whether a 429 carries Retry-After', 'no', 'yes'),
  rateCountsRefused: choice('whether a call that got a 429 counts in the window', 'yes', 'no'),
  contentTypeCheck: choice(
    'whether a POST without Content-Type application/json fails',
    'on',
    'off',
  ),
  symbolCase: choice(
    'whether symbols are case-insensitive where the document does not say so',
    'as-documented',
    'any',
  ),
  pageLimitBeyond: choice('a page limit outside its range', 'refuse', 'clamp'),
  vwapLimitCap: choice('upper bound of the vwap limit', 'none', '200', '500'),
} as const;

const ORDER_PARAMETERS = {
  httpStatusOfPost: choice('HTTP status of an accepted post', '200', '201'),
  postAckStatus: choice(
    'Status word of an accepted post',
    'Posted',
    'Open',
    'Accepted',
    'Pending New',
  ),
  cancelAckStatus: choice('Status word of an accepted cancel', 'Cancelled', 'Pending Cancel'),
  cancelTakesEffect: choice('whether an acknowledged cancel takes effect', 'yes', 'not-always'),
  editTakesEffect: choice('whether an acknowledged edit takes effect', 'yes', 'not-always'),
  refusedTakenAfterMs: duration('time from the refusal of a post that is taken until it is booked'),
  postDelayMs: duration('time from the acknowledgement of a post until it is in the book'),
  editDelayMs: duration('time from the acknowledgement of an edit until it is applied'),
  cancelDelayMs: duration('time from the acknowledgement of a cancel until it is applied'),
  editUnitsMean: choice(
    'whether units of an edit are the new total or the new remainder',
    'total',
    'remaining',
  ),
  editKeepsOrderNumber: choice('whether an edited order keeps its number', 'yes', 'no'),
  newNumberShown: choice(
    'whether the acknowledgement of an edit shows the number that it gives',
    'yes',
    'no',
  ),
  donePriceEdit: choice(
    'how a successful edit of only the price is answered',
    'acknowledged',
    'refused',
  ),
  doneChangeReply: choice(
    'whether an edit or cancel that is done is always acknowledged',
    'acknowledged',
    'sometimes-refused',
    'refused',
  ),
  editAckNumber: choice(
    'whose order number the acknowledgement of an edit names',
    'its-own',
    'anothers',
  ),
  postAckNumber: choice(
    'whose order number the acknowledgement of a post names',
    'its-own',
    'anothers',
  ),
  editTakes: choice(
    'what an acknowledged edit of units and price changes',
    'both',
    'units',
    'price',
  ),
  postedPrice: choice('at which limit a post is booked', 'as-posted', 'rounded'),
  editBelowMatched: choice('an edit to the matched units or fewer', 'refuse', 'close'),
  partFilledEdit: choice('whether a partially filled order can be edited', 'allow', 'refuse'),
  otherBrokersOrders: choice(
    'whether enquiry and cancel reach orders of other brokers',
    'reachable',
    'unknown',
  ),
  timesInForce: choice('allowed values of timeInForce', 'day-only', 'several', 'any'),
  priceBand: choice('an order price outside the daily band', 'refuse', 'ignore'),
  closedSessionPost: choice('a post outside the session', 'refuse', 'next-day', 'accept'),
  dayOrdersAtClose: choice(
    'what happens to a day order at the close',
    'expired',
    'removed',
    'cancelled',
    'open-until-roll',
    'still-open',
  ),
  orderNumberStart: choice('range of OrderNo', 'small', 'above-2-53', 'nineteen-digits'),
  orderNumbersResetDaily: choice('whether OrderNo is used again on a later day', 'no', 'yes'),
  orderNumbersInUse: choice(
    'whether an order can get the OrderNo of another one of its day: working, replaced by an edit, or ended',
    'passed-over',
    'given-again',
    'counted-by-broker',
    'given-again-when-replaced',
    'given-again-when-ended',
  ),
} as const;

const RECORD_PARAMETERS = {
  statusWords: choice(
    'Status values beyond Posted, Amended, Cancelled and Open',
    'plain',
    'documented',
    'partial',
    'matched',
    'executed',
    'upper',
    'codes',
    'posted-amended',
  ),
  ackSpelling: choice(
    'whether acknowledgements spell the Status like records',
    'same',
    'upper',
    'lower',
  ),
  recordSides: choice('spelling of OrderType in order records', 'upper', 'title', 'letter'),
  recordCodes: choice(
    'spelling of securities, broker codes and accounts in records',
    'as-posted',
    'lower',
    'padded',
  ),
  orderNumbersAsStrings: choice('whether OrderNo is sometimes text', 'no', 'yes', 'padded'),
  orderNumberToken: choice(
    'how a large OrderNo is spelled as a number',
    'integer',
    'decimal-point',
    'exponent',
  ),
  basePriceMeans: choice(
    'meaning of BasePrice',
    'current-limit',
    'original-limit',
    'reference-price',
  ),
  basePriceShown: choice('whether BasePrice has a price, or is zero', 'yes', 'zero'),
  cancelledPending: choice(
    'PendingQuantity of a cancelled order: none, or what was left of it',
    'zero',
    'left',
  ),
  endedRecords: choice(
    'how Status and Quantity of an ended order are written',
    'plain',
    'no-status',
    'null-status',
    'no-units',
    'null-units',
    'grouped',
  ),
  closedOrderEnquiry: choice(
    'enquiry of an order that is filled or cancelled',
    'record',
    'unknown',
  ),
  enquiryAnswers: choice(
    'whether an order enquiry answers a record or a list of it',
    'record',
    'list',
  ),
  quantityMeans: choice(
    'what Quantity of an order enquiry counts',
    'ordered',
    'remaining',
    'executed-once-over',
  ),
  replacedWord: choice(
    'Status word of an order number that an edit has replaced',
    'as-cancelled',
    'Replaced',
  ),
  replacedRecord: choice(
    'what is shown under an order number that an edit has replaced',
    'ends',
    'as-it-was',
    'in-enquiries',
  ),
  replacedQuantities: choice(
    'whether an order number assigned by an edit counts earlier matches',
    'left-out',
    'counted',
  ),
  listsHoldClosedOrders: choice(
    'whether broker and shareholder lists hold closed orders',
    'no',
    'yes',
  ),
  listsHoldEarlierDays: choice(
    'whether those lists hold closed orders of earlier days',
    'no',
    'yes',
  ),
  brokerListHoldsOtherCodes: choice(
    'whether a broker list holds orders of other codes',
    'no',
    'yes',
  ),
  listCap: choice('row cap of the lists, which have no paging', 'none', '50', '100', '500'),
  shareholderListHolds: choice(
    'whether a shareholder list holds the same orders as the broker list',
    'same',
    'nothing',
  ),
  shareholderListFilter: choice(
    'whether a shareholder list holds the orders of its account alone',
    'applied',
    'ignored',
  ),
  unreadableRows: choice(
    'whether lists and trades hold rows of other brokers without the documented fields',
    'none',
    'some',
  ),
  listOrder: choice('order of the rows of a list', 'oldest-first', 'newest-first'),
  enquiryShows: choice(
    'whether an enquiry can go on showing an order as it was when it came',
    'present',
    'at-times-as-it-came',
  ),
  listShows: choice(
    'whether lists can go on showing an order as it was when it came',
    'present',
    'at-times-as-it-came',
  ),
  enquiryLagMs: duration('how old an order enquiry may be'),
  listLagMs: duration('how old a broker or shareholder list may be'),
  shareholderListLagMs: duration('how much older a shareholder list may be than a broker list'),
  tradesLagMs: duration('how late a trade row appears'),
  extraFields: choice('raw record fields beyond those listed', 'none', 'some'),
  enquiryQuantities: choice(
    'whether an order enquiry has MatchedQuantity and PendingQuantity',
    'shown',
    'missing',
  ),
  nullFields: choice('whether optional fields of records may be empty', 'none', 'null', 'missing'),
  zeroQuantities: choice(
    'how MatchedQuantity, PendingQuantity and Volume are written where they are zero',
    'zero',
    'null',
    'empty',
    'missing',
  ),
} as const;

const TRADE_PARAMETERS = {
  tradesAllHoldsRestingRows: choice('whether All lists open orders as rows', 'yes', 'no'),
  restingRowMatchingId: choice(
    'TradingMatchingId of such an open row',
    'null',
    'empty',
    'missing',
    'zero',
  ),
  restingRowPrice: choice('Price of such an open row', 'limit', 'zero', 'missing'),
  tradesOtherStatus: choice('an unknown orderStatus other than All', 'refuse', 'empty', 'as-all'),
  tradesHoldOtherBrokers: choice('whether rows of other brokers appear', 'matched', 'no', 'all'),
  tradeVolumeMeans: choice(
    'whether MatchedQuantity is this trade or cumulative',
    'this-trade',
    'cumulative',
  ),
  tradeVolumeIs: choice(
    'whether Volume of a trade row is the traded volume or that of the order',
    'trade',
    'order',
  ),
  restingRowVolume: choice('Volume of a row that shows an open order', 'zero', 'order-units'),
  restingRowQuantities: choice(
    'MatchedQuantity and PendingQuantity of such a row while nothing is matched',
    'shown',
    'null',
  ),
  tradePendingMeans: choice(
    'whether PendingQuantity is as of the trade or as of now',
    'after-trade',
    'now',
  ),
  tradeMatchingIdMissing: choice(
    'whether a trade can lack its matching id',
    'no',
    'yes',
    'sometimes',
  ),
  matchingIdForm: choice(
    'whether TradingMatchingId is a text or a number',
    'text',
    'number',
    'large-number',
    'either',
  ),
  tradeRowsRepeatId: choice(
    'uniqueness of TradingMatchingId',
    'no',
    'per-sweep',
    'per-day',
    'row-twice',
  ),
  tradeCopies: choice(
    'whether a trade can stand in the rows again under another TradingMatchingId',
    'none',
    'under-another-id',
  ),
  tradeOrderNumbers: choice(
    'whether OrderNo of a row of the day’s trades is that of its order',
    'its-own',
    'child',
    'child-while-open-too',
  ),
  withdrawnTrades: choice(
    'what becomes of an order of which a trade is withdrawn',
    'stays',
    'works-again',
  ),
  tradeDateForm: choice('form of TradeDate in a row', 'date', 'date-time', 'slashes'),
  quoteBeforeTrades: choice('quote of a security that has not traded today', 'null', 'last-close'),
  untradedPrices: choice('live data of a security that never traded', 'zero', 'null'),
} as const;

export const PARAMETER_TABLE = {
  ...REFERENCE_PARAMETERS,
  ...REPLY_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...RECORD_PARAMETERS,
  ...TRADE_PARAMETERS,
} as const;

type Table = typeof PARAMETER_TABLE;
export type ParameterName = keyof Table;
type ValueOf<Entry> = Entry extends Choice<infer Value> ? Value : number;
export type ExchangeParameters = { readonly [Name in ParameterName]: ValueOf<Table[Name]> };
