import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Actor } from '../../infra/audit/actor.js';
import { Config } from '../../infra/config/config.js';
import { Ids } from '../../infra/runtime/ids.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { nextOpening, type Sessions } from '../../market/trading-calendar/trading-day.js';
import { decideEdit, isUnitsMeaningKnown, termsAfterEdit } from '../order/changes/instructions.js';
import type { OrderChange } from '../order/order.js';
import { isRefusal, type Refusal } from '../order/requests/refusal.js';
import { orderNotFound, problemOf, staleVersion } from '../order/order-problems.js';
import { OrderStore, type StoredOrder } from '../order/order-store.js';
import { EditLimits } from './edit-limits.js';
import { onlyReduces } from '../order-limits/check-limits.js';
import {
  isLimitRefusal,
  limitProblem,
  PreTradeLimits,
  PRICE_NEEDED,
  type LastPrice,
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

/** What an edit is decided by besides the order. */
interface Basis {
  readonly requestId: string;
  readonly sessions: Sessions;
  readonly lastPrice: LastPrice;
}

@CommandHandler(EditOrder)
export class EditOrderHandler implements ICommandHandler<EditOrder> {
  constructor(
    private readonly store: OrderStore,
    private readonly limits: PreTradeLimits,
    private readonly editLimits: EditLimits,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly ids: Ids,
  ) {}

  async execute(command: EditOrder): Promise<StoredOrder> {
    const { orderId, actor } = command;
    const requestId = this.ids.next('req');
    const sessions = await this.calendar.sessions();
    const outcome = await this.limits.withLastPrice(
      () => this.limits.securityOf(orderId),
      (lastPrice) => this.change(command, { requestId, sessions, lastPrice }),
    );
    if (outcome === null) throw orderNotFound();
    if (isLimitRefusal(outcome)) {
      await this.limits.recordEdit(outcome, orderId, actor);
      throw limitProblem(outcome, orderId);
    }
    if (isRefusal(outcome)) throw problemOf(outcome, orderId);
    return outcome;
  }

  private async change(
    { orderId, terms, version, actor }: EditOrder,
    { requestId, sessions, lastPrice }: Basis,
  ): Promise<StoredOrder | Refusal | typeof PRICE_NEEDED | null> {
    const operator = actor.onBehalfOf ?? actor.name;
    const { editUnitsMean } = this.config;
    let isPriceNeeded = false;
    const outcome = await this.store.change(orderId, actor, async (state, at, unit) => {
      if (version !== null && version !== state.order.version) {
        return staleVersion(state.order.version, version);
      }
      const untilOpening = nextOpening(sessions, at.wall) - at.wall;
      const unitsMeanKnown = isUnitsMeaningKnown(state.order, editUnitsMean);
      const decision = decideEdit(state, { ...terms, requestId, operator, at, unitsMeanKnown });
      if (isRefusal(decision)) return decision;
      const wanted = termsAfterEdit(state, terms);
      if (!onlyReduces(wanted, termsAfterEdit(state, {}))) {
        const { accountNumber } = state.order;
        const checked = { ...wanted, accountNumber, lastPrice };
        const refusal = await this.limits.check(unit, checked, actor);
        isPriceNeeded = refusal === PRICE_NEEDED;
        if (refusal !== null) return refusal === PRICE_NEEDED ? null : refusal;
      }
      // The same terms once more change nothing.
      if (decision.facts.length === 0) return decision;
      const tooMany = await this.editLimits.refuse(unit, state.order);
      if (tooMany !== null) return tooMany;
      if (untilOpening === 0) return decision;
      return deferred(decision, at.database + untilOpening);
    });
    return isPriceNeeded ? PRICE_NEEDED : outcome;
  }
}

/** Outside the session an edit waits for the opening, like a post. */
function deferred(change: OrderChange, dueAt: number): OrderChange {
  const requests = change.requests.map((request) =>
    request.kind === 'Edit' && request.state === 'Queued' ? { ...request, dueAt } : request,
  );
  return { ...change, requests };
}
