import {
  isCalledRightLater,
  isNumberCalledRight,
  numberCalled,
} from '../../order-numbers/number-called.js';
import type { Logger } from 'pino';
import { RECONCILER } from '../../../infra/audit/actor.js';
import { tradingDateOf } from '../../../market/trading-calendar/trading-day.js';
import { type Clock } from '../../../infra/runtime/clock.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { type AppLogger } from '../../../infra/observability/logging.js';
import type { RecordEvidence } from '../../order/evidence/evidence.js';
import { couldBe } from '../../order-numbers/order-terms.js';
import { looksLikeAnothers } from '../../order-numbers/number-proof.js';
import { shownByCall } from '../../order/shown-by-call.js';
import type { OrderChange, Moment } from '../../order/order.js';
import { graceMsOf, type RecordRules } from '../order-records/record-rules.js';
import { CONTRADICTED } from '../plan/enquiry-outcome.js';
import { showsUnitsBeforeEdit } from '../order-records/amended-by-exchange.js';
import { applyRecord } from '../order-records/apply-record.js';
import { mayBeOtherBrokers } from '../trades/traded-numbers.js';
import { changeByUnprovenNumber } from '../unknown-outcomes/named-numbers.js';
import { ownersNow, ownersOn } from '../../order/number-owners.js';
import { type OrderStore, type StoredOrder } from '../../order/order-store.js';
import { type MappingsInForce } from '../../status-mappings/mappings-in-force.js';
import { endedByRecords } from '../lists/ended-orders-shown.js';
import { basePriceRules, noteBasePrice, answeredPrices, showsEarlierEdit } from './base-prices.js';
import { accountShows } from './account-looks.js';
import { confirmsNothingDone, isListedAsHeld } from './confirmed-by-list.js';
import { mayBeRenumbered } from './renumbered.js';
import type { PollingState } from '../collect/polling-state.js';
import { type ExternalOrders } from '../external-orders/external-orders.js';
import { doListsContradict } from './closed-but-listed.js';

export type Decision = (state: StoredOrder, at: Moment) => OrderChange | null;

export interface ShownRecord {
  readonly record: RecordEvidence;
  /** It is of an edit's new number, and the number before it no longer works. */
  readonly isOldGone?: boolean;
  /** See `EnquiryOutcome`. */
  readonly contradiction?: string | null;
  /** See `RecordRules`; besides what the last list shows. */
  readonly mayBeRenumbered?: boolean;
}

/** Writes what records of the exchange, and what answers without one, mean for our orders, through pure decisions. */
export class RecordWriter {
  private readonly logger: Logger;

  constructor(
    private readonly database: Database,
    private readonly store: OrderStore,
    private readonly externalOrders: ExternalOrders,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly mappings: MappingsInForce,
    private readonly polling: PollingState,
    logger: AppLogger,
  ) {
    this.logger = logger.for('records');
  }

  /** A record that cannot be applied must not keep the run from the other orders. */
  async apply(orderId: string, shown: ShownRecord): Promise<boolean> {
    try {
      return await this.write(orderId, shown);
    } catch (error) {
      this.logger.error({ err: error, orderId }, 'a record could not be applied');
      return false;
    }
  }

  /** True if it has said something new of the order. */
  async decide(orderId: string, decision: Decision): Promise<boolean> {
    let changed = false;
    await this.store.change(orderId, RECONCILER, (state, at) => {
      const change = decision(state, at);
      changed = change !== null && change.facts.length + change.breaksOpened.length > 0;
      return change;
    });
    return changed;
  }

