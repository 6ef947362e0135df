import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { createHash } from 'node:crypto';
import type { Actor } from '../../infra/audit/actor.js';
import { covers, type BoundAccounts } from '../../infra/auth/api-keys/bound-keys.js';
import { Database } from '../../infra/database/database.js';
import { isUniqueViolation } from '../../infra/database/units/unit-of-work.js';
import { Tracing } from '../../infra/observability/tracing.js';
import { faultPoint } from '../../infra/runtime/fault-point.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { isLimitRefusal, limitProblem, PreTradeLimits } from '../order-limits/pre-trade-limits.js';
import {
  PostAcceptance,
  type Accepted,
  type AskedPost,
  type PostOrderResult,
  type PostOrderTerms,
} from './post-acceptance.js';

/** Accepts an order: stores it durably and queues its post. Nothing is sent here. */
export class PostOrder extends Command<PostOrderResult> {
  constructor(
    readonly terms: PostOrderTerms,
    readonly idempotencyKey: string | null,
    /** It may post for no others. */
    readonly accounts: BoundAccounts,
    readonly actor: Actor,
  ) {
    super();
  }
}

@CommandHandler(PostOrder)
export class PostOrderHandler implements ICommandHandler<PostOrder> {
  constructor(
    private readonly database: Database,
    private readonly acceptance: PostAcceptance,
    private readonly limits: PreTradeLimits,
    private readonly tracing: Tracing,
  ) {}

  async execute(command: PostOrder): Promise<PostOrderResult> {
    if (!covers(command.accounts, command.terms.accountNumber)) {
      throw fieldProblem('account-foreign', 'accountNumber', 'must be an account that the key is for'); // prettier-ignore
    }
    const fingerprint = fingerprintOf(command.terms);
    const { traceparent } = this.tracing;
    const result = await this.limits.withLastPrice(
      () => Promise.resolve(command.terms.security),
      (lastPrice) => this.acceptOnce({ command, fingerprint, lastPrice, traceparent }),
    );
    if (isLimitRefusal(result)) throw limitProblem(result, null);
    return result;
  }

  private async acceptOnce(post: AskedPost): Promise<Accepted> {
    const accept = (): Promise<Accepted> => this.database.units.runJointly(this.acceptance, post);
    try {
      const result = await accept();
      faultPoint('order-after-commit');
      return result;
    } catch (error) {
      // A concurrent request with the same clientOrderId was first: answer with its order.
      if (!isUniqueViolation(error)) throw error;
      return accept();
    }
  }
}

/** Digest of everything the caller asked for. */
function fingerprintOf(terms: PostOrderTerms): string {
  const { clientOrderId, side, security, units, price, timeInForce } = terms;
  const { accountNumber, clientName, brokerCode } = terms;
  const content = [clientOrderId, side, security, units, price, timeInForce];
  return createHash('sha256')
    .update(JSON.stringify([...content, accountNumber, clientName, brokerCode]))
    .digest('hex');
}
