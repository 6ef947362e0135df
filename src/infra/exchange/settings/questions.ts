/**
 * The questions that the interface document leaves open and that a test key can answer, each with its
 * possible answers. A question can also stay `unknown`; `untilKnown` says what Marina assumes then.
 */
interface Question {
  readonly asks: string;
  readonly values: readonly string[];
  readonly untilKnown: string;
}

const REPLY_FORMS = [
  'error-envelope', //         an error status with the documented envelope
  'success-false', //          a success status, and success is false
  'success-without-record', // success is true, and there is no data
  'success-with-record', //    success is true, and the data say no
  'server-error', //           a status of 500 or above
  'undocumented',
] as const; // prettier-ignore

const POST_REFUSALS = [...REPLY_FORMS, 'accepted'] as const;
const WHEN_SEEN = ['at-once', 'later', 'not-seen'] as const;
const CLOSED_IN_LIST = ['held', 'left-out'] as const;
const FILTER = ['refused', 'empty', 'as-all', 'executions-only', 'other'] as const;
const BEYOND = ['refused', 'clamped', 'honoured'] as const;
const ENQUIRY_DECIDES = 'an enquiry decides';

const ask = <const Values extends readonly string[]>(
  asks: string,
  values: Values,
  untilKnown: string,
): { asks: string; values: Values; untilKnown: string } => ({ asks, values, untilKnown });

const POSTS = {
  duplicateReply: ask(
    'How is a post with an orderRef that was used before answered?',
    ['distinct', 'alike', 'accepted'],
    'any "no" may be a duplicate: a search decides',
  ),
  duplicateMakesOrder: ask(
    'Does such a post make a second order?',
    ['yes', 'no'],
    'it may: a post is never sent twice',
  ),
  refusedPostBurnsRef: ask(
    'Does a refused post use up its orderRef?',
    ['yes', 'no'],
    'it does: a reference is never used again',
  ),
  validationReply: ask(
    'How is a post with an invalid field answered?',
    POST_REFUSALS,
    'only the documented envelope is a "no"',
  ),
  orderRefusalReply: ask(
    'How is a well-formed post that the exchange does not want answered?',
    POST_REFUSALS,
    'only the documented envelope is a "no"',
  ),
  orderRefEchoed: ask(
    'Does the acknowledgement of a post repeat its orderRef?',
    ['yes', 'no'],
    'one without it is confirmed by an enquiry',
  ),
  acknowledgementWords: ask(
    'Do acknowledgements say Posted, Amended and Cancelled?',
    ['as-documented', 'other'],
    'another word is confirmed by an enquiry',
  ),
  orderNumberForm: ask(
    'How is an order number written?',
    ['integer', 'decimal-point', 'exponent', 'text', 'padded-text'],
    'any form is read without loss',
  ),
  orderNumberSize: ask(
    'Are order numbers above 2^53 seen?',
    ['within-2-53', 'above-2-53'],
    'they are text everywhere',
  ),
} as const;

const CHANGES = {
  editUnits: ask(
    'Are the units of an edit the new total or the new remainder?',
    ['total', 'remaining'],
    'orders filled in part are not edited',
  ),
  partFilledEdit: ask(
    'Can an order that is filled in part be edited?',
    ['accepted', 'refused'],
    'the reply and an enquiry decide',
  ),
  editKeepsOrderNumber: ask(
    'Does an edited order keep its number?',
    ['yes', 'no'],
    'old and new number both stay the order’s',
  ),
  basePrice: ask(
    'What is BasePrice of an edited order?',
    ['current-limit', 'original-limit', 'other', 'absent'],
    'it is ignored: a price that somebody else has changed is not seen',
  ),
  unknownOrderEnquiry: ask(
    'How is an enquiry of an unknown order number answered?',
    REPLY_FORMS,
    'it proves nothing',
  ),
  unknownOrderEdit: ask('… and an edit of it?', REPLY_FORMS, ENQUIRY_DECIDES),
  unknownOrderCancel: ask('… and a cancel of it?', REPLY_FORMS, ENQUIRY_DECIDES),
  notWorkingEdit: ask(
    'How is an edit of a cancelled order answered?',
    REPLY_FORMS,
    ENQUIRY_DECIDES,
  ),
  notWorkingCancel: ask('… and a cancel of it?', REPLY_FORMS, ENQUIRY_DECIDES),
} as const;

