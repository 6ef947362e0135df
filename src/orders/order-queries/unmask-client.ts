import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import { problem } from '../../infra/http/problems/problem.js';
import { Clock } from '../../infra/runtime/clock.js';
import { SlidingWindow } from '../../infra/runtime/sliding-window.js';
import type { AccountNumber } from '../../market/formats.js';
import { withoutClient } from '../order/client/client-in-texts.js';
import { orderNotFound } from '../order/order-problems.js';
import { OrderRow } from '../order/order.entity.js';
import { subjectOf } from '../order/order-subject.js';

/** Of one caller, whatever order, in any minute: each is a call or a letter that somebody answers, not a list of clients. */
const SHOWN_MAX = 30;
const MINUTE_MS = 60_000;

/** Whose order it is, unmasked. */
export interface ClientView {
  readonly accountNumber: AccountNumber;
  /**
   * The name on the account.
   * @example "Ada Obi"
   */
  readonly clientName: string;
}

/** Shows the client of an order to somebody who says why. The trace is written before anything is shown. */
export class UnmaskClient extends Command<ClientView> {
  constructor(
    readonly orderId: string,
    readonly reason: string,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(UnmaskClient)
export class UnmaskClientHandler implements ICommandHandler<UnmaskClient> {
  private readonly lately: SlidingWindow;

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    clock: Clock,
  ) {
    this.lately = new SlidingWindow(clock, { max: SHOWN_MAX, windowMs: MINUTE_MS });
  }

  async execute({ orderId, reason, actor }: UnmaskClient): Promise<ClientView> {
    // All keys and sessions of a person have the person's name.
    const waitMs = this.lately.take(actor.name);
    if (waitMs !== null) throw tooMany(waitMs);
    return this.database.units.run(async (unit) => {
      const [order] = await unit.find(OrderRow, 'id = ?', [orderId]);
      if (order === undefined) throw orderNotFound();
      const { accountNumber, clientName } = order;
      // The trail names no client, whatever somebody types.
      const body = { reason: withoutClient(reason, order) };
      const topic = { stream: orderId, about: subjectOf(order) };
      await this.audit.append(unit, topic, actor, [{ type: 'CLIENT_UNMASKED', body }]);
      return { accountNumber, clientName };
    });
  }
}

function tooMany(waitMs: number): Error {
  const detail = `You have asked whose order it is ${SHOWN_MAX} times within a minute.`;
  return problem('rate-limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
}
