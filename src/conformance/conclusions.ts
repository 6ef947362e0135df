import {
  QUESTION_IDS,
  type QuestionId,
  type ValueOf,
} from '../infra/exchange/settings/questions.js';
import * as changes from './conclude-changes.js';
import * as posts from './conclude-posts.js';
import * as records from './conclude-records.js';
import * as reference from './conclude-reference.js';
import * as trades from './conclude-trades.js';
import { statusWords } from './conclude-words.js';
import { type Conclusion, whenSeen } from './conclusion.js';
import type { Findings } from './findings.js';

/** For every question, how its answer follows from the findings. */
type Conclusions = {
  readonly [Id in QuestionId]: (found: Findings) => Conclusion<ValueOf<Id>>;
};

export type Answers = Readonly<Record<QuestionId, Conclusion>>;

const CONCLUSIONS: Conclusions = {
  duplicateReply: posts.duplicateReply,
  duplicateMakesOrder: posts.duplicateMakesOrder,
  refusedPostBurnsRef: posts.refusedPostBurnsRef,
  validationReply: posts.validationReply,
  orderRefusalReply: posts.orderRefusalReply,
  orderRefEchoed: posts.orderRefEchoed,
  acknowledgementWords: posts.acknowledgementWords,
  orderNumberForm: posts.orderNumberForm,
  orderNumberSize: posts.orderNumberSize,
  editUnits: changes.editUnits,
  partFilledEdit: changes.partFilledEdit,
  editKeepsOrderNumber: changes.editKeepsOrderNumber,
  basePrice: changes.basePrice,
  unknownOrderEnquiry: changes.unknownOrderEnquiry,
  unknownOrderEdit: changes.unknownOrderEdit,
  unknownOrderCancel: changes.unknownOrderCancel,
  notWorkingEdit: changes.notWorkingEdit,
  notWorkingCancel: changes.notWorkingCancel,
  statusWords,
  closedOrderEnquiry: records.closedOrderEnquiry,
  brokerListClosed: records.brokerListClosed,
  accountListClosed: records.accountListClosed,
  listRowCap: records.listRowCap,
  brokerListCodes: records.brokerListCodes,
  emptyListReply: records.emptyListReply,
  sideSpelling: records.sideSpelling,
  optionalFields: records.optionalFields,
  extraFields: records.extraFields,
  postSeenByEnquiry: ({ resting }) => whenSeen(resting?.byEnquiry),
  postSeenByBrokerList: ({ resting }) => whenSeen(resting?.byBrokerList),
  postSeenByAccountList: ({ resting }) => whenSeen(resting?.byAccountList),
  editSeenByEnquiry: ({ resting }) => whenSeen(resting?.edit?.shown),
  cancelSeenByEnquiry: ({ resting }) => whenSeen(resting?.cancelShown),
  tradeSeenByTrades: ({ crossing, trades: { all } }) =>
    whenSeen(crossing?.second == null ? null : all),
  tradesAllResting: trades.tradesAllResting,
  restingRowMatchingId: trades.restingRowMatchingId,
  tradesOtherBrokers: trades.tradesOtherBrokers,
  tradeMatchedQuantity: trades.tradeMatchedQuantity,
  tradeVolume: trades.tradeVolume,
  tradePending: trades.tradePending,
  matchingIds: trades.matchingIds,
  tradeDateForm: trades.tradeDateForm,
  tradeStatusMatched: trades.tradeStatusMatched,
  tradeStatusCancelled: trades.tradeStatusCancelled,
  unknownSymbolReply: reference.unknownSymbolReply,
  pageLimitBeyond: reference.pageLimitBeyond,
  vwapLimit: reference.vwapLimit,
};

export function concludeAll(found: Findings): Answers {
  const answers = QUESTION_IDS.map((id) => [id, CONCLUSIONS[id](found)] as const);
  return Object.fromEntries(answers) as unknown as Answers;
}
