import type { EntityManager } from 'typeorm';
import { nextTurn } from '../runtime/batches.js';
import { ChainVerifier, type Verdict } from './audit-chain.js';
import { AuditEntryRow, AuditHeadRow } from './audit-entry.entity.js';

const BATCH = 250;

/** Reads the whole chain, in batches between which others are served, and says where it first breaks. */
export async function verifyChain(manager: EntityManager): Promise<Verdict> {
  const verifier = new ChainVerifier();
  const head = await manager.findOneByOrFail(AuditHeadRow, { id: 1 });
  for (let last = 0; ;) {
    // Entries that were appended after the head was read are not part of this question.
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
 * A head that was set back hides entries: they are found by asking for more than it admits now. What is appended
 * between the questions moves it on, and is no such entry.
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