const RECORDS = {
  statusWords: ask(
    'Which status words do records use, and for what?',
    ['mapped', 'ambiguous'],
    'a word that is not documented moves nothing',
  ),
  closedOrderEnquiry: ask(
    'Does an enquiry still show an order that was cancelled?',
    ['record', 'as-unknown'],
    'it may not: absence proves nothing',
  ),
  brokerListClosed: ask(
    'Does the broker’s list hold closed orders?',
    CLOSED_IN_LIST,
    'absence from a list proves nothing',
  ),
  accountListClosed: ask(
    'Does the account’s list hold closed orders?',
    CLOSED_IN_LIST,
    'absence from a list proves nothing',
  ),
  listRowCap: ask('Are lists cut at a round number of rows?', ['suspected'], 'they may be'),
  brokerListCodes: ask(
    'Does the broker’s list hold orders of other codes?',
    ['others-seen', 'not-seen'],
    'rows of other codes are left alone',
  ),
  emptyListReply: ask(
    'How is a list without any order answered?',
    ['empty-list', ...REPLY_FORMS],
    'only a list is read as one',
  ),
  sideSpelling: ask(
    'How do records spell BUY and SELL?',
    ['as-sent', 'title-case', 'letter', 'other'],
    'only BUY and SELL are believed',
  ),
  optionalFields: ask(
    'Are the documented fields of an order record always filled?',
    ['all-there', 'some-empty'],
    'an empty field says nothing, least of all zero',
  ),
  extraFields: ask(
    'Do records carry fields that are not documented?',
    ['none-seen', 'seen'],
    'they are kept and not read',
  ),
} as const;

const TIMES = {
  postSeenByEnquiry: ask('When does an enquiry show a new order?', WHEN_SEEN, 'any time'),
  postSeenByBrokerList: ask('When does the broker’s list show it?', WHEN_SEEN, 'any time'),
  postSeenByAccountList: ask('When does the account’s list show it?', WHEN_SEEN, 'any time'),
  editSeenByEnquiry: ask('When does an enquiry show an edit?', WHEN_SEEN, 'within 10 s'),
  cancelSeenByEnquiry: ask('When does an enquiry show a cancel?', WHEN_SEEN, 'within 10 s'),
  tradeSeenByTrades: ask('When do the daily trades show a trade?', WHEN_SEEN, 'any time'),
} as const;

const TRADES = {
  tradesAllResting: ask(
    'Do the daily trades with All hold orders that rest?',
    ['held', 'left-out'],
    'they may: a row without a matching id is no trade',
  ),
  restingRowMatchingId: ask(
    'What is TradingMatchingId of such a row?',
    ['absent', 'empty', 'zero', 'other'],
    'none of them is a trade without matched units',
  ),
  tradesOtherBrokers: ask(
    'Do the daily trades hold rows of other brokers?',
    ['seen', 'not-seen'],
    'rows of other codes are left alone',
  ),
  tradeMatchedQuantity: ask(
    'Is MatchedQuantity of a trade row this trade or the sum so far?',
    ['this-trade', 'cumulative'],
    'Volume is the trade',
  ),
  tradeVolume: ask(
    'Is Volume of a trade row this trade or the sum so far?',
    ['this-trade', 'cumulative'],
    'it is this trade',
  ),
  tradePending: ask(
    'Is PendingQuantity of a trade row as of the trade or as of now?',
    ['after-trade', 'now'],
    'it is not read',
  ),
  matchingIds: ask(
    'Does every trade have a TradingMatchingId of its own?',
    ['unique', 'missing', 'repeated', 'row-twice'],
    'rows without one are not booked, and keep the day from being signed; of an order that is over a person is told',
  ),
  tradeDateForm: ask('How is TradeDate written?', ['date', 'other'], 'the date asked for counts'),
  tradeStatusMatched: ask(
    'What do the daily trades answer to the filter Matched?',
    FILTER,
    'only All is asked',
  ),
  tradeStatusCancelled: ask(
    'What do the daily trades answer to the filter Cancelled?',
    FILTER,
    'only All is asked',
  ),
} as const;

const REFERENCE = {
  unknownSymbolReply: ask(
    'How is a question about an unknown symbol answered?',
    REPLY_FORMS,
    'it proves nothing',
  ),
  pageLimitBeyond: ask(
    'What does a page limit beyond the maximum do?',
    BEYOND,
    'it is never asked for',
  ),
  vwapLimit: ask(
    'How are 1000 vwap rows a page answered?',
    BEYOND,
    'no more than 200 are asked for',
  ),
} as const;

export const QUESTIONS = {
  ...POSTS,
  ...CHANGES,
  ...RECORDS,
  ...TIMES,
  ...TRADES,
  ...REFERENCE,
} as const satisfies Record<string, Question>;

export type QuestionId = keyof typeof QUESTIONS;
export type ValueOf<Id extends QuestionId> = (typeof QUESTIONS)[Id]['values'][number] | 'unknown';

export const QUESTION_IDS = Object.keys(QUESTIONS) as readonly QuestionId[];

export function isQuestion(id: string): id is QuestionId {
  return Object.hasOwn(QUESTIONS, id);
}
