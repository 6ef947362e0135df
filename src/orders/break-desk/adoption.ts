import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { Random } from '../../infra/runtime/ids.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { closeOf, nextOpening, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { adopt, refuseAdoption } from './adopt-order.js';
import type { Known } from './manual-resolution.js';
import { canonical } from '../../infra/decimal.js';
import { DAY_ORDER, isOtherSide, isSameAccount, type Order } from '../order/order.js';
import type { ShownOrder } from '../breaks/shown-order.js';
import { claimOf, type NumberClaim } from '../order-numbers/ownership.js';
import { dayGiven } from '../order/number-life.js';
import { seenBefore } from '../order-numbers/first-seen.js';
import { adoptedRefOf } from '../order-entry/order-ref.js';
import type { Refusal } from '../order/refusal.js';
import type { Decision } from '../breaks/resolution.js';
import type { BreakRow } from '../breaks/break.entity.js';
import { OrderRequestRow } from '../order/order-request.entity.js';
import { clientCommitment, OrderStore, type StoredOrder } from '../order/order-store.js';
import type { OrderRow } from '../order/order.entity.js';
import { SightingRegister } from '../order-numbers/sighting-register.js';
import { shownIn, tradesOf } from '../order-numbers/external-order-breaks.js';

const OURS = 'the number belongs to an order of ours';

