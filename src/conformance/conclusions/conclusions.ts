import {
  QUESTION_IDS,
  type QuestionId,
  type ValueOf,
} from '../../infra/exchange/settings/questions.js';
import * as changes from './conclude-changes.js';
import * as posts from './conclude-posts.js';
import * as records from './conclude-records.js';
import * as reference from './conclude-reference.js';
import * as trades from './conclude-trades.js';
import { statusWords } from './conclude-words.js';
import { type Conclusion, whenSeen } from './conclusion.js';
import type { Findings } from '../findings.js';

/** For every question, how its answer follows from the findings. */
type Conclusions = {
  readonly [Id in QuestionId]: (found: Findings) => Conclusion<ValueOf<Id>>;
};

export type Answers = Readonly<Record<QuestionId, Conclusion>>;

/** The functions of each file have the names of the questions that they answer. */
const CONCLUSIONS: Conclusions = {
  ...posts,
  ...changes,
  ...records,
  ...trades,
  ...reference,
  statusWords,
  postSeenByEnquiry: ({ resting }) => whenSeen(resting?.byEnquiry),
  postSeenByBrokerList: ({ resting }) => whenSeen(resting?.byBrokerList),
  postSeenByAccountList: ({ resting }) => whenSeen(resting?.byAccountList),
  editSeenByEnquiry: ({ resting }) => whenSeen(resting?.edit?.shown),
  cancelSeenByEnquiry: ({ resting }) => whenSeen(resting?.cancelShown),
  tradeSeenByTrades: ({ crossing, trades: { all } }) =>
    whenSeen(crossing?.second == null ? null : all),
};

export function concludeAll(found: Findings): Answers {
  const answers = QUESTION_IDS.map((id) => [id, CONCLUSIONS[id](found)] as const);
  return Object.fromEntries(answers) as unknown as Answers;
}
