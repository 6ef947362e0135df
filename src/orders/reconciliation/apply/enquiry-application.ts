import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import type { Answer, NoAnswer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import {
  mayNameClient,
  wordWithoutClient,
  type NamedClient,
} from '../../order/client/client-in-texts.js';
import { graceMsOf } from '../order-records/record-rules.js';
import { NO_HISTORY } from '../order-records/enquiry-history.js';
import { isLasting } from '../order-records/presence-disputes.js';
import {
  CONTRADICTED,
  LISTS_DOUBTED,
  decideOnAnswer,
  type EnquiryAnswer,
} from '../plan/enquiry-outcome.js';
import { ownersNow } from '../../order/number-owners.js';
import { type MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { evidenceOf, type AskedCall } from '../lists/broker-list.js';
import { readAccountList } from '../order-records/listed-by-account.js';
import type { PollingState } from '../collect/polling-state.js';
import type { Question } from '../collect/enquiry-ranking.js';
import type { AbsenceContext } from '../order-records/absence-context.js';
import { type RecordWriter, type Decision } from './record-writer.js';

/** Applies the answers to enquiries, and to questions for the list of an account, to the orders that they are about. */
export class EnquiryApplication {
  constructor(
    private readonly database: Database,
    private readonly writer: RecordWriter,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly mappings: MappingsInForce,
    private readonly polling: PollingState,
  ) {}

  /** True if the answer changed the order. */
  async applyAnswer(
    question: Question,
    answered: Answer<OrderRecord> | NoAnswer,
    absence: AbsenceContext,
  ): Promise<boolean> {
    const { orderId } = question;
    const { histories, closedByEnquiry } = this.polling;
    const answer = await this.ofTheOrder(question, answered, question.reason === 'unknown-outcome');
    const history = histories.get(orderId) ?? NO_HISTORY;
    const graceMs = graceMsOf(this.config);
    const context = { absence, history, mappings: this.mappings.mappings, graceMs };
    const outcome = decideOnAnswer(question, await this.enquiryAnswer(orderId, answer), context);
    if (outcome.history === NO_HISTORY) histories.delete(orderId);
    else histories.set(orderId, outcome.history);
    if (outcome.confirmsEnd) {
      const times = (closedByEnquiry.get(orderId)?.times ?? 0) + 1;
      closedByEnquiry.set(orderId, { times, since: this.clock.steady() });
    }
    let changed = false;
    if (outcome.record !== null)
      changed = await this.writer.apply(orderId, {
        record: outcome.record,
        isOldGone: question.replaces === true,
        contradiction: outcome.contradiction,
        mayBeRenumbered: absence.absent,
      });
    for (const { ifUnchanged, decide } of outcome.decisions) {
      const decision = ifUnchanged ? unlessMoved(question, absence, decide) : decide;
      if (await this.writer.decide(orderId, decision)) changed = true;
    }
    return changed;
  }

  /** Applies the answer to an enquiry that a person asked for. */
  async applyAsked(
    about: Pick<Question, 'orderId' | 'orderNumber'>,
    answered: Answer<OrderRecord>,
  ): Promise<Answer<OrderRecord> | NoAnswer> {
    const answer = await this.ofTheOrder(about, answered);
    if (answer.kind === 'Answer') await this.applyEnquiry(about.orderId, answer);
    return answer;
  }

  /** `isOldGone`: the record is of an edit's new number, and the old number no longer works. */
  async applyEnquiry(
    orderId: string,
    answer: Answer<OrderRecord>,
    isOldGone = false,
  ): Promise<boolean> {
    const [row] = answer.rows;
    if (row === undefined) return false;
    const record = await this.evidenceOfEnquiry(orderId, row, answer);
    // A list may show that the order has another number; the next run reads one.
    const history = this.polling.histories.get(orderId) ?? NO_HISTORY;
    const isContradicted =
      history.contradicted >= LISTS_DOUBTED || isLasting(history, graceMsOf(this.config));
    const contradiction = isContradicted ? CONTRADICTED : null;
    return this.writer.apply(orderId, { record, isOldGone, mayBeRenumbered: true, contradiction });
  }

  /** Of an order whose number only the list of its account can confirm. `external`: numbers that are no order's of ours. */
  async applyAccountList(
    orderId: string,
    account: Answer<OrderRecord>,
    external: ReadonlySet<string>,
  ): Promise<void> {
    const { mappings } = this.mappings;
    await this.writer.decide(orderId, (state, at) =>
      readAccountList(state, account, { external, mappings }, at),
    );
  }

  /** The order of ours that surely has the number today; null: none. */
  async ownerOf(orderNumber: string): Promise<string | null> {
    const owner = await this.lastOwnerOf(orderNumber);
    return owner?.stillOwns === 'yes' ? owner.orderId : null;
  }

  /** The last of our orders to have the number, whether or not it still has it. */
  private async lastOwnerOf(orderNumber: string) {
    const today = tradingDateOf(this.clock.now());
    const { reading } = this.database;
    const owners = await ownersNow(reading, this.config.brokerCode, [orderNumber], today);
    return owners.get(orderNumber);
  }

  /** A record of a number that another of our orders has been given since says nothing about this order. */
  private async ofTheOrder(
    { orderId, orderNumber }: Pick<Question, 'orderId' | 'orderNumber'>,
    answer: Answer<OrderRecord> | NoAnswer,
    mayBeGiven = false,
  ): Promise<Answer<OrderRecord> | NoAnswer> {
    if (answer.kind === 'NoAnswer') return answer;
    const owner = await this.lastOwnerOf(orderNumber);
    if (owner === undefined || owner.orderId === orderId) return answer;
    // A candidate number that no order surely owns.
    if (mayBeGiven && owner.stillOwns !== 'yes') return answer;
    const detail = `${orderNumber} is the number of another order now`;
    return { kind: 'NoAnswer', why: 'NoRecord', isExplicit: true, detail, retryAt: null };
  }

  private async enquiryAnswer(
    orderId: string,
    answer: Answer<OrderRecord> | NoAnswer,
  ): Promise<EnquiryAnswer> {
    if (answer.kind === 'NoAnswer') {
      const { why, isExplicit, detail } = answer;
      return { kind: why === 'NoReply' ? 'NoAnswer' : why, isExplicit, detail };
    }
    if (answer.unreadable !== undefined) return { kind: 'Unreadable', why: answer.unreadable };
    const [row] = answer.rows;
    if (row === undefined) return { kind: 'Empty' };
    return { kind: 'Record', record: await this.evidenceOfEnquiry(orderId, row, answer) };
  }

  /** Its word does not say whose order it is: the trail keeps it, and whoever may not see clients reads it. */
  private async evidenceOfEnquiry(
    orderId: string,
    row: OrderRecord,
    asked: AskedCall,
  ): Promise<RecordEvidence> {
    const record = evidenceOf(row, 'OrderEnquiry', asked);
    const { mappings } = this.mappings;
    if (!mayNameClient(row.statusWord, mappings)) return record;
    const [client] = await this.database.reading.query<NamedClient>(
      'SELECT account_number AS "accountNumber", client_name AS "clientName" FROM orders WHERE id = ?',
      [orderId],
    );
    if (client === undefined) return record;
    return { ...record, statusWord: wordWithoutClient(row.statusWord, client, mappings) };
  }
}

/** Ignores answers about a number that the order no longer has, or from before our last call about it. */
function unlessMoved(
  { orderNumber }: Question,
  { listAskedAt }: AbsenceContext,
  decision: Decision,
): Decision {
  return (state, at) => {
    const { order } = state;
    const isTouched = listAskedAt !== null && order.lastOwnChangeAt >= listAskedAt;
    return isTouched || order.orderNumber !== orderNumber ? null : decision(state, at);
  };
}