/** Makes an order of ours of one that another desk has placed, as two people have decided. */
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

  /** The number that people have named for the order, as the exchange spells it. */
  spellingOf(unit: Unit, orderNumber: string, { tradingDate }: Order): Promise<string> {
    return this.sightings.spellingOf(unit, orderNumber, tradingDate);
  }

  /** Null when it can be done. */
  async refuse(unit: Unit, row: BreakRow, decision: Decision): Promise<Refusal | null> {
    const { orderNumber, shown, terms } = decision;
    if (terms === null || shown === null || orderNumber === null) {
      return refused('no list of the exchange has shown the order');
    }
    const { timesInForce } = this.config;
    if (!timesInForce.includes(terms.timeInForce)) {
      return { ...refused(`must be one of: ${timesInForce.join(', ')}`), field: 'timeInForce' };
    }
    const unfit = refuseAdoption(shown, tradesOf(row), terms);
    if (unfit !== null) return unfit;
    if ((await this.claimOn(unit, orderNumber, shown)) !== 'free') return refused(OURS);
    const unresolved = await this.sightings.unresolvedTerms(unit);
    // What an edit of unknown outcome has left of an order has units of its own.
    const ours = unresolved.find(
      (one) => one.security === shown.security && !isOtherSide(shown.side, one.side),
    );
    if (ours === undefined) return null;
    return refused(`it may be ${ours.id}, whose outcome is unknown: say first what became of that`);
  }

  /** Null unless what the break tells of as another desk's is surely ours by now. */
  async refuseAsExternal(unit: Unit, row: BreakRow): Promise<Refusal | null> {
    const { orderId, orderNumber } = row;
    const shown = shownIn(row);
    if (orderId !== null || orderNumber === null || shown === null) return null;
    return (await this.claimOn(unit, orderNumber, shown)) === 'theirs' ? refused(OURS) : null;
  }

  /** Of an order of ours on the number under which the exchange shows this. */
  private async claimOn(unit: Unit, orderNumber: string, shown: ShownOrder): Promise<NumberClaim> {
    const holders = await this.sightings.holdersOf(unit, [orderNumber]);
    return claimOf(holders.get(orderNumber), shown);
  }

  /** Why a number cannot be the order's, by what was traded under it, and since when it is there. */
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
      const detail = `what was traded of it, ${other.side} ${other.security}, is not of this order and its account`;
      return { ...refused(detail), field: 'orderId' };
    }
    const [post] = await unit.find(OrderRequestRow, "order_id = ? AND kind = 'Post'", [order.id]);
    const first = await this.sightings.firstSeen(unit, orderNumber ?? '', order.tradingDate);
    const sentEntry = post?.sentEntry ?? null;
    const isOfThisProcess = await this.sightings.isOfThisProcess(sentEntry);
    const sent = { sentAt: post?.firstSentAt ?? 0, sentEntry, isOfThisProcess };
    if (first === null || seenBefore(sent, first) !== 'yes') return null;
    return { ...refused('it was there before the order was sent'), field: 'orderId' };
  }

  /** What a decision about an order of ours has to know besides its state. */
  async known(unit: Unit, decision: Decision, state: StoredOrder): Promise<Known> {
    const orderNumber = decision.orderNumber ?? claimedBy(decision, state);
    const { tradingDate, id } = state.order;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    return {
      taken: await this.isTaken(unit, orderNumber, state),
      dayOver: this.clock.now() >= closeOf(sessions, tradingDate),
      fills: await this.store.fillsOf(unit, id),
    };
  }

  /** On the day on which it is given, and today where the order may still act by it. */
  private async isTaken(
    unit: Unit,
    orderNumber: string | null,
    { order }: StoredOrder,
  ): Promise<boolean> {
    if (orderNumber === null) return false;
    const given = dayGiven(order, tradingDateOf(this.clock.now()));
    for (const day of order.timeInForce === DAY_ORDER ? [given] : [given, undefined]) {
      const holders = await this.sightings.holdersOf(unit, [orderNumber], day);
      const holder = holders.get(orderNumber);
      if (holder === undefined || holder.orderId === order.id) continue;
      const { holds, earlier } = holder;
      if (holds === 'surely' || (holds === 'perhaps' && earlier?.isOver === false)) return true;
    }
    return false;
  }

  /** `proposer`: who has proposed it; the order is his. `actor`: who approves it now. */
  async adopt(
    unit: Unit,
    row: BreakRow,
    decision: Decision,
    proposer: string,
    actor: Actor,
  ): Promise<void> {
    const { shown, orderNumber } = decision;
    const order = this.orderFrom(row, decision, proposer, await this.dayOf(unit, row));
    const { id, clientOrderId, orderRef, side, security, units, price, timeInForce } = order;
    const { brokerCode, tradingDate, status, clientSalt, accountNumber, clientName } = order;
    const client = clientCommitment(clientSalt, accountNumber, clientName);
    const body = {
      id, clientOrderId, orderRef, side, security, units, price, timeInForce,
      brokerCode, tradingDate, status, client, break: row.id,
    }; // prettier-ignore
    const fact = { type: 'ORDER_ADOPTED', body };
    await this.store.insert(unit, { order, request: null, fact, idempotencyKey: null }, actor);
    if (shown === null || orderNumber === null) throw new Error('Nothing was shown to be adopted');
    const change = adopt(order, shown, orderNumber, await this.store.moment(unit));
    // It was proven when the exchange last showed it, not now.
    const proven = { ...change, order: { ...change.order, provenAt: row.seenAt } };
    await this.store.write(unit, { order, requests: [], breaks: [] }, proven, actor);
  }

  /** As for an order of our own: what is first seen in the evening is of the session that comes. */
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
    const now = this.clock.now();
    return {
      id: orderId,
      clientOrderId: `adopted-${row.id}`,
      orderRef: adoptedRefOf(orderId),
      orderNumber: null,
      numberGrade: null,
      numberDoubt: null,
      numberDoubtedAt: null,
      side: shown.side === 'SELL' ? 'SELL' : 'BUY',
      security: shown.security,
      units: canonical(shown.units),
      price: terms.price,
      priceGrade: null,
      timeInForce: terms.timeInForce,
      accountNumber: terms.accountNumber,
      clientName: terms.clientName,
      brokerCode: this.config.brokerCode,
      status: 'New',
      exchangeStatus: null,
      reason: null,
      matchedUnits: '0',
      filledUnits: '0',
      filledValue: '0',
      gapSince: null,
      grade: null,
      doubtedSince: null,
      provenAt: null,
      askedAt: 0,
      touchedAt: 0,
      misses: 0,
      contestedSince: null,
      shownPending: null,
      priceBefore: null,
      earlierUnits: null,
      earlierFilled: null,
      tradingDate,
      createdBy: proposer,
      createdAt: now,
      updatedAt: now,
      closedAt: null,
      version: 1,
      certain: 1,
      pending: null,
      openBreaks: 0,
      listedVersion: 0,
      // No request made it, and none is answered with it.
      fingerprint: `adopted-${row.id}`,
      clientSalt: this.random.bytes(16).toString('hex'),
    };
  }
}

function refused(detail: string): Refusal {
  return { refusal: 'resolution-unfit', detail };
}

/** The number under which an edit that is said to have taken effect was acknowledged. */
function claimedBy({ resolution }: Decision, { requests }: StoredOrder): string | null {
  if (resolution !== 'took-effect') return null;
  const edit = requests.find(({ kind, state }) => kind === 'Edit' && state === 'Unknown');
  return edit?.candidate ?? null;
}
