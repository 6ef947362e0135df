import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../infra/audit/actor.js';
import { Clock } from '../../../infra/runtime/clock.js';
import { Config } from '../../../infra/config/config.js';
import type { Unit } from '../../../infra/database/units/unit-of-work.js';
import { Random } from '../../../infra/runtime/ids.js';
import { TradingCalendar } from '../../../market/trading-calendar/trading-calendar.js';
import {
  closeOf,
  nextOpening,
  tradingDateOf,
} from '../../../market/trading-calendar/trading-day.js';
import { adopt, refuseAdoption } from './adopt-order.js';
import type { ResolutionContext } from './manual-resolution.js';
import { canonical } from '../../../infra/decimal.js';
import { isDayOrder, isOtherSide, isSameAccount, type Order } from '../../order/order.js';
import type { ExternalOrder } from '../../breaks/external-order.js';
import { ownershipOf, type RowOwnership } from '../../order-numbers/ownership.js';
import { dayGiven } from '../../order/number-lifetime.js';
import { seenBefore } from '../../order-numbers/first-seen.js';
import { adoptedRefOf } from '../../order/order-ref.js';
import { unfitResolution, type Refusal } from '../../order/requests/refusal.js';
import type { Decision } from '../../breaks/resolution.js';
import type { BreakRow } from '../../breaks/break.entity.js';
import { OrderRequestRow } from '../../order/requests/order-request.entity.js';
import { newOrder, newOrderFact } from '../../order/new-order.js';
import { OrderStore, type StoredOrder } from '../../order/order-store.js';
import type { OrderRow } from '../../order/order.entity.js';
import { SightingRegister } from '../../order-numbers/sighting-register.js';
import { shownIn, tradesOf } from '../../order-numbers/external-order-breaks.js';

const OURS = 'the number belongs to one of our orders';

