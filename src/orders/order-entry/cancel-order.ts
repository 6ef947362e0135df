import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { Ids } from '../../infra/runtime/ids.js';
import { decideCancel } from '../order/changes/instructions.js';
import { isRefusal } from '../order/requests/refusal.js';
import { orderNotFound, problemOf, staleVersion } from '../order/order-problems.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';

/** Cancels an order: without a call if it was never sent, else at the exchange. */
export class CancelOrder extends Command<StoredOrder> {
  constructor(
    readonly orderId: string,
    readonly reason: string | null,
    readonly version: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(CancelOrder)
export class CancelOrderHandler implements ICommandHandler<CancelOrder> {
  constructor(
    private readonly store: OrderStore,
    private readonly ids: Ids,
  ) {}

  async execute({ orderId, reason, version, actor }: CancelOrder): Promise<StoredOrder> {
    const requestId = this.ids.next('req');
    const operator = actor.onBehalfOf ?? actor.name;
    const outcome = await this.store.change(orderId, actor, (state, at) =>
      version !== null && version !== state.order.version
        ? staleVersion(state.order.version, version)
        : decideCancel(state, { requestId, operator, at, reason }),
    );
    if (outcome === null) throw orderNotFound();
    if (isRefusal(outcome)) throw problemOf(outcome, orderId);
    return outcome;
  }
}
