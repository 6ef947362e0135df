import { RECONCILER } from '../../../infra/audit/actor.js';
import type { Logger } from 'pino';
import { tradingDateOf, type Sessions } from '../../../market/trading-calendar/trading-day.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import type { Answer, NoAnswer, OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { type AppLogger } from '../../../infra/observability/logging.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { doubtSharedNumber, looksLikeAnothers } from '../../order-numbers/number-proof.js';
import type { OrderChange, Moment } from '../../order/order.js';
import {
  mayNameClient,
  wordWithoutClient,
  type NamedClient,
} from '../../order/client/client-in-texts.js';
import { reportStillListed } from '../order-records/day-end.js';
import { graceMsOf } from '../order-records/record-rules.js';
import { NO_HISTORY, type EnquiryHistory } from '../order-records/enquiry-history.js';
import { identityOf } from '../../breaks/break.js';
import { isLasting, LASTING_DISPUTE } from '../order-records/presence-disputes.js';
import {
  CONTRADICTED,
  LISTS_DOUBTED,
  decideOnAnswer,
  contradictingLists,
  doesListContradict,
  type EnquiryAnswer,
} from '../plan/enquiry-outcome.js';
import { showsUnitsBeforeEdit } from '../order-records/amended-by-exchange.js';
import { applyRecord } from '../order-records/apply-record.js';
import {
  LISTS_BREAK,
  doubtEnd,
  doubtUnanswered,
  endListDoubt,
} from '../order-records/unexplained-status.js';
import { mayBeOtherBrokers } from '../trades/traded-numbers.js';
import { changeByUnprovenNumber } from '../unknown-outcomes/named-numbers.js';
import { ownersNow, ownersOn } from '../../order/number-owners.js';
import { type ListWatermarks } from '../lists/list-watermark.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { type MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import {
  evidenceOf,
  ListComparison,
  type ListComparisonResult,
  type News,
} from '../lists/broker-list.js';
import {
  endedByRecords,
  endedOrdersShown,
  type EndedOrderShown,
} from '../lists/ended-orders-shown.js';
import { rowsByNumber } from '../collect/list-rows.js';
import { readAccountList } from '../order-records/listed-by-account.js';
import { basePriceRules, noteBasePrice } from './base-prices.js';
import { confirmsNothingDone, isListedAsHeld } from './confirmed-by-list.js';
import { mayBeRenumbered } from './renumbered.js';
import type { PollingState } from '../collect/polling-state.js';
import { reassignedNumbers } from '../lists/reassigned-numbers.js';
import type { Question } from '../collect/enquiry-ranking.js';
import { type ExternalOrders } from '../external-orders/external-orders.js';
import type { OrderUnderReview } from '../collect/orders-under-review.js';
import type { AbsenceContext } from '../order-records/absence-context.js';

type Decision = (state: StoredOrder, at: Moment) => OrderChange | null;

interface ShownRecord {
  readonly record: RecordEvidence;
  /** It is of an edit's new number, and the number before it no longer works. */
  readonly isOldGone?: boolean;
  /** See `EnquiryOutcome`. */
  readonly contradiction?: string | null;
  /** See `RecordRules`; besides what the last list shows. */
  readonly mayBeRenumbered?: boolean;
}

/** How long a list may show an order working that enquiries show closed. */
const LISTS_LAG_MOST_MS = 60_000;

