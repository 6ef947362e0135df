import { Injectable } from '@nestjs/common';
import type { Actor } from '../../infra/audit/actor.js';
import { AuditLog, type Topic, lockTrail } from '../../infra/audit/audit-log.js';
import { ApiKeys } from '../../infra/auth/api-keys/api-keys.js';
import { Database } from '../../infra/database/database.js';
import { inList } from '../../infra/database/in-list.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Ids } from '../../infra/runtime/ids.js';
import { accountKey } from '../order/order.js';
import type { OrderLimits } from './check-limits.js';
import { OrderLimitsRow } from './order-limits.entity.js';

export type LimitsOfOwner = OrderLimitsRow;

/** A key by its id, or an account by its number in any spelling. */
export type LimitedOwner = Pick<OrderLimitsRow, 'kind' | 'owner'>;

export interface AskedOwner {
  readonly keyId: string | null;
  readonly accountNumber: string;
}

/**
 * The limits of single keys and accounts, set by administrators. Never cached: a limit holds on all instances for
 * every order and edit that comes after it.
 */
@Injectable()
export class OwnLimits {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly keys: ApiKeys,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** For each those of the key, then those of the account, as far as they have any. */
  async ofAll(
    unit: Unit,
    asked: readonly AskedOwner[],
  ): Promise<readonly (readonly LimitsOfOwner[])[]> {
    const keys = inList([...new Set(asked.map(({ keyId }) => keyId ?? ''))]);
    const accounts = inList([...new Set(asked.map((one) => accountKey(one.accountNumber)))]);
    const rows = await unit.find(
      OrderLimitsRow,
      `(kind = 'key' AND owner IN (${keys.marks})) OR (kind = 'account' AND owner IN (${accounts.marks}))`,
      [...keys.values, ...accounts.values],
    );
    const of = new Map(rows.map((row) => [`${row.kind} ${row.owner}`, row]));
    return asked.map(({ keyId, accountNumber }) =>
      [`key ${keyId ?? ''}`, `account ${accountKey(accountNumber)}`].flatMap(
        (owner) => of.get(owner) ?? [],
      ),
    );
  }

  /** In the order in which they were first set. */
  list(after: string, most: number): Promise<readonly LimitsOfOwner[]> {
    const where = 'id > ? ORDER BY id LIMIT ?';
    return this.database.reading.find(OrderLimitsRow, where, [after, most]);
  }

  /** Replaces all limits of the owner. Null: there is no such key. */
  async set(owner: LimitedOwner, limits: OrderLimits, actor: Actor): Promise<LimitsOfOwner | null> {
    if (owner.kind === 'key' && !(await this.isKey(owner.owner))) return null;
    return this.change(owner, async (unit, before) => {
      const changes = { ...limits, changedBy: actor.name, changedAt: this.clock.now() };
      const row = before ?? { ...stored(owner), id: this.ids.next('lim') };
      if (before === null) await unit.insert(OrderLimitsRow, { ...row, ...changes });
      else await unit.update(OrderLimitsRow, { id: row.id }, changes);
      const body = { ...named(owner), ...limits, before: before === null ? null : factOf(before) };
      const fact = { type: 'ORDER_LIMITS_SET', body };
      await this.audit.append(unit, topicOf(owner), actor, [fact]);
      return { ...row, ...changes };
    });
  }

  /** False when there were none. */
  remove(owner: LimitedOwner, actor: Actor): Promise<boolean> {
    return this.change(owner, async (unit, before) => {
      if (before === null) return false;
      await unit.execute('DELETE FROM order_limits WHERE id = ?', [before.id]);
      const fact = {
        type: 'ORDER_LIMITS_REMOVED',
        body: { ...named(owner), before: factOf(before) },
      };
      await this.audit.append(unit, topicOf(owner), actor, [fact]);
      return true;
    });
  }

  private async isKey(id: string): Promise<boolean> {
    return (await this.keys.list()).some(({ row }) => row.id === id);
  }

  /** Serialised over all instances: the second change sees the first. */
  private change<T>(
    owner: LimitedOwner,
    act: (unit: Unit, before: OrderLimitsRow | null) => Promise<T>,
  ): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      const { kind, owner: name } = stored(owner);
      const where = 'kind = ? AND owner = ?';
      const [before] = await unit.find(OrderLimitsRow, where, [kind, name]);
      return act(unit, before ?? null);
    });
  }
}

function stored({ kind, owner }: LimitedOwner): LimitedOwner {
  return { kind, owner: kind === 'account' ? accountKey(owner) : owner };
}

/** The trail names no account; searches find the entry by what is kept beside it. */
function topicOf({ kind, owner }: LimitedOwner): Topic {
  return { stream: 'limits', about: kind === 'account' ? { accountNumber: owner } : {} };
}

function named({ kind, owner }: LimitedOwner) {
  return { of: kind, key: kind === 'key' ? owner : null };
}

function factOf({ orderValue, orderUnits, priceBand }: OrderLimitsRow) {
  return { orderValue, orderUnits, priceBand };
}
