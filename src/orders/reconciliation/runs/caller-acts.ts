import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../infra/audit/actor.js';
import { AuditLog, type Subject } from '../../../infra/audit/audit-log.js';
import { Database } from '../../../infra/database/database.js';
import type { LoneUnit } from '../../../infra/database/units/unit-of-work.js';
import { OrderRow } from '../../order/order.entity.js';
import type { RunScope } from '../collect/scope.js';
import { subjectOf } from '../../order/order-subject.js';

/**
 * What callers ask of the reconciler, in the audit trail: who asked, with the call that asks, or before the run. Answers
 * the sequence of the entry, which led to all that the answers change.
 */
@Injectable()
export class CallerActs {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  async enquired(
    unit: LoneUnit,
    orderId: string,
    orderNumber: string,
    actor: Actor,
  ): Promise<number> {
    const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
    const about = { ...(order === undefined ? {} : subjectOf(order)), orderNumber };
    const fact = { type: 'ORDER_ENQUIRED', body: { orderNumber } };
    return this.audit.appendNow(unit, { stream: orderId, about }, actor, fact);
  }

  /** The caller was given the answer to another caller's enquiry. */
  async enquiryShared(orderId: string, orderNumber: string, actor: Actor): Promise<void> {
    await this.database.units.runAlone((unit) => this.enquired(unit, orderId, orderNumber, actor));
  }

  /** A run or a dry run, over everything or a scope. An account is only in the index beside the trail. */
  runAsked({ scope, dryRun }: AskedRun, actor: Actor): Promise<number> {
    const { over, about } = scopeIn(scope);
    const fact = { type: 'RUN_ASKED', body: { over, dryRun } };
    const topic = { stream: 'runs', about };
    return this.database.units.runAlone((unit) => this.audit.appendNow(unit, topic, actor, fact));
  }

  /** A break about an order that is not ours. */
  rechecked(unit: LoneUnit, orderNumber: string, actor: Actor): Promise<number> {
    const topic = { stream: 'breaks', about: { orderNumber } };
    const fact = { type: 'BREAK_RECHECKED', body: { orderNumber } };
    return this.audit.appendNow(unit, topic, actor, fact);
  }
}

interface AskedRun {
  readonly scope: RunScope | null;
  readonly dryRun: boolean;
}

function scopeIn(scope: RunScope | null): { readonly over: string; readonly about: Subject } {
  if (scope === null) return { over: 'everything', about: {} };
  if ('accountNumber' in scope) {
    return { over: 'the orders of an account', about: { accountNumber: scope.accountNumber } };
  }
  if ('security' in scope) return { over: scope.security, about: { security: scope.security } };
  const [orderId, ...others] = scope.orderIds;
  if (orderId !== undefined && others.length === 0) return { over: orderId, about: { orderId } };
  return { over: `${scope.orderIds.length} orders`, about: {} };
}
