import type { EntityManager } from 'typeorm';
import { nextTurn } from '../runtime/batches.js';
import { ChainVerifier, type Verdict } from './audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from './audit-entry.entity.js';

const BATCH = 250;

/** Verifies the whole chain, yielding to the event loop between batches, and finds the first bad entry. */
export async function verifyChain(
  manager: EntityManager,
  sizes: readonly number[] = [],
): Promise<Verdict> {
  const verifier = new ChainVerifier(new Set(sizes));
  const head = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
  for (let last = 0; ;) {
    // Ignore entries that were appended after we read the head.
    const batch = await manager
      .createQueryBuilder(AuditEntryRow, 'entry')
      .where('entry.sequence > :last AND entry.sequence <= :head', { last, head: head.sequence })
      .orderBy('entry.sequence')
      .limit(BATCH)
      .getMany();
    for (const entry of batch) verifier.add(entry);
    const end = batch.at(-1);
    if (end === undefined) return beyondHead(manager, verifier, head);
    last = end.sequence;
    await nextTurn();
  }
}

/**
 * Entries beyond the head mean that somebody set the head back. Normal appends between our two queries
 * also move the head, so we check again if it has changed.
 */
async function beyondHead(
  manager: EntityManager,
  verifier: ChainVerifier,
  head: AuditHeadRow,
): Promise<Verdict> {
  const verdict = verifier.verdict(head);
  for (; verdict.valid; await nextTurn()) {
    const now = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
    const more = await manager
      .createQueryBuilder(AuditEntryRow, 'entry')
      .where('entry.sequence > :now', { now: now.sequence })
      .getExists();
    if (!more) break;
    const again = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
    if (again.sequence !== now.sequence) continue;
    return { ...verdict, valid: false, firstBadSequence: now.sequence + 1 };
  }
  return verdict;
}
