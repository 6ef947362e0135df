/*
 * Complete sets of parameters, each a plausible vendor, so that tests can run against one after
 * another. `standard` is all defaults; the others name only what differs.
 */
import type { ExchangeParameters } from './parameters.js';

type Preset = Partial<ExchangeParameters>;

export const PRESETS = {
  standard: {},

  /** Every answer has status 200, refusals included; words are upper case. */
  'always-200': {
    duplicateReply: 'success-false',
    validationReply: 'success-false',
    orderRefusalReply: 'success-rejected',
    unknownOrderReply: 'data-null',
    unknownSymbolReply: 'success-false',
    notWorkingReply: 'success-other-status',
    emptyListReply: 'success-false',
    statusWords: 'upper',
    ackSpelling: 'upper',
    refusedPostBurnsRef: 'yes',
  },

  /** An old trading system behind a thin gateway: text errors, HTML, long numbers, cancel-replace. */
  mainframe: {
    duplicateReply: '500-text',
    unknownOrderReply: '500',
    keyReply: '401-html',
    expiredReply: 'html',
    rateReply: 'html',
    refusalTexts: 'vague',
    orderNumberStart: 'nineteen-digits',
    editKeepsOrderNumber: 'no',
    statusWords: 'codes',
    tradeDateForm: 'date-time',
    basePriceMeans: 'reference-price',
    dayOrdersAtClose: 'removed',
    closedOrderEnquiry: 'unknown',
  },

  /** Order numbers restart each morning and are written as padded text; references are unique for a day. */
  'daily-numbers': {
    orderNumbersResetDaily: 'yes',
    orderNumbersAsStrings: 'padded',
    duplicateScope: 'day',
    tradeRowsRepeatId: 'per-day',
    listsHoldClosedOrders: 'yes',
    listsHoldEarlierDays: 'yes',
    statusWords: 'partial',
    closedSessionPost: 'next-day',
  },

  /** Everything is acknowledged before it is done, and read from a replica that lags. */
  queued: {
    postDelayMs: 1_500,
    editDelayMs: 3_000,
    cancelDelayMs: 2_000,
    enquiryLagMs: 2_000,
    listLagMs: 5_000,
    tradesLagMs: 10_000,
    postAckStatus: 'Pending New',
    cancelAckStatus: 'Pending Cancel',
    httpStatusOfPost: '201',
    orderNumberStart: 'above-2-53',
  },

  /** Edits give the remaining units; quantities are cumulative; status words of a matching engine. */
  remainder: {
    editUnitsMean: 'remaining',
    editBelowMatched: 'close',
    tradeVolumeMeans: 'cumulative',
    tradePendingMeans: 'now',
    statusWords: 'matched',
    basePriceMeans: 'original-limit',
    dayOrdersAtClose: 'cancelled',
    tradesHoldOtherBrokers: 'all',
    rateRetryAfter: 'yes',
  },

  /** Says as little as it can: only documented words, capped lists, trades without resting rows. */
  taciturn: {
    statusWords: 'documented',
    echoOrderRef: 'no',
    nullFields: 'missing',
    listCap: '50',
    tradesAllHoldsRestingRows: 'no',
    tradesHoldOtherBrokers: 'no',
    tradeMatchingIdMissing: 'sometimes',
    duplicateReply: '400',
    expiredReply: 'empty',
    rateReply: 'empty',
    keyReply: '401-empty',
    otherBrokersOrders: 'unknown',
    dayOrdersAtClose: 'open-until-roll',
  },

  /** Says more than asked: extra fields, other brokers' orders, duplicate rows, other spellings. */
  talkative: {
    extraFields: 'some',
    nullFields: 'null',
    brokerListHoldsOtherCodes: 'yes',
    listsHoldClosedOrders: 'yes',
    tradesHoldOtherBrokers: 'all',
    tradeRowsRepeatId: 'row-twice',
    restingRowMatchingId: 'zero',
    recordSides: 'title',
    statusWords: 'executed',
    ackSpelling: 'lower',
    orderNumberToken: 'decimal-point',
    duplicateReply: '422',
    validationReply: '422',
    listOrder: 'newest-first',
  },

  /** Careless: does not detect duplicates, lets orders outlive the day, does not check prices. */
  careless: {
    duplicateCheck: 'off',
    dayOrdersAtClose: 'still-open',
    priceBand: 'ignore',
    timesInForce: 'any',
    closedSessionPost: 'accept',
    contentTypeCheck: 'off',
    pageLimitBeyond: 'clamp',
    tradeRowsRepeatId: 'per-sweep',
    restingRowMatchingId: 'empty',
    statusWords: 'posted-amended',
    orderNumberToken: 'exponent',
    quoteBeforeTrades: 'last-close',
  },

  /** Strict: partially filled orders cannot be edited, refused posts use up their reference. */
  strict: {
    partFilledEdit: 'refuse',
    refusedPostBurnsRef: 'yes',
    keyReply: '403',
    rateCountsRefused: 'no',
    unknownOrderReply: '400',
    unknownSymbolReply: '400',
    notWorkingReply: '400',
    orderRefusalReply: '422',
    vwapLimitCap: '200',
    recordSides: 'letter',
    statusWords: 'partial',
    tradesOtherStatus: 'empty',
  },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

export function parametersOfPreset(name: string): Preset {
  const found = PRESET_NAMES.find((one) => one === name);
  if (found === undefined) throw new Error(`The preset must be one of ${PRESET_NAMES.join(', ')}`);
  return PRESETS[found];
}
