import type { AuditSubjectRow } from '../../../infra/audit/audit-subject.entity.js';
import { REMOVED } from '../../order/order.js';
import type { OrderRow } from '../../order/order.entity.js';
import type { FieldDifference } from './field-difference.js';

/** What the trail says of an order that its entries are found by. */
export interface FoundBy {
  readonly security: unknown;
  readonly tradingDate: unknown;
}

/**
 * Whether the entries of an order are found by the order, its account, its security and its day. The index is beside the
 * trail and not hashed: who takes an entry out of it hides that from searches, and from exports of an account.
 */
export class IndexedEntries {
  private wrong = 0;
  private first: Pick<FieldDifference, 'trail' | 'table'> | null = null;

  constructor(private readonly order: Pick<OrderRow, 'id' | 'accountNumber'>) {}

  add(sequence: number, subject: AuditSubjectRow | undefined, foundBy: FoundBy): void {
    const table = this.otherwise(subject, foundBy);
    if (table === null) return;
    this.wrong += 1;
    this.first ??= { trail: `entry ${sequence} is about the order`, table };
  }

  differences(): readonly FieldDifference[] {
    if (this.first === null) return [];
    const { trail, table } = this.first;
    const more =
      this.wrong === 1 ? '' : `, and ${this.wrong - 1} more entries are not as they were`;
    return [{ field: 'index', trail, table: `${table}${more}` }];
  }

  /** Null: as it should be. An account is not named: who may see the result may not see clients. */
  private otherwise(
    subject: AuditSubjectRow | undefined,
    { security, tradingDate }: FoundBy,
  ): string | null {
    if (subject === undefined) return 'none';
    const { orderId, accountNumber } = subject;
    if (orderId !== this.order.id) return `order ${orderId ?? 'none'}`;
    if (!this.isItsAccount(accountNumber))
      return accountNumber === null ? 'no account' : 'another account';
    if (subject.security !== security) return `security ${subject.security ?? 'none'}`;
    if (subject.tradingDate !== tradingDate) return `day ${subject.tradingDate ?? 'none'}`;
    return null;
  }

  /** A removal leaves no account there; what is written later is about one that is removed. */
  private isItsAccount(accountNumber: string | null): boolean {
    const own = this.order.accountNumber;
    return accountNumber === own || (own === REMOVED && accountNumber === null);
  }
}
