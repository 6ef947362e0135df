import { In, IsNull, MoreThan, type EntityManager } from 'typeorm';
import { BreakCommentRow } from '../../breaks/break-comment.entity.js';
import { BreakRow } from '../../breaks/break.entity.js';
import { bodyOf } from '../../../infra/audit/audit-chain.js';
import { nextTurn } from '../../../infra/runtime/batches.js';
import { eachEntry } from '../find-replayed-orders.js';
import { BreaksInTrail } from './breaks-in-trail.js';
import type { FieldDifference } from './field-difference.js';

/** The stream of breaks that are about no order of ours. */
const STREAM = ['breaks'];
/** Ended breaks of the trail that are held until they are compared. */
const HELD_MOST = 500;
const ROWS_AT_ONCE = 1_000;

/** By text: what is found twice was not written in between. */
export async function differencesOfBreaks(
  manager: EntityManager,
): Promise<readonly FieldDifference[]> {
  const first = await foundOnce(manager);
  if (first.length === 0) return [];
  const again = new Set((await foundOnce(manager)).map((one) => JSON.stringify(one)));
  return first.filter((one) => again.has(JSON.stringify(one)));
}

/**
 * The stream may be long: a break is forgotten as soon as it has ended as its row has. One that is reopened later is
 * known again by that entry.
 */
async function foundOnce(manager: EntityManager): Promise<readonly FieldDifference[]> {
  const trail = new BreaksInTrail();
  let kept = 0;
  await eachEntry(manager, STREAM, {}, async (entries) => {
    for (const entry of entries) trail.add(entry);
    // Those that differ are kept, and not compared again for every few more.
    if (trail.ids('ended').length < HELD_MOST + 2 * kept) return;
    await compared(manager, trail, 'ended');
    kept = trail.ids('ended').length;
  });
  const found = await compared(manager, trail, 'all');
  const rows = await manager.count(BreakRow, { where: { orderId: IsNull() } });
  return rows === trail.opened ? found : [...found, ...(await neverOpened(manager))];
}

/** Forgets those that are as the trail has them. */
async function compared(
  manager: EntityManager,
  trail: BreaksInTrail,
  which: 'ended' | 'all',
): Promise<readonly FieldDifference[]> {
  const ids = trail.ids(which);
  const found: FieldDifference[] = [];
  for (let start = 0; start < ids.length; start += HELD_MOST) {
    const few = ids.slice(start, start + HELD_MOST);
    const rows = await manager.find(BreakRow, { where: { id: In(few) } });
    const comments = await manager.find(BreakCommentRow, { where: { breakId: In(few) } });
    const known = new Map(rows.map((row) => [row.id, row]));
    for (const id of few) {
      const ofIt = comments.filter(({ breakId }) => breakId === id);
      const different = trail.differencesOf(id, known.get(id), ofIt);
      if (different.length === 0) trail.forget(id);
      found.push(...different);
    }
    await nextTurn();
  }
  return found;
}

/** Rows that the trail has not opened. Only where there are some are all ids held. */
async function neverOpened(manager: EntityManager): Promise<readonly FieldDifference[]> {
  const opened = new Set<unknown>();
  await eachEntry(manager, STREAM, {}, (entries) => {
    for (const { type, body } of entries)
      if (type === 'BREAK_OPENED') opened.add(bodyOf(body)['break']);
  });
  const found: FieldDifference[] = [];
  for (let after = ''; ; await nextTurn()) {
    const rows = await manager.find(BreakRow, {
      select: { id: true },
      where: { orderId: IsNull(), id: MoreThan(after) },
      order: { id: 'ASC' },
      take: ROWS_AT_ONCE,
    });
    for (const { id } of rows)
      if (!opened.has(id)) found.push({ field: 'breaks', trail: 'none', table: id });
    const last = rows.at(-1);
    if (last === undefined) return found;
    after = last.id;
  }
}
