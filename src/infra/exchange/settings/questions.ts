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
  'success-without-record', // success is true, and data is missing
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
    'How does the exchange answer a post with an orderRef that was used before?',
    ['distinct', 'alike', 'accepted'],
    'any refusal may be a duplicate; a search decides',
  ),
  duplicateMakesOrder: ask(
    'Does such a post create a second order?',
    ['yes', 'no'],
    'it may, so a post is never sent twice',
  ),
  refusedPostBurnsRef: ask(
    'Does a refused post use up its orderRef?',
    ['yes', 'no'],
    'it does, so a reference is never used again',
  ),
  validationReply: ask(
    'How does the exchange answer a post with an invalid field?',
    POST_REFUSALS,
    'only the documented envelope counts as a refusal',
  ),
  orderRefusalReply: ask(
    'How does the exchange refuse a well-formed post?',
    POST_REFUSALS,
    'only the documented envelope counts as a refusal',
  ),
  orderRefEchoed: ask(
    'Does the acknowledgement of a post repeat its orderRef?',
    ['yes', 'no'],
    'an enquiry confirms an acknowledgement without it',
  ),
  acknowledgementWords: ask(
    'Do acknowledgements say Posted, Amended and Cancelled?',
    ['as-documented', 'other'],
    'an enquiry confirms an acknowledgement with another word',
  ),
  orderNumberForm: ask(
    'How is an order number written?',
    ['integer', 'decimal-point', 'exponent', 'text', 'padded-text'],
    'every form is read without loss',
  ),
  orderNumberSize: ask(
    'Are there order numbers above 2^53?',
    ['within-2-53', 'above-2-53'],
    'order numbers are handled as text everywhere',
  ),
} as const;

const CHANGES = {
  editUnits: ask(
    'Are the units of an edit the new total or the new remaining units?',
    ['total', 'remaining'],
    'partially filled orders are not edited',
  ),
  partFilledEdit: ask(
    'Can a partially filled order be edited?',
    ['accepted', 'refused'],
    'the reply and an enquiry decide',
  ),
  editKeepsOrderNumber: ask(
    'Does an edited order keep its number?',
    ['yes', 'no'],
    'both the old and the new number belong to the order, and a cancel soon after an edit is contested',
  ),
  basePrice: ask(
    'What does BasePrice of an edited order contain?',
    ['current-limit', 'original-limit', 'other', 'absent'],
    'it is ignored, so price changes by others go unnoticed',
  ),
  unknownOrderEnquiry: ask(
    'How does the exchange answer an enquiry about an unknown order number?',
    REPLY_FORMS,
    'it proves nothing',
  ),
  unknownOrderEdit: ask('… and an edit of it?', REPLY_FORMS, ENQUIRY_DECIDES),
  unknownOrderCancel: ask('… and a cancel of it?', REPLY_FORMS, ENQUIRY_DECIDES),
  notWorkingEdit: ask(
    'How does the exchange answer an edit of a cancelled order?',
    REPLY_FORMS,
    ENQUIRY_DECIDES,
  ),
  notWorkingCancel: ask('… and a cancel of it?', REPLY_FORMS, ENQUIRY_DECIDES),
} as const;

const RECORDS = {
  statusWords: ask(
    'Which status words do records use, and what do they mean?',
    ['mapped', 'ambiguous'],
    'an undocumented word changes nothing',
  ),
  closedOrderEnquiry: ask(
    'Does an enquiry still show a cancelled order?',
    ['record', 'as-unknown'],
    'it may not, so absence proves nothing',
  ),
  brokerListClosed: ask(
    'Does the broker’s list contain closed orders?',
    CLOSED_IN_LIST,
    'absence from a list proves nothing',
  ),
  accountListClosed: ask(
    'Does the account’s list contain closed orders?',
    CLOSED_IN_LIST,
    'absence from a list proves nothing',
  ),
  listRowCap: ask('Are lists truncated at a round number of rows?', ['suspected'], 'they may be'),
  brokerListCodes: ask(
    'Does the broker’s list contain orders of other broker codes?',
    ['others-seen', 'not-seen'],
    'rows of other codes are ignored',
  ),
  emptyListReply: ask(
    'How does the exchange answer if a list would be empty?',
    ['empty-list', ...REPLY_FORMS],
    'only an actual list counts as an answer',
  ),
  sideSpelling: ask(
    'How do records spell BUY and SELL?',
    ['as-sent', 'title-case', 'letter', 'other'],
    'only BUY and SELL are accepted',
  ),
  optionalFields: ask(
    'Are the documented fields of an order record always filled?',
    ['all-there', 'some-empty'],
    'an empty field means unknown, never zero',
  ),
  extraFields: ask(
    'Do records contain undocumented fields?',
    ['none-seen', 'seen'],
    'they are stored but not used',
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
    'Do the daily trades with All contain resting orders?',
    ['held', 'left-out'],
    'they may, so a row without a matching id is not a trade',
  ),
  restingRowMatchingId: ask(
    'What does TradingMatchingId of such a row contain?',
    ['absent', 'empty', 'zero', 'other'],
    'whatever it is, a row without matched units is not a trade',
  ),
  tradesOtherBrokers: ask(
    'Do the daily trades contain rows of other brokers?',
    ['seen', 'not-seen'],
    'rows of other codes are ignored',
  ),
  tradeMatchedQuantity: ask(
    'Is MatchedQuantity of a trade row this trade or cumulative?',
    ['this-trade', 'cumulative'],
    'Volume is used for the trade',
  ),
  tradeVolume: ask(
    'Is Volume of a trade row this trade or cumulative?',
    ['this-trade', 'cumulative'],
    'this trade',
  ),
  tradePending: ask(
    'Is PendingQuantity of a trade row as of the trade or as of now?',
    ['after-trade', 'now'],
    'it is not used',
  ),
  matchingIds: ask(
    'Does every trade have a TradingMatchingId of its own?',
    ['unique', 'missing', 'repeated', 'row-twice'],
    'rows without one are not booked and block the sign-off of the day; for an ended order they open a break',
  ),
  tradeDateForm: ask('How is TradeDate written?', ['date', 'other'], 'the requested date is used'),
  tradeStatusMatched: ask(
    'How do the daily trades answer the filter Matched?',
    FILTER,
    'only All is used',
  ),
  tradeStatusCancelled: ask(
    'How do the daily trades answer the filter Cancelled?',
    FILTER,
    'only All is used',
  ),
} as const;

const REFERENCE = {
  unknownSymbolReply: ask(
    'How does the exchange answer a question about an unknown symbol?',
    REPLY_FORMS,
    'it proves nothing',
  ),
  pageLimitBeyond: ask(
    'What happens with a page limit beyond the maximum?',
    BEYOND,
    'it is never used',
  ),
  vwapLimit: ask(
    'How does the exchange answer a request for 1000 vwap rows a page?',
    BEYOND,
    'at most 200 are requested',
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
