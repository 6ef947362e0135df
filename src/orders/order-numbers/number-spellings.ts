import { bareNumber, spellingsOf } from '../../infra/exchange/schema/wire.js';
import { inList } from '../../infra/database/in-list.js';
import type { Reading } from '../../infra/database/reads.js';
import { inBatches } from '../../infra/runtime/batches.js';

/*
 * One answer may write an order number with zeros before it, and another without them. Everything here compares numbers as
 * texts, so each is read in one spelling: that in which an order of ours holds it, else the one in which a sighting of
 * the day has it. The order's own is kept, and sent: it may be the only one to which the exchange answers.
 */

interface Numbered {
  readonly orderNumber: string;
}

/** Whose numbers are looked up, and the day that the answer is about. */
export interface SpellingScope {
  readonly brokerCode: string;
  readonly day: string;
}

interface Known {
  readonly orderNumber: string;
  readonly day: string;
}

/** Each number is looked up in some twenty spellings. */
const BATCH = 64;
const BATCH_AS_SHOWN = 512;

/** The rows, with numbers that we know in another spelling in that one. */
export async function asKnown<T extends Numbered>(
  reading: Reading,
  rows: readonly T[],
  scope: SpellingScope,
): Promise<readonly T[]> {
  const shown = new Set<string>();
  for await (const slice of inBatches(rows))
    for (const { orderNumber } of slice) shown.add(orderNumber);
  if (!(await mayDiffer(reading, shown, scope))) return rows;
  const spellings = await knownSpellings(reading, spelledOnce(shown), scope);
  if (spellings.size === 0) return rows;
  const read: T[] = [];
  for await (const slice of inBatches(rows)) {
    for (const row of slice) {
      const orderNumber = spellings.get(row.orderNumber);
      read.push(orderNumber === undefined ? row : { ...row, orderNumber });
    }
  }
  return read;
}

/** The number as an order of ours holds it, else as it is given. */
export async function asHeld(
  reading: Reading,
  orderNumber: string,
  scope: SpellingScope,
): Promise<string> {
  const held = newest(await heldAs(reading, spellingsOf(orderNumber), scope));
  return held.get(bareNumber(orderNumber)) ?? orderNumber;
}

/** Two spellings in one answer may be two orders: both stay as they are. */
function spelledOnce(shown: ReadonlySet<string>): readonly string[] {
  const byNumber = new Map<string, string[]>();
  for (const orderNumber of shown) {
    const bare = bareNumber(orderNumber);
    byNumber.set(bare, [...(byNumber.get(bare) ?? []), orderNumber]);
  }
  return [...byNumber.values()].flatMap((ofIt) => (ofIt.length === 1 ? ofIt : []));
}

/** Mostly no number has ever been shown with zeros before it. */
async function mayDiffer(
  reading: Reading,
  shown: ReadonlySet<string>,
  { brokerCode, day }: SpellingScope,
): Promise<boolean> {
  for (const orderNumber of shown) if (orderNumber.startsWith('0')) return true;
  if (shown.size === 0) return false;
  const padded = await reading.query(
    `SELECT 1 FROM order_numbers WHERE order_number < '1'
      UNION ALL
     SELECT 1 FROM sightings WHERE broker_code = ? AND trading_date = ? AND order_number < '1'
      LIMIT 1`,
    [brokerCode, day],
  );
  return padded.length > 0;
}

/** By the number as it is shown; those that we know as they are shown, or not at all, are missing. */
async function knownSpellings(
  reading: Reading,
  shown: readonly string[],
  scope: SpellingScope,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const batch of inBatches(await notHeld(reading, shown, scope), BATCH)) {
    const held = newest(await heldAs(reading, batch.flatMap(spellingsOf), scope));
    const others = batch.filter((orderNumber) => !held.has(bareNumber(orderNumber)));
    const seen = newest(await seenAs(reading, others.flatMap(spellingsOf), scope));
    for (const orderNumber of batch) {
      const bare = bareNumber(orderNumber);
      const known = held.get(bare) ?? seen.get(bare) ?? null;
      if (known !== null && known !== orderNumber) found.set(orderNumber, known);
    }
  }
  return found;
}

/** Those that no order holds as they are shown: where the exchange always pads, that is hardly any. */
async function notHeld(
  reading: Reading,
  shown: readonly string[],
  scope: SpellingScope,
): Promise<readonly string[]> {
  const held = new Set<string>();
  for await (const batch of inBatches(shown, BATCH_AS_SHOWN))
    for (const { orderNumber } of await heldAs(reading, batch, scope)) held.add(orderNumber);
  return shown.filter((orderNumber) => !held.has(orderNumber));
}

/** The spelling of each number that was known last, by the number without zeros; null: two are as new. */
function newest(all: readonly Known[]): ReadonlyMap<string, string | null> {
  const last = new Map<string, Known>();
  const unclear = new Set<string>();
  for (const one of all) {
    const bare = bareNumber(one.orderNumber);
    const before = last.get(bare);
    const isNewer = before === undefined || before.day < one.day;
    if (isNewer) last.set(bare, one);
    if (isNewer) unclear.delete(bare);
    else if (before.day === one.day && before.orderNumber !== one.orderNumber) unclear.add(bare);
  }
  return new Map(
    [...last].map(([bare, one]) => [bare, unclear.has(bare) ? null : one.orderNumber]),
  );
}

/** Filters by broker and day afterwards: given all conditions, SQLite reads all numbers of the broker. */
async function heldAs(
  reading: Reading,
  spellings: readonly string[],
  { brokerCode, day }: SpellingScope,
): Promise<readonly Known[]> {
  const { marks, values } = inList(spellings);
  const rows = await reading.query<Known & { readonly brokerCode: string }>(
    `SELECT order_number AS "orderNumber", trading_date AS day, broker_code AS "brokerCode"
       FROM order_numbers WHERE order_number IN (${marks})`,
    values,
  );
  return rows.filter((row) => row.brokerCode === brokerCode && row.day <= day);
}

function seenAs(
  reading: Reading,
  spellings: readonly string[],
  { brokerCode, day }: SpellingScope,
): Promise<readonly Known[]> {
  const { marks, values } = inList(spellings);
  return reading.query<Known>(
    `SELECT DISTINCT order_number AS "orderNumber", trading_date AS day
       FROM sightings WHERE broker_code = ? AND trading_date = ? AND order_number IN (${marks})`,
    [brokerCode, day, ...values],
  );
}
