import { bodyOf } from '../../infra/audit/audit-chain.js';
import type { Reading } from '../../infra/database/reads.js';
import { accountKey } from '../order/order.js';
import { LegalHoldRow } from './legal-hold.entity.js';

interface HoldEntry {
  readonly type: string;
  readonly actor: string;
  readonly body: string;
  /** From the index beside the trail, which alone names accounts. */
  readonly orderId: string | null;
  readonly accountNumber: string | null;
}

/** A hold as the trail has it. */
interface RecordedHold {
  readonly placed: HoldEntry;
  readonly released: HoldEntry | null;
}

/** The holds that the table has and the trail does not, in plain words. */
export async function findUnprovenHolds(reading: Reading): Promise<readonly string[]> {
  const recorded = await recordedHolds(reading);
  const rows = await reading.find(LegalHoldRow, '1 = 1 ORDER BY id');
  return rows.filter(({ id }) => !recorded.has(id)).map(({ id }) => `a legal hold ${id}`);
}

/**
 * The holds of the trail that the table does not have, or has otherwise, as sentences: a removal of clients goes by the
 * table. An account is not named: who verifies the trail may not see clients.
 */
export async function findContradictedHolds(reading: Reading): Promise<readonly string[]> {
  const recorded = await recordedHolds(reading);
  const rows = await reading.find(LegalHoldRow, '1 = 1');
  const held = new Map(rows.map((row) => [row.id, row]));
  return [...recorded].flatMap(([id, hold]) => {
    const row = held.get(id);
    const state = hold.released === null ? 'in force' : 'released';
    if (row === undefined)
      return [`the legal hold ${id} is ${state} by the trail, and the database does not have it`];
    return differences(hold, row).map(
      ([field, trail, table]) =>
        `the legal hold ${id} differs in ${field}: the trail says ${trail}, the database ${table}`,
    );
  });
}

async function recordedHolds(reading: Reading): Promise<ReadonlyMap<string, RecordedHold>> {
  const entries = await reading.query<HoldEntry>(
    `SELECT e.type AS type, e.actor AS actor, e.body AS body, s.order_id AS "orderId", s.account_number AS "accountNumber"
       FROM audit_entries e LEFT JOIN audit_subjects s ON s.sequence = e.sequence
      WHERE e.stream = 'legal holds' ORDER BY e.stream_sequence`,
  );
  const holds = new Map<string, RecordedHold>();
  for (const entry of entries) {
    const id = String(bodyOf(entry.body)['hold']);
    const known = holds.get(id);
    if (entry.type === 'LEGAL_HOLD_PLACED') holds.set(id, { placed: entry, released: null });
    else if (known !== undefined) holds.set(id, { ...known, released: entry });
  }
  return holds;
}

/** Field, what the trail says, what the table has. */
type Difference = readonly [field: string, trail: string, table: string];

function differences({ placed, released }: RecordedHold, row: LegalHoldRow): readonly Difference[] {
  const said = bodyOf(placed.body);
  const compared: readonly Difference[] = [
    ['placedBy', placed.actor, row.placedBy],
    ['reason', String(said['reason']), row.reason],
    ...onWhat(said, placed, row),
    ['releasedAt', stateOf(released !== null), stateOf(row.releasedAt !== null)],
    ['releasedBy', released?.actor ?? 'none', row.releasedBy ?? 'none'],
    ['releaseReason', reasonOf(released), row.releaseReason ?? 'none'],
  ];
  const found = compared.filter(([, trail, table]) => trail !== table);
  // Who has released it, and why, says more than that it is released.
  const isReleasedInBoth = found.some(([field]) => field === 'releasedBy');
  return isReleasedInBoth ? found.filter(([field]) => field !== 'releasedAt') : found;
}

/** Entries of earlier releases do not name the order: it is in the index, as the account is. */
function onWhat(
  said: Readonly<Record<string, unknown>>,
  { orderId, accountNumber }: HoldEntry,
  row: LegalHoldRow,
): readonly Difference[] {
  if (said['on'] === 'order') {
    const order = typeof said['order'] === 'string' ? said['order'] : orderId;
    return [['orderId', order ?? 'none', row.orderId ?? 'none']];
  }
  const isSame =
    accountNumber !== null &&
    row.accountNumber !== null &&
    accountKey(accountNumber) === accountKey(row.accountNumber);
  return isSame ? [] : [['accountNumber', 'one account', 'another one']];
}

function stateOf(isReleased: boolean): string {
  return isReleased ? 'released' : 'in force';
}

function reasonOf(released: HoldEntry | null): string {
  return released === null ? 'none' : String(bodyOf(released.body)['reason']);
}
