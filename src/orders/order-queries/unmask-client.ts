import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Database } from '../../infra/database/database.js';
import type { AccountNumber } from '../../market/formats.js';
import { withoutClient } from '../order/client-in-texts.js';
import { orderNotFound } from '../order/order-problems.js';
import { OrderRow } from '../order/order.entity.js';
import { subjectOf } from '../order/order-subject.js';

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
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
  ) {}

  execute({ orderId, reason, actor }: UnmaskClient): Promise<ClientView> {
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
