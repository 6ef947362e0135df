import { In, type EntityManager } from 'typeorm';
import { bodyOf } from '../../../infra/audit/audit-chain.js';
import { AuditSubjectRow } from '../../../infra/audit/audit-subject.entity.js';
import { accountKey } from '../../order/order.js';
import { OrderLimitsRow } from '../../order-limits/order-limits.entity.js';
import { eachEntry, type StreamEntry } from '../find-replayed-orders.js';
import type { FieldDifference } from './field-difference.js';

/** The stream of limits of single keys and accounts. */
const STREAM = ['limits'];

/** What limits an owner has, in words, by the owner. */
type LimitsInForce = Map<string, { readonly from: string; readonly says: string }>;

/**
 * Limits of keys and accounts that are not as the entries that set and removed them say. Which account an entry is about
 * stands beside it alone. What is found twice was not written in between.
 */
export async function differencesOfLimits(
  manager: EntityManager,
): Promise<readonly FieldDifference[]> {
  const first = await foundOnce(manager);
  if (first.length === 0) return [];
  const again = new Set((await foundOnce(manager)).map((one) => JSON.stringify(one)));
  return first.filter((one) => again.has(JSON.stringify(one)));
}

async function foundOnce(manager: EntityManager): Promise<readonly FieldDifference[]> {
  const trail = await limitsInTrail(manager);
  const rows = await manager.find(OrderLimitsRow, { order: { id: 'ASC' } });
  const table: LimitsInForce = new Map(
    rows.map((row) => {
      const says = textOf(row.kind, row.changedBy, { ...row });
      return [ownerName(row.kind, row.owner), { from: row.id, says }] as const;
    }),
  );
  return [...new Set([...trail.keys(), ...table.keys()])].flatMap((owner) => {
    const [told, held] = [trail.get(owner), table.get(owner)];
    if (told?.says === held?.says) return [];
    // No account is named: whoever reads the comparison need not know the client.
    const wordsOf = (of: typeof told): string =>
      of === undefined ? 'none' : `${of.from}: ${of.says}`;
    return [{ field: 'limits', trail: wordsOf(told), table: wordsOf(held) }];
  });
}

async function limitsInTrail(manager: EntityManager): Promise<LimitsInForce> {
  const limits: LimitsInForce = new Map();
  await eachEntry(manager, STREAM, {}, async (entries) => {
    const sequence = In(entries.map((entry) => entry.sequence));
    const subjects = await manager.find(AuditSubjectRow, { where: { sequence } });
    const accounts = new Map(subjects.map((one) => [one.sequence, one.accountNumber]));
    for (const entry of entries) follow(limits, entry, accounts.get(entry.sequence) ?? '');
  });
  return limits;
}

function follow(limits: LimitsInForce, entry: StreamEntry, account: string): void {
  const { sequence, type, actor, body } = entry;
  const { of, key, ...says } = bodyOf(body);
  const kind = of === 'key' ? 'key' : 'account';
  const owner = ownerName(kind, kind === 'key' ? String(key) : account);
  if (type === 'ORDER_LIMITS_REMOVED') limits.delete(owner);
  if (type === 'ORDER_LIMITS_SET')
    limits.set(owner, { from: `entry ${sequence}`, says: textOf(kind, actor, says) });
}

function ownerName(kind: OrderLimitsRow['kind'], owner: string): string {
  return `${kind} ${kind === 'account' ? accountKey(owner) : owner}`;
}

function textOf(
  kind: OrderLimitsRow['kind'],
  by: string,
  { orderValue, orderUnits, priceBand }: Readonly<Record<string, unknown>>,
): string {
  const shown = (value: unknown): string => (typeof value === 'string' ? value : 'none');
  return `${kind} with value ${shown(orderValue)}, units ${shown(orderUnits)}, band ${shown(priceBand)}, set by ${by}`;
}
