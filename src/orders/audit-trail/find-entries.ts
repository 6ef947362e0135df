import type { EntityManager, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { AuditEntryRow, AuditHeadRow } from '../../infra/audit/audit-entry.entity.js';
import { AuditNumberRow } from '../../infra/audit/audit-number.entity.js';
import { AuditSubjectRow } from '../../infra/audit/audit-subject.entity.js';
import { nextTurn } from '../../infra/runtime/batches.js';
import { plainRow, type RawRow } from '../../infra/database/plain-rows.js';
import { isSameAccountInSql, spellingKey } from '../order/client/account-spellings.js';
import { OrderNumberRow, OrderRow } from '../order/order.entity.js';

export interface AuditFilters {
  readonly orderId?: string;
  readonly orderRef?: string;
  /** Of our orders, now or before an edit, and of external ones; or that a search has named. */
  readonly orderNumber?: string;
  /** In any spelling. */
  readonly accountNumber?: string;
  readonly security?: string;
  readonly tradingDate?: string;
  readonly actor?: string;
  /** The name of an actor, whatever it is, or of somebody in `On-Behalf-Of`. */
  readonly by?: string;
  readonly onBehalfOf?: string;
  readonly type?: string;
  /** Any of these, each by a query of its own, instead of `type`. */
  readonly types?: readonly string[];
  readonly requestId?: string;
  /** RFC 3339 in UTC with milliseconds; from inclusive, to exclusive. */
  readonly from?: string;
  readonly to?: string;
}

/** The entries between two sequences, both exclusive; `descending`: the last `limit` of them. */
export interface EntryRange {
  readonly after: number;
  readonly before: number;
  readonly descending: boolean;
  readonly limit: number;
}

/** An entry with what it is about. */
export type FoundEntry = AuditEntryRow & { readonly about: AuditSubjectRow | null };

/** The filters by one value, best first: where the first few leave little, the rest cost nothing. */
const EQUALS = [
  'namedNumber', 'requestId', 'orderId', 'orderNumber', 'accountNumber', 'onBehalfOf', 'tradingDate', 'security',
  'type', 'actor',
] as const; // prettier-ignore
type Equal = (typeof EQUALS)[number];
const OF_SUBJECTS: readonly Equal[] = [
  'orderId', 'orderNumber', 'accountNumber', 'security', 'tradingDate',
]; // prettier-ignore

/** The table of each, beside that of the entries. */
const TABLES = { e: AuditEntryRow, s: AuditSubjectRow, n: AuditNumberRow } as const;

function tableOf(name: Equal): keyof typeof TABLES {
  if (name === 'namedNumber') return 'n';
  return OF_SUBJECTS.includes(name) ? 's' : 'e';
}

/** A filter that leaves fewer entries than this is read rather than another. */
const FEW = 1_000;

/** A statement looks through so many entries of the trail where no filter leaves few; then others have their turn. */
const LOOKED_AT = 5_000;

/**
 * Finds the entries that meet all filters. Each filter alone is a range of an index in the order of the
 * sequence, so that a page reads about as many entries as it shows, however long the trail is.
 */
export async function findEntries(
  manager: EntityManager,
  filters: AuditFilters,
  range: EntryRange,
): Promise<FoundEntry[]> {
  const narrowed = await narrow(manager, filters, range);
  const found = new Map<number, FoundEntry>();
  const all = await alternatives(manager, narrowed.filters);
  // None may have an entry that another was asked too early for: the next page goes on after it.
  const bounded = all.length > 1 ? await upToHead(manager, narrowed.range) : narrowed.range;
  for (const conditions of all) {
    for (const entry of await entriesThatMeet(manager, conditions, bounded))
      found.set(entry.sequence, entry);
  }
  const sign = range.descending ? -1 : 1;
  return [...found.values()].sort((a, b) => sign * (a.sequence - b.sequence)).slice(0, range.limit);
}

/** As {@link plainRow}s. */
async function readEntries(query: SelectQueryBuilder<AuditEntryRow>): Promise<FoundEntry[]> {
  const rows = await query.getRawMany<RawRow>();
  const entry = plainRow(query, AuditEntryRow, 'e');
  const subject = plainRow(query, AuditSubjectRow, 's');
  return rows.map((row) =>
    Object.assign(entry(row), { about: row['s_sequence'] === null ? null : subject(row) }),
  );
}

type Conditions = Omit<AuditFilters, 'orderRef' | 'types' | 'by'> & {
  /** A number that the entry only names. */
  readonly namedNumber?: string;
};

/**
 * Where several filters leave many entries each, there may be none that meets all: then one part of the trail is looked
 * through after the other.
 */
async function entriesThatMeet(
  manager: EntityManager,
  conditions: Conditions,
  range: EntryRange,
): Promise<FoundEntry[]> {
  const { first, leavesFew } = await readFirst(manager, conditions, range);
  if (leavesFew) return readEntries(entriesQuery(manager, { conditions, first }, range));
  const found: FoundEntry[] = [];
  for (const part of partsOf(await upToHead(manager, range))) {
    const limit = range.limit - found.length;
    const query = entriesQuery(manager, { conditions, first }, { ...part, limit });
    found.push(...(await readEntries(query)));
    if (found.length >= range.limit) break;
    await nextTurn();
  }
  return found;
}

async function upToHead(manager: EntityManager, range: EntryRange): Promise<EntryRange> {
  const { sequence: end } = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
  return { ...range, before: Math.min(range.before, end + 1) };
}

/** So many sequences at once, in the order of the range. */
function* partsOf(range: EntryRange): Generator<EntryRange> {
  let { after, before } = range;
  while (before - after > 1) {
    const next = range.descending
      ? Math.max(after, before - 1 - LOOKED_AT)
      : Math.min(before, after + 1 + LOOKED_AT);
    yield range.descending ? { ...range, after: next, before } : { ...range, after, before: next };
    if (range.descending) before = next + 1;
    else after = next - 1;
  }
}

interface Search {
  readonly conditions: Conditions;
  /** The filter whose index is read; null: the trail itself. */
  readonly first: Equal | null;
}

function entriesQuery(
  manager: EntityManager,
  { conditions, first }: Search,
  range: EntryRange,
): SelectQueryBuilder<AuditEntryRow> {
  const query = manager.createQueryBuilder(AuditEntryRow, 'e');
  const join = [AuditSubjectRow, 's', 's.sequence = e.sequence'] as const;
  if (OF_SUBJECTS.some((name) => conditions[name] !== undefined)) {
    query.innerJoinAndMapOne('e.about', ...join);
  } else query.leftJoinAndMapOne('e.about', ...join);
  if (conditions.namedNumber !== undefined)
    query.innerJoin(AuditNumberRow, 'n', 'n.sequence = e.sequence');
  within(query, first, conditions, range);
  for (const name of EQUALS) {
    const value = conditions[name];
    if (value === undefined || name === first) continue;
    // No index of its own, so that the one that leaves least is read.
    const column = `COALESCE(${columnOf(name)}, '')`;
    const isEqual =
      name === 'accountNumber' ? isSameAccountInSql(column, `:${name}`) : `${column} = :${name}`;
    query.andWhere(isEqual, { [name]: value });
  }
  const { from, to } = conditions;
  // Nor of the times, by which the sequences have been narrowed: SQLite would read all entries of them.
  const at = manager.dataSource.options.type === 'postgres' ? 'e.at' : "COALESCE(e.at, '')";
  if (from !== undefined) query.andWhere(`${at} >= :from`, { from });
  if (to !== undefined) query.andWhere(`${at} < :to`, { to });
  return query;
}

/** The filter whose index is read, and whether it leaves few entries, or no other filter is to be met. */
async function readFirst(
  manager: EntityManager,
  conditions: Conditions,
  range: EntryRange,
): Promise<{ readonly first: Equal | null; readonly leavesFew: boolean }> {
  const given = EQUALS.filter((name) => conditions[name] !== undefined);
  for (const name of given.length > 1 ? given : []) {
    const alias = tableOf(name);
    const query = manager.createQueryBuilder<ObjectLiteral>(TABLES[alias], alias);
    within(query.select(`${alias}.sequence`), name, conditions, range);
    const rows = await query.limit(FEW).getRawMany();
    if (rows.length < FEW) return { first: name, leavesFew: true };
  }
  return { first: given[0] ?? null, leavesFew: given.length <= 1 };
}

function columnOf(name: Equal): string {
  return `${tableOf(name)}.${name === 'namedNumber' ? 'orderNumber' : name}`;
}

/**
 * Reads the range of one index in its own order. It is written as a comparison of pairs because PostgreSQL
 * would read a common value in the order of the sequence alone, which is slow where its entries lie elsewhere.
 */
function within<T extends ObjectLiteral>(
  query: SelectQueryBuilder<T>,
  name: Equal | null,
  conditions: Conditions,
  { after, before, descending, limit }: EntryRange,
): void {
  const order = descending ? 'DESC' : 'ASC';
  query.setParameters({ after, before }).limit(limit);
  if (name === null) {
    query.where('e.sequence > :after AND e.sequence < :before').orderBy('e.sequence', order);
    return;
  }
  const column = columnOf(name);
  // Few entries name one number: PostgreSQL knows how few only from an equality.
  if (name === 'namedNumber') {
    query
      .where(`${column} = :value`, { value: conditions[name] })
      .andWhere('n.sequence > :after AND n.sequence < :before')
      .orderBy('n.sequence', order);
    return;
  }
  const sequence = `${column.slice(0, 1)}.sequence`;
  const [key, value] =
    name === 'accountNumber' ? [spellingKey(column), spellingKey(':value')] : [column, ':value'];
  query
    .where(`${column} IS NOT NULL`)
    .andWhere(`(${key}, ${sequence}) > (${value}, :after)`, { value: conditions[name] })
    .andWhere(`(${key}, ${sequence}) < (${value}, :before)`)
    .orderBy(key, order)
    .addOrderBy(sequence, order);
}

/** The conditions of which entries meet any: of several types, and of orders that have had a number. */
async function alternatives(manager: EntityManager, filters: AuditFilters): Promise<Conditions[]> {
  const { types, by, ...others } = filters;
  const ofOrders = await alternativesOf(manager, others);
  const found = by === undefined ? ofOrders : ofOrders.flatMap((one) => doneBy(one, by));
  if (types === undefined) return found;
  return found.flatMap((one) => types.map((type) => ({ ...one, type })));
}

/** Entries name their actor with what it is; whoever acted for somebody is found by that name, too. */
function doneBy(conditions: Conditions, by: string): Conditions[] {
  const { actor, onBehalfOf } = conditions;
  const asActor = [by, `key:${by}`, `system:${by}`]
    .filter((one) => actor === undefined || actor === one)
    .map((one) => ({ ...conditions, actor: one }));
  if (onBehalfOf !== undefined && onBehalfOf !== by) return asActor;
  return [...asActor, { ...conditions, onBehalfOf: by }];
}

async function alternativesOf(
  manager: EntityManager,
  filters: Omit<AuditFilters, 'types' | 'by'>,
): Promise<Conditions[]> {
  const { orderRef, orderNumber, ...rest } = filters;
  if (orderRef === undefined && orderNumber === undefined) return [rest];
  const orderIds =
    orderRef === undefined
      ? await ordersOfNumber(manager, orderNumber ?? '')
      : (await manager.findBy(OrderRow, { orderRef })).map(({ id }) => id);
  const ofOrders = orderIds
    .filter((id) => filters.orderId === undefined || filters.orderId === id)
    .map((orderId) => ({ ...rest, orderId }));
  if (orderNumber === undefined) return ofOrders;
  const ofNumber = [
    { ...rest, orderNumber },
    { ...rest, namedNumber: orderNumber },
  ];
  if (orderRef === undefined) return [...ofOrders, ...ofNumber];
  const numbered = await ordersOfNumber(manager, orderNumber);
  return ofOrders.flatMap((one) =>
    numbered.includes(one.orderId)
      ? [one]
      : [
          { ...one, orderNumber },
          { ...one, namedNumber: orderNumber },
        ],
  );
}

async function ordersOfNumber(manager: EntityManager, orderNumber: string): Promise<string[]> {
  const linked = await manager.findBy(OrderNumberRow, { orderNumber });
  const current = await manager.findBy(OrderRow, { orderNumber });
  return [...new Set([...linked.map(({ orderId }) => orderId), ...current.map(({ id }) => id)])];
}

/**
 * Narrows the sequences to those that the times can lie in. Times rise with the sequence except where a clock
 * was set back, by `stepBackMs` at most.
 */
async function narrow(
  manager: EntityManager,
  filters: AuditFilters,
  range: EntryRange,
): Promise<{ readonly filters: AuditFilters; readonly range: EntryRange }> {
  const { from, to, ...rest } = filters;
  if (from === undefined && to === undefined) return { filters, range };
  const { stepBackMs } = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
  const last =
    from === undefined ? null : await nearest(manager, 'e.at < :at', shifted(from, -stepBackMs));
  const next =
    to === undefined ? null : await nearest(manager, 'e.at >= :at', shifted(to, stepBackMs));
  const narrowed = {
    ...range,
    after: Math.max(range.after, last?.sequence ?? 0),
    before: Math.min(range.before, next?.sequence ?? range.before),
  };
  // The times need no further look if all rise.
  return { filters: stepBackMs === 0 ? rest : filters, range: narrowed };
}

/** The entry nearest to the time on one side of it. */
function nearest(
  manager: EntityManager,
  side: 'e.at < :at' | 'e.at >= :at',
  at: string,
): Promise<AuditEntryRow | null> {
  const order = side === 'e.at < :at' ? 'DESC' : 'ASC';
  return manager
    .createQueryBuilder(AuditEntryRow, 'e')
    .select('e.sequence')
    .where(side, { at })
    .orderBy('e.at', order)
    .addOrderBy('e.sequence', order)
    .limit(1)
    .getOne();
}

const LAST_INSTANT = Date.UTC(9999, 11, 31);

/** Within the years of four digits, whose texts sort like the times. */
function shifted(at: string, byMs: number): string {
  const moved = Math.min(Math.max(Date.parse(at) + byMs, 0), LAST_INSTANT);
  return new Date(moved).toISOString();
}
