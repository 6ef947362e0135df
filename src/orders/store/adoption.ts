import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/auth/actor.js';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { Random } from '../../infra/ids.js';
import { tradingDateOf } from '../../market/trading-day.js';
import { adopt, refuseAdoption } from '../domain/adopting.js';
import { canonical } from '../domain/decimal.js';
import { couldBe } from '../domain/external.js';
import { adoptedRefOf } from '../domain/order-ref.js';
import type { Refusal } from '../domain/refusal.js';
import type { Decision } from '../domain/resolution.js';
import type { BreakRow } from './break.entity.js';
import { clientCommitment, OrderStore } from './order-store.js';
import type { OrderRow } from './order.entity.js';
import { StrangerBook } from './stranger-book.js';
import { tradesOf } from './stranger-breaks.js';

/** Makes an order of ours of one that another desk has placed, as two people have decided. */
@Injectable()
export class Adoption {
  constructor(
    private readonly store: OrderStore,
    private readonly strangers: StrangerBook,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** Null when it can be done. */
  async refuse(unit: Unit, row: BreakRow, decision: Decision): Promise<Refusal | null> {
    const { orderNumber, shown, terms } = decision;
    if (terms === null || shown === null || orderNumber === null) {
      return refused('no list of the exchange has shown the order');
    }
    const unfit = refuseAdoption(shown, tradesOf(row), terms);
    if (unfit !== null) return unfit;
    const owned = await this.strangers.ownedAmong(unit, [orderNumber]);
    if (owned.size > 0) return refused('the number belongs to an order of ours');
    const unresolved = await this.strangers.unresolvedTerms(unit);
    const ours = unresolved.find((one) => couldBe(one, shown));
    if (ours === undefined) return null;
    return refused(`it may be ${ours.id}, whose outcome is unknown: say first what became of that`);
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
    const order = this.orderFrom(row, decision, proposer);
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
    // The list has proven it when it was last read, not now.
    const proven = { ...change, order: { ...change.order, provenAt: row.seenAt } };
    await this.store.write(unit, { order, requests: [], breaks: [] }, proven, actor);
  }

  private orderFrom(
    row: BreakRow,
    { orderId, shown, terms }: Decision,
    proposer: string,
  ): OrderRow {
    if (orderId === null || shown === null || terms === null) throw new Error('Nothing to adopt');
    const now = this.clock.now();
    return {
      id: orderId,
      clientOrderId: `adopted-${row.id}`,
      orderRef: adoptedRefOf(orderId),
      orderNumber: null,
      numberGrade: null,
      side: shown.side === 'SELL' ? 'SELL' : 'BUY',
      security: shown.security,
      units: canonical(shown.units),
      price: terms.price,
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
      grade: null,
      provenAt: null,
      askedAt: 0,
      touchedAt: 0,
      misses: 0,
      tradingDate: tradingDateOf(row.openedAt),
      createdBy: proposer,
      createdAt: now,
      updatedAt: now,
      closedAt: null,
      version: 1,
      certain: 1,
      pending: null,
      openBreaks: 0,
      // No request made it, and none is answered with it.
      fingerprint: `adopted-${row.id}`,
      clientSalt: this.random.bytes(16).toString('hex'),
    };
  }
}

function refused(detail: string): Refusal {
  return { refusal: 'resolution-unfit', detail };
}