/** Applies records of the exchange to our orders, through pure decisions. */
export class RecordApplication {
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly watermarks: ListWatermarks,
    private readonly externalOrders: ExternalOrders,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly mappings: MappingsInForce,
    private readonly polling: PollingState,
    logger: AppLogger,
  ) {
    this.logger = logger.for('records');
  }

  /** The revision of the list watermark; read it before the orders that a list is compared with. */
  watermark(): Promise<number> {
    return this.watermarks.revision(this.config.brokerCode);
  }

  async applyList(
    answer: Answer<OrderRecord>,
    subjects: readonly OrderUnderReview[],
    { sessions, watermark: revision }: { readonly sessions: Sessions; readonly watermark: number },
  ): Promise<ListComparisonResult> {
    const { brokerCode } = this.config;
    if (!this.polling.hasReadList) await this.takeUpDisputes();
    const { rows, conflicting } = await rowsByNumber(answer.rows, brokerCode);
    const { today } = this;
    const rules = {
      mappings: this.mappings.mappings,
      sessions,
      silent: this.ordersWith('silences'),
      disputed: this.ordersWith('disputed'),
      today,
      passedOn: await reassignedNumbers(
        this.database.reading,
        { brokerCode, today, rows },
        subjects,
      ),
      conflicting,
    };
    const compared = new ListComparison(rows, answer.askedAt, rules);
    for await (const slice of inBatches(subjects)) {
      for (const subject of slice) compared.add(subject);
    }
    await this.watermarks.leave(compared.left);
    for (const orderId of compared.lingering) await this.noteStillListed(orderId);
    const changed = await this.applyNews(compared.news);
    for (const shared of compared.shared) {
      await this.decide(shared.orderId, (state, at) => doubtSharedNumber(state, shared, at));
    }
    const { askedAt } = answer;
    const { newlyListed, absent, unexplained, differing, unexplainedWord, ofAccount } = compared;
    const { contradicting, confirmed } = compared;
    const noted = await this.watermarks.note({ brokerCode, askedAt, revision, newlyListed });
    if ('refused' in noted) this.logger.warn({ askedAt, ...noted }, 'a list proves nothing');
    const others: OrderRecord[] = [];
    for await (const slice of inBatches([...rows.values()])) {
      for (const row of slice) if (!compared.looked.has(row.orderNumber)) others.push(row);
    }
    const externalRows = await this.externalOrders.among(others, answer.answeredAt);
    const filled = await endedOrdersShown(this.database.reading, others, { ...rules, brokerCode });
    for (const { orderId, works } of filled) if (works) compared.differing.add(orderId);
    const endsUpheld = await this.doubtEnds([...compared.contradicted, ...filled], askedAt);
    for (const orderId of compared.explained) await this.decide(orderId, endListDoubt);
    for (const { orderId, works } of filled)
      if (works && this.isContradictedForLong(orderId)) contradicting.set(orderId, 'Terms');
    const endedShown = filled
      .filter(
        ({ orderId, works, hasOpenBreak }) => !hasOpenBreak && !(works && endsUpheld.has(orderId)),
      )
      .map(({ orderId, orderNumber }) => ({ orderId, orderNumber }));
    const numbers = { conflicting, ofAccount };
    const enquired = { unexplained, differing, contradicting, unexplainedWord };
    for (const orderId of confirmed) this.polling.listed.add(orderId);
    const ours = { changed, absent, confirmed, ...enquired };
    const shown = { ...ours, externalRows, endedShown, endsUpheld, ...numbers };
    return { answer, isFirst: !this.polling.hasReadList, ...shown };
  }

  /** What lists and enquiries disputed before this process started. */
  private async takeUpDisputes(): Promise<void> {
    const rows = await this.database.reading.query<{ id: string; identity: string }>(
      `SELECT o.id AS id, b.identity AS identity FROM breaks b JOIN orders o ON o.id = b.order_id
        WHERE b.closed_at IS NULL AND b.type = ? AND o.status IN ('Posted', 'Open', 'Amended')`,
      [LISTS_BREAK.type],
    );
    for (const { id, identity } of rows) {
      if (identity !== identityOf(id, LISTS_BREAK)) continue;
      const history = this.polling.histories.get(id) ?? NO_HISTORY;
      this.polling.histories.set(id, { ...history, ...LASTING_DISPUTE });
      this.polling.listed.add(id);
    }
  }

  private ordersWith(count: 'silences' | 'disputed'): ReadonlySet<string> {
    const orders = new Set<string>();
    for (const [id, history] of this.polling.histories) if (history[count] > 0) orders.add(id);
    return orders;
  }

  private get today(): string {
    return tradingDateOf(this.clock.now());
  }

  private async applyNews(news: readonly News[]): Promise<Set<string>> {
    const changed = new Set<string>();
    for await (const few of inBatches(news, this.database.concurrentUnits)) {
      const applied = few.map(async ({ orderId, record }) => {
        if (await this.applySafely(orderId, { record })) changed.add(orderId);
      });
      await Promise.all(applied);
    }
    return changed;
  }

  /**
   * Whether an enquiry that showed the order closed outweighs a list that shows it working. The list may lag,
   * or the enquiry may have been wrong, so after the settle time a second enquiry decides.
   */
  private isEndUpheld(orderId: string): boolean {
    const shown = this.polling.closedByEnquiry.get(orderId);
    if (shown === undefined || this.isContradictedForLong(orderId)) return false;
    return shown.times > 1 || this.clock.steady() - shown.since < this.graceMs;
  }

  /** Every list since has shown a closed order working: that is no lag any more. */
  private isContradictedForLong(orderId: string): boolean {
    const shown = this.polling.closedButListedWorking.get(orderId);
    return shown !== undefined && this.clock.steady() - shown.since >= LISTS_LAG_MOST_MS;
  }

  /**
   * A single list may lag; two in a row leave an order uncertain that records alone have shown to be over, whatever enquiries
   * show.
   */
  private doListsContradict(orderId: string, isByRecords: boolean): boolean {
    if (!isByRecords) return this.isContradictedForLong(orderId);
    return (this.polling.closedButListedWorking.get(orderId)?.times ?? 0) >= LISTS_DOUBTED;
  }

  /** Answers those that enquiries have shown ended often enough for now. */
  private async doubtEnds(
    shown: readonly EndedOrderShown[],
    askedAt: number,
  ): Promise<ReadonlySet<string>> {
    const { closedByEnquiry, closedButListedWorking } = this.polling;
    const endsUpheld = new Set<string>();
    const working = shown.filter(({ works }) => works);
    const ids = new Set(working.map(({ orderId }) => orderId));
    for (const orderId of closedByEnquiry.keys())
      if (!ids.has(orderId)) closedByEnquiry.delete(orderId);
    for (const orderId of closedButListedWorking.keys())
      if (!ids.has(orderId)) closedButListedWorking.delete(orderId);
    for (const { orderId, row, isByRecords } of working) {
      this.countWorking(orderId);
      if (this.isEndUpheld(orderId)) endsUpheld.add(orderId);
      if (endsUpheld.has(orderId) && !this.doListsContradict(orderId, isByRecords)) continue;
      const isLasting = this.isContradictedForLong(orderId);
      const { orderNumber, units, statusWord: word } = row;
      const detail = `the broker's list shows ${orderNumber} as ${word}, ${units} units, and it was taken to be over`;
      const doubt = { isLasting, detail, word, askedAt, graceMs: this.graceMs };
      await this.decide(orderId, (state, at) => doubtEnd(state, at, doubt));
    }
    return endsUpheld;
  }

  private countWorking(orderId: string): void {
    const { closedButListedWorking } = this.polling;
    const { times, since } = closedButListedWorking.get(orderId) ?? {
      times: 0,
      since: this.clock.steady(),
    };
    closedButListedWorking.set(orderId, { times: times + 1, since });
  }

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
    const { graceMs } = this;
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
      changed = await this.applySafely(orderId, {
        record: outcome.record,
        isOldGone: question.replaces === true,
        contradiction: outcome.contradiction,
        mayBeRenumbered: absence.absent,
      });
    for (const { ifUnchanged, decide } of outcome.decisions) {
      const decision = ifUnchanged ? unlessMoved(question, absence, decide) : decide;
      if (await this.decide(orderId, decision)) changed = true;
    }
    return changed;
  }

  /** Orders that a second list in a row contradicts, and that there was no room to enquire, are not certain. */
  async doubtUnasked(
    list: ListComparisonResult | null,
    subjects: readonly OrderUnderReview[],
    asked: ReadonlySet<string>,
  ): Promise<void> {
    if (list === null) return;
    const { histories } = this.polling;
    const contradicts = (orderId: string, history: EnquiryHistory): boolean =>
      doesListContradict(
        {
          contradicted: list.contradicting.get(orderId) ?? null,
          absent: list.absent.has(orderId),
        },
        history,
      );
    for (const [orderId, history] of histories) {
      if (history.contradicted === 0 || contradicts(orderId, history)) continue;
      histories.set(orderId, { ...history, contradicted: 0 });
    }
    for (const { order } of subjects) {
      const { id, certain } = order;
      // A list may have a word of its own for every order: what is uncertain already costs nothing more.
      const history = histories.get(id) ?? NO_HISTORY;
      if (certain === 0 || asked.has(id) || !contradicts(id, history)) continue;
      const contradicted = contradictingLists(history, { isFirstList: list.isFirst });
      histories.set(id, { ...history, contradicted });
      if (contradicted < LISTS_DOUBTED) continue;
      await this.decide(id, (state, at) => doubtUnanswered(state, at, CONTRADICTED));
    }
  }

  /** The order of ours that surely has the number today; null: none. */
  async ownerOf(orderNumber: string): Promise<string | null> {
    const { reading } = this.database;
    const owners = await ownersNow(reading, this.config.brokerCode, [orderNumber], this.today);
    const owner = owners.get(orderNumber);
    return owner?.stillOwns === 'yes' ? owner.orderId : null;
  }

  /** A record of a number that another of our orders has been given since says nothing about this order. */
  private async ofTheOrder(
    { orderId, orderNumber }: Pick<Question, 'orderId' | 'orderNumber'>,
    answer: Answer<OrderRecord> | NoAnswer,
    mayBeGiven = false,
  ): Promise<Answer<OrderRecord> | NoAnswer> {
    if (answer.kind === 'NoAnswer') return answer;
    const { reading } = this.database;
    const owners = await ownersNow(reading, this.config.brokerCode, [orderNumber], this.today);
    const owner = owners.get(orderNumber);
    if (owner === undefined || owner.orderId === orderId) return answer;
    // A candidate number that no order surely owns.
    if (mayBeGiven && owner.stillOwns !== 'yes') return answer;
    const detail = `${orderNumber} is the number of another order now`;
    return { kind: 'NoAnswer', why: 'NoRecord', isExplicit: true, detail, retryAt: null };
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
    const record = await this.evidenceOfEnquiry(orderId, row, answer.askedAt);
    // A list may show that the order has another number; the next run reads one.
    const history = this.polling.histories.get(orderId) ?? NO_HISTORY;
    const isContradicted =
      history.contradicted >= LISTS_DOUBTED || isLasting(history, this.graceMs);
    const contradiction = isContradicted ? CONTRADICTED : null;
    return this.applySafely(orderId, { record, isOldGone, mayBeRenumbered: true, contradiction });
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
    return { kind: 'Record', record: await this.evidenceOfEnquiry(orderId, row, answer.askedAt) };
  }

  /** Its word does not say whose order it is: the trail keeps it, and whoever may not see clients reads it. */
  private async evidenceOfEnquiry(
    orderId: string,
    row: OrderRecord,
    askedAt: number,
  ): Promise<RecordEvidence> {
    const record = evidenceOf(row, 'OrderEnquiry', askedAt);
    const { mappings } = this.mappings;
    if (!mayNameClient(row.statusWord, mappings)) return record;
    const [client] = await this.database.reading.query<NamedClient>(
      'SELECT account_number AS "accountNumber", client_name AS "clientName" FROM orders WHERE id = ?',
      [orderId],
    );
    if (client === undefined) return record;
    return { ...record, statusWord: wordWithoutClient(row.statusWord, client, mappings) };
  }

  /** A record that cannot be applied must not keep the run from the other orders. */
  private async applySafely(orderId: string, shown: ShownRecord): Promise<boolean> {
    try {
      return await this.apply(orderId, shown);
    } catch (error) {
      this.logger.error({ err: error, orderId }, 'a record could not be applied');
      return false;
    }
  }

  private apply(orderId: string, shown: ShownRecord): Promise<boolean> {
    return this.database.units.runOn(orderId, async (unit) => {
      const state = await this.store.load(unit, orderId);
      if (state === null) return false;
      const at = await this.store.moment(unit);
      const change = await this.changeBy(unit, state, shown, at);
      if (change === null) return false;
      await this.store.write(unit, state, change, RECONCILER);
      return change.facts.length > 0;
    });
  }

  private async changeBy(
    unit: Unit,
    state: StoredOrder,
    { record, isOldGone = false, contradiction = null, ...shown }: ShownRecord,
    at: Moment,
  ): Promise<OrderChange | null> {
    const { order } = state;
    const { mappings } = this.mappings;
    const { orderNumber } = record;
    const owners = await ownersNow(unit, order.brokerCode, [orderNumber], at.today);
    const owner = owners.get(orderNumber);
    if (owner?.orderId !== order.id) {
      const then = await ownersOn(unit, order.brokerCode, [orderNumber], order.tradingDate);
      const isTaken = [owner, then.get(orderNumber)].some((of) => of?.stillOwns === 'yes');
      if (isTaken || this.mayShowOtherBrokers(state, record)) return null;
      const isReplaced =
        isOldGone && !(await this.externalOrders.wasShownBeside(unit, order, orderNumber));
      const { editUnitsMean, exchangeSettings } = this.config;
      return changeByUnprovenNumber(state, record, at, {
        mappings,
        isOldGone: isReplaced,
        editUnitsMean,
        isShownForAccount: await this.externalOrders.wasShownFor(unit, order, orderNumber),
        basePriceIsReference: exchangeSettings?.basePrice === 'other',
      });
    }
    if (owner.stillOwns === 'no' && (await this.mayBeOfUnresolvedRequest(unit, record)))
      return null;
    // A search may have linked it since the trades were last compared with the numbers that we hold.
    if (order.numberGrade === 'Inferred' && this.mayShowOtherBrokers(state, record)) return null;
    const settings = this.config.exchangeSettings;
    const editKeepsNumber = settings?.editKeepsOrderNumber === 'yes';
    const why = this.doListsContradict(order.id, endedByRecords(order))
      ? CONTRADICTED
      : contradiction;
    const doubt = why === null ? {} : { contradiction: why };
    if (record.source === 'OrderEnquiry' && !looksLikeAnothers(order, record))
      noteBasePrice(this.polling, order, record);
    const prices = basePriceRules(this.polling, order, settings?.basePrice);
    const { externalOrders, graceMs } = this;
    const { lastList } = this.polling;
    const numbers = {
      editKeepsNumber,
      mayBeDone: !confirmsNothingDone(lastList, order, graceMs),
      isListedAsHeld: isListedAsHeld(lastList, order, record),
      editShownElsewhere: showsUnitsBeforeEdit(order, record, mappings)
        ? await externalOrders.showsEdit(unit, order)
        : null,
      mayBeRenumbered:
        shown.mayBeRenumbered === true ||
        (await mayBeRenumbered(unit, state, { lastList, externalOrders })),
    };
    const rules = { graceMs, mappings, ...numbers, ...prices, ...doubt };
    return applyRecord(state, record, at, rules);
  }

  /**
   * Today's trades show an order of another broker under the number that may have our terms: an enquiry cannot tell
   * which of the two it shows, so it gives the number to nobody.
   */
  private mayShowOtherBrokers({ order, requests }: StoredOrder, record: RecordEvidence): boolean {
    const { orderNumber } = record;
    const units = [order.units, ...requests.flatMap((request) => request.units ?? [])];
    return mayBeOtherBrokers(this.polling.otherBrokersRows, this.today, {
      orderNumber,
      order,
      units,
    });
  }

  private get graceMs(): number {
    return graceMsOf(this.config);
  }

  /** Whether the record may be of an order that was sent and has no number yet. */
  private async mayBeOfUnresolvedRequest(unit: Unit, record: RecordEvidence): Promise<boolean> {
    const unresolved = await this.externalOrders.unresolved(unit);
    return unresolved.some((terms) => couldBe(terms, record));
  }

  /** Of an order whose number only the list of its account can confirm. `external`: numbers that are no order's of ours. */
  async applyAccountList(
    orderId: string,
    account: Answer<OrderRecord>,
    external: ReadonlySet<string>,
  ): Promise<void> {
    await this.decide(orderId, (state, at) => readAccountList(state, account, external, at));
  }

  /** Once per order: the break stays open until evidence or a person closes it. */
  private async noteStillListed(orderId: string): Promise<void> {
    if (this.polling.stillListed.has(orderId)) return;
    await this.decide(orderId, reportStillListed);
    this.polling.stillListed.add(orderId);
  }

  private async decide(orderId: string, decision: Decision): Promise<boolean> {
    let changed = false;
    await this.store.change(orderId, RECONCILER, (state, at) => {
      const change = decision(state, at);
      changed = change !== null && change.facts.length + change.breaksOpened.length > 0;
      return change;
    });
    return changed;
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