/** What a resolution needs to know of numbers and external orders, and the adoption of one. */
@Injectable()
export class Adoption {
  constructor(
    private readonly store: OrderStore,
    private readonly sightings: SightingRegister,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** The number that a person gave, as the exchange spells it. */
  spellingOf(unit: Unit, orderNumber: string, { tradingDate }: Order): Promise<string> {
    return this.sightings.spellingOf(unit, orderNumber, tradingDate);
  }

  /** Null when the external order can be adopted. */
  async refuse(unit: Unit, row: BreakRow, decision: Decision): Promise<Refusal | null> {
    const { orderNumber, shown, terms } = decision;
    if (terms === null || shown === null || orderNumber === null) {
      return unfitResolution('no list of the exchange shows the order');
    }
    const { timesInForce } = this.config;
    if (!timesInForce.includes(terms.timeInForce)) {
      return {
        ...unfitResolution(`must be one of: ${timesInForce.join(', ')}`),
        field: 'timeInForce',
      };
    }
    const unfit = refuseAdoption(shown, tradesOf(row), terms);
    if (unfit !== null) return unfit;
    if ((await this.claimOn(unit, orderNumber, shown)) !== 'foreign') return unfitResolution(OURS);
    const unresolved = await this.sightings.unresolvedTerms(unit);
    // Units are not compared: an edit of unknown outcome may have changed them.
    const ours = unresolved.find(
      (one) => one.security === shown.security && !isOtherSide(shown.side, one.side),
    );
    if (ours === undefined) return null;
    return unfitResolution(
      `it may be our order ${ours.id}, whose outcome is unknown: resolve that first`,
    );
  }

  /** Null unless the break's external order is certainly ours by now. */
  async refuseAsExternal(unit: Unit, row: BreakRow): Promise<Refusal | null> {
    const { orderId, orderNumber } = row;
    const shown = shownIn(row);
    if (orderId !== null || orderNumber === null || shown === null) return null;
    return (await this.claimOn(unit, orderNumber, shown)) === 'own' ? unfitResolution(OURS) : null;
  }

  private async claimOn(
    unit: Unit,
    orderNumber: string,
    shown: ExternalOrder,
  ): Promise<RowOwnership> {
    const owners = await this.sightings.ownersOf(unit, [orderNumber]);
    return ownershipOf(owners.get(orderNumber), shown);
  }

  /** Why the number cannot be the order's: what was traded under it, or when it was first seen. */
  async refuseLink(
    unit: Unit,
    row: BreakRow,
    { orderNumber, resolution }: Decision,
    { order }: StoredOrder,
  ): Promise<Refusal | null> {
    if (resolution !== 'link') return null;
    const other = tradesOf(row).find(
      ({ side, security, accountNumber }) =>
        isOtherSide(side, order.side) ||
        security !== order.security ||
        (accountNumber !== null && !isSameAccount(accountNumber, order.accountNumber)),
    );
    if (other !== undefined) {
      const detail = `its trades (${other.side} ${other.security}) do not fit this order and its account`;
      return { ...unfitResolution(detail), field: 'orderId' };
    }
    const [post] = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post'", [order.id]);
    const number = orderNumber ?? '';
    const first = (await this.sightings.firstSeen(unit, [number], order.tradingDate)).get(number);
    const sentEntry = post?.sentEntry ?? null;
    const isOfThisProcess = await this.sightings.isOfThisProcess(sentEntry);
    const sent = { sentAt: post?.firstSentAt ?? 0, sentEntry, isOfThisProcess };
    if (first === undefined || seenBefore(sent, first) !== 'yes') return null;
    return {
      ...unfitResolution('the number was seen before the order was sent'),
      field: 'orderId',
    };
  }

  async contextOf(
    unit: Unit,
    decision: Decision,
    state: StoredOrder,
  ): Promise<Omit<ResolutionContext, 'decidedBy'>> {
    const orderNumber = decision.orderNumber ?? acknowledgedNumberOf(decision, state);
    const { tradingDate, id } = state.order;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    return {
      taken: await this.isTaken(unit, orderNumber, state),
      dayOver: this.clock.now() >= closeOf(sessions, tradingDate),
      fills: await this.store.fillsOf(unit, id),
    };
  }

  /** On the day the number is linked for, and today unless the order ended with that day. */
  private async isTaken(
    unit: Unit,
    orderNumber: string | null,
    { order }: StoredOrder,
  ): Promise<boolean> {
    if (orderNumber === null) return false;
    const given = dayGiven(order, tradingDateOf(this.clock.now()));
    for (const day of isDayOrder(order) ? [given] : [given, undefined]) {
      const owners = await this.sightings.ownersOf(unit, [orderNumber], day);
      const owner = owners.get(orderNumber);
      if (owner === undefined || owner.orderId === order.id) continue;
      const { stillOwns, earlier } = owner;
      if (stillOwns === 'yes' || (stillOwns === 'perhaps' && earlier?.isOver === false))
        return true;
    }
    return false;
  }

  /** The order counts as created by the proposer; `actor` approves. */
  async adopt(
    unit: Unit,
    row: BreakRow,
    decision: Decision,
    proposer: string,
    actor: Actor,
  ): Promise<void> {
    const { shown, orderNumber } = decision;
    const order = this.orderFrom(row, decision, proposer, await this.dayOf(unit, row));
    const { createdBy, createdAt } = order;
    const body = { ...newOrderFact(order), break: row.id, createdBy, createdAt };
    const fact = { type: 'ORDER_ADOPTED', body };
    await this.store.insert(unit, { order, request: null, fact, idempotencyKey: null }, actor);
    if (shown === null || orderNumber === null) throw new Error('Nothing to adopt');
    const change = adopt(order, shown, orderNumber, await this.store.moment(unit));
    // Proven when the exchange last showed it, not now.
    const proven = { ...change, order: { ...change.order, provenAt: row.seenAt } };
    await this.store.write(unit, { order, requests: [], breaks: [] }, proven, actor);
  }

  /** As for our own orders: one first seen after the close belongs to the next session. */
  private async dayOf(unit: Unit, { openedAt }: BreakRow): Promise<string> {
    const sessions = await this.calendar.sessions(unit, tradingDateOf(openedAt));
    return tradingDateOf(nextOpening(sessions, openedAt));
  }

  private orderFrom(
    row: BreakRow,
    { orderId, shown, terms }: Decision,
    proposer: string,
    tradingDate: string,
  ): OrderRow {
    if (orderId === null || shown === null || terms === null) throw new Error('Nothing to adopt');
    return newOrder({
      id: orderId,
      clientOrderId: `adopted-${row.id}`,
      orderRef: adoptedRefOf(orderId),
      side: shown.side === 'SELL' ? 'SELL' : 'BUY',
      security: shown.security,
      units: canonical(shown.units),
      price: terms.price,
      timeInForce: terms.timeInForce,
      accountNumber: terms.accountNumber,
      clientName: terms.clientName,
      brokerCode: this.config.brokerCode,
      tradingDate,
      createdBy: proposer,
      onBehalfOf: null,
      createdAt: this.clock.now(),
      pending: null,
      // No client request created it, so no idempotent replay may match it.
      fingerprint: `adopted-${row.id}`,
      clientSalt: this.random.bytes(16).toString('hex'),
    });
  }
}

/** The new number that the exchange acknowledged for an edit now said to have taken effect. */
export function acknowledgedNumberOf(
  { resolution }: Decision,
  { requests }: StoredOrder,
): string | null {
  if (resolution !== 'took-effect') return null;
  const edit = requests.find(({ kind, state }) => kind === 'Edit' && state === 'Unknown');
  return edit?.unprovenNumber ?? null;
}
