import { isUtf8 } from 'node:buffer';
import type { EntityManager } from 'typeorm';
import type { Reading } from '../../database/reads.js';
import { nextTurn } from '../../runtime/batches.js';
import { ChainVerifier, type Verdict } from '../audit-chain.js';
import { AuditEntryRow, type AuditHeadRow } from '../audit-entry.entity.js';

const BATCH = 250;

/** Verifies the whole chain, yielding to the event loop between batches, and finds the first bad entry. */
export async function verifyChain(
  manager: EntityManager,
  sizes: readonly number[] = [],
): Promise<Verdict> {
  const verifier = new ChainVerifier(new Set(sizes));
  const reading = { query: <T>(sql: string): Promise<T[]> => manager.query<T[]>(sql) };
  const head = await headOf(reading);
  for (let last = 0; ;) {
    // Ignore entries that were appended after we read the head.
    const batch = await manager
      .createQueryBuilder(AuditEntryRow, 'entry')
      .where('entry.sequence > :last AND entry.sequence <= :head', { last, head: head.sequence })
      .orderBy('entry.sequence')
      .limit(BATCH)
      .getMany();
    for (const entry of batch) verifier.add(entry, await isText(manager, entry));
    const end = batch.at(-1);
    if (end === undefined) break;
    last = end.sequence;
    await nextTurn();
  }
  const verdict = verifier.verdict(head);
  const beyond = verdict.valid ? await firstBeyondHead(reading) : null;
  return beyond === null ? verdict : { ...verdict, valid: false, firstBadSequence: beyond };
}

/**
 * SQLite keeps any bytes in a column of texts. Its driver reads those that are not UTF-8 as U+FFFD, so the hash would
 * be right where that was written.
 */
async function isText(manager: EntityManager, entry: AuditEntryRow): Promise<boolean> {
  const values: readonly unknown[] = Object.values(entry);
  if (values.some((value) => Buffer.isBuffer(value))) return false;
  const isDoubtful = values.some((value) => typeof value === 'string' && value.includes('\ufffd'));
  // A database in UTF-8 takes nothing else.
  if (!isDoubtful || manager.dataSource.options.type === 'postgres') return true;
  const { columns } = manager.dataSource.getMetadata(AuditEntryRow);
  const [bytes] = await manager.query<Record<string, Buffer | null>[]>(
    `SELECT ${columns.map(({ databaseName }) => `CAST(${databaseName} AS BLOB)`).join(', ')}
       FROM audit_entries WHERE sequence = ?`,
    [entry.sequence],
  );
  if (bytes === undefined) return false;
  return Object.values(bytes).every((value) => value === null || isUtf8(value));
}

type Head = Pick<AuditHeadRow, 'sequence' | 'hash'>;

/** The end of the chain according to the database. */
export async function headOf(reading: Pick<Reading, 'query'>): Promise<Head> {
  const [head] = await reading.query<Head>('SELECT sequence, hash FROM audit_head WHERE id = 1');
  if (head === undefined) throw new Error('The audit chain has no head');
  return head;
}

/**
 * Null unless somebody set the head back, which leaves entries beyond it. Normal appends between two looks also move
 * the head, so we look again if it has changed.
 */
export async function firstBeyondHead(reading: Pick<Reading, 'query'>): Promise<number | null> {
  for (;;) {
    const { sequence } = await headOf(reading);
    const more = await reading.query(
      `SELECT sequence FROM audit_entries WHERE sequence > ${sequence} LIMIT 1`,
    );
    if (more.length === 0) return null;
    const again = await headOf(reading);
    if (again.sequence === sequence) return sequence + 1;
    await nextTurn();
  }
}
