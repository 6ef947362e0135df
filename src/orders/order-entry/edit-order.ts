import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { Config } from '../../infra/config/config.js';
import { Ids } from '../../infra/runtime/ids.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { nextOpening } from '../../market/trading-calendar/trading-day.js';
import { decideEdit, isUnitsMeaningKnown, termsAfterEdit } from '../order/instructions.js';
import type { Change } from '../order/order.js';
import { isRefusal } from '../order/refusal.js';
import { orderNotFound, problemOf, staleVersion } from '../order/order-problems.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { checkLimits, onlyReduces, type LimitRefusal } from '../order-limits/check-limits.js';
import {
  isLimitRefusal,
  limitProblem,
  PreTradeLimits,
  type Bounds,
} from '../order-limits/pre-trade-limits.js';

export interface NewTerms {
  readonly units?: string;
  readonly price?: string;
}

/** Changes the units or the price of an order that works or has not been sent yet. */
export class EditOrder extends Command<StoredOrder> {
  constructor(
    readonly orderId: string,
    readonly terms: NewTerms,
    /** The version that the caller saw; null: any. */
    readonly version: number | null,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(EditOrder)
export class EditOrderHandler implements ICommandHandler<EditOrder> {
  constructor(
    private readonly store: OrderStore,
    private readonly limits: PreTradeLimits,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly ids: Ids,
  ) {}

  async execute({ orderId, terms, version, actor }: EditOrder): Promise<StoredOrder> {
    const requestId = this.ids.next('req');
    const operator = actor.onBehalfOf ?? actor.name;
    const { editUnitsMean } = this.config;
    const sessions = await this.calendar.sessions();
    const bounds = await this.limits.forEdit(orderId, actor);
    const outcome = await this.store.change(orderId, actor, (state, at) => {
      if (version !== null && version !== state.order.version) {
        return staleVersion(state.order.version, version);
      }
      const untilOpening = nextOpening(sessions, at.wall) - at.wall;
      const unitsMeanKnown = isUnitsMeaningKnown(state.order, editUnitsMean);
      const decision = decideEdit(state, { ...terms, requestId, operator, at, unitsMeanKnown });
      if (isRefusal(decision)) return decision;
      const refusal = beyondLimit(state, terms, bounds);
      if (refusal !== null) return refusal;
      if (untilOpening === 0) return decision;
      return deferred(decision, at.database + untilOpening);
    });
    if (outcome === null) throw orderNotFound();
    if (isLimitRefusal(outcome)) {
      await this.limits.recordEdit(outcome, orderId, actor);
      throw limitProblem(outcome, orderId);
    }
    if (isRefusal(outcome)) throw problemOf(outcome, orderId);
    return outcome;
  }
}

function beyondLimit(
  state: StoredOrder,
  terms: NewTerms,
  { limits, lastPrice }: Bounds,
): LimitRefusal | null {
  const wanted = termsAfterEdit(state, terms);
  if (onlyReduces(wanted, termsAfterEdit(state, {}))) return null;
  return checkLimits(wanted, limits, lastPrice);
}

/** Outside the session an edit waits for the opening, like a post. */
function deferred(change: Change, dueAt: number): Change {
  const requests = change.requests.map((request) =>
    request.kind === 'Edit' && request.state === 'Queued' ? { ...request, dueAt } : request,
  );
  return { ...change, requests };
}