  private write(orderId: string, shown: ShownRecord): Promise<boolean> {
    return this.database.units.runOn(orderId, async (unit) => {
      const state = await this.store.load(unit, orderId);
      if (state === null) return false;
      const at = await this.store.moment(unit);
      const change = await this.changeBy(unit, state, shown, at);
      if (change === null) return false;
      const told = await shownByCall(unit, change, shown.record.callId);
      await this.store.write(unit, state, told, RECONCILER);
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
        isOnlyCandidate: await this.isOnlyCandidate(unit, state, orderNumber),
        basePriceIsReference: exchangeSettings?.basePrice === 'other',
      });
    }
    if (owner.stillOwns === 'no' && (await this.mayBeOfUnresolvedRequest(unit, record)))
      return null;
    // A search may have linked it since the trades were last compared with the numbers that we hold.
    if (order.numberGrade === 'Inferred' && this.mayShowOtherBrokers(state, record)) return null;
    if (record.source === 'OrderEnquiry' && !looksLikeAnothers(order, record))
      noteBasePrice(this.polling, order, record);
    const ended = { orderId: order.id, isByRecords: endedByRecords(order) };
    const why = doListsContradict(this.polling, ended, this.clock) ? CONTRADICTED : contradiction;
    const rules = await this.rulesFor(unit, state, { record, ...shown });
    return applyRecord(state, record, at, why === null ? rules : { ...rules, contradiction: why });
  }

  /** Whether a number that an acknowledgement has named was shown for the order's account, and no other may be its. */
  private async isOnlyCandidate(
    unit: Unit,
    { order, requests }: StoredOrder,
    orderNumber: string,
  ): Promise<boolean> {
    if (!(await this.externalOrders.wasShownFor(unit, order, orderNumber))) return false;
    const post = requests.find(({ kind, state }) => kind === 'Post' && state === 'Unknown');
    return post === undefined || !(await this.externalOrders.mayBeUnderAnother(unit, order, post));
  }

  /** What else is known that says how the record is to be read. */
  private async rulesFor(
    unit: Unit,
    state: StoredOrder,
    { record, mayBeRenumbered: mayBe = false }: Pick<ShownRecord, 'record' | 'mayBeRenumbered'>,
  ): Promise<RecordRules> {
    const { order } = state;
    const { externalOrders, graceMs } = this;
    const { mappings } = this.mappings;
    const { lastList } = this.polling;
    const settings = this.config.exchangeSettings;
    return {
      graceMs,
      mappings,
      editKeepsNumber: settings?.editKeepsOrderNumber === 'yes',
      isNumberCalledRight:
        record.source === 'OrderEnquiry' && (await isNumberCalledRight(unit, order)),
      isCalledRightLater: await isCalledRightLater(unit, order, tradingDateOf(this.clock.now())),
      numberCalled: await numberCalled(unit, order),
      accountShows: accountShows(this.polling, state, record),
      mayBeDone: !confirmsNothingDone(lastList, order, graceMs),
      isListedAsHeld: isListedAsHeld(lastList, order, record),
      editShownElsewhere: showsUnitsBeforeEdit(order, record, mappings)
        ? await externalOrders.showsEdit(unit, order)
        : null,
      mayBeRenumbered: mayBe || (await mayBeRenumbered(unit, state, { lastList, externalOrders })),
      isEarlierLimit: await showsEarlierEdit(unit, order, record),
      answeredPrices: await answeredPrices(unit, order),
      ...basePriceRules(this.polling, order, settings?.basePrice),
    };
  }

  /**
   * Today's trades show an order of another broker under the number that may have our terms: an enquiry cannot tell
   * which of the two it shows, so it gives the number to nobody.
   */
  private mayShowOtherBrokers({ order, requests }: StoredOrder, record: RecordEvidence): boolean {
    const { orderNumber } = record;
    const units = [order.units, ...requests.flatMap((request) => request.units ?? [])];
    return mayBeOtherBrokers(this.polling.otherBrokersRows, tradingDateOf(this.clock.now()), {
      orderNumber,
      order,
      units,
    });
  }

  /** Whether the record may be of an order that was sent and has no number yet. */
  private async mayBeOfUnresolvedRequest(unit: Unit, record: RecordEvidence): Promise<boolean> {
    const unresolved = await this.externalOrders.unresolved(unit);
    return unresolved.some((terms) => couldBe(terms, record));
  }

  private get graceMs(): number {
    return graceMsOf(this.config);
  }
}
