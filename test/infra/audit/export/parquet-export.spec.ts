import { parquetReadObjects } from 'hyparquet';
import { GENESIS, hashOf } from '../../../../src/infra/audit/audit-chain.js';
import type { AuditEntryRow } from '../../../../src/infra/audit/audit-entry.entity.js';
import { exportedEntry } from '../../../../src/infra/audit/audit-export.js';
import { parquetOf } from '../../../../src/infra/audit/export/parquet-export.js';
import { NOON } from '../../../support/time/hand-clock.js';

/** As they are stored; some fields are null, a body has signs of all kinds. */
function trail(count: number): AuditEntryRow[] {
  const rows: AuditEntryRow[] = [];
  for (let sequence = 1; sequence <= count; sequence += 1) {
    const entry = {
      sequence,
      stream: `ord_${sequence % 7}`,
      streamSequence: Math.ceil(sequence / 7),
      at: new Date(NOON + sequence).toISOString(),
      clockOffsetMs: sequence % 3 === 0 ? null : -sequence,
      actor: 'key:ada',
      keyId: sequence % 2 === 0 ? null : 'key_1',
      onBehalfOf: sequence === 5 ? 'Adé Òbí' : null,
      sourceAddress: null,
      requestId: null,
      type: 'NOTE',
      cause: null,
      approval: null,
      body: JSON.stringify({ n: sequence, word: '₦ "1,000"\n', empty: '' }),
      previousHash: rows.at(-1)?.hash ?? GENESIS,
      schemaVersion: 1,
    };
    rows.push({ ...entry, hash: hashOf(entry) });
  }
  return rows;
}

async function* pagesOf(rows: readonly AuditEntryRow[]): AsyncGenerator<readonly AuditEntryRow[]> {
  for (let at = 0; at < rows.length; at += 250) yield rows.slice(at, at + 250);
  await Promise.resolve();
}

async function readBack(rows: readonly AuditEntryRow[]): Promise<readonly object[]> {
  const pieces: Buffer[] = [];
  for await (const piece of parquetOf(pagesOf(rows))) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
  const read = await parquetReadObjects({ file });
  const numbers = ['sequence', 'streamSequence', 'clockOffsetMs', 'schemaVersion'];
  return read.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        numbers.includes(name) && value !== null ? Number(value) : value,
      ]),
    ),
  );
}

describe('A trail exported as Parquet', () => {
  it.each([0, 1, 1_000, 2_321])('has all that is hashed of each of %i entries', async (count) => {
    const rows = trail(count);
    const read = await readBack(rows);
    expect(read).toEqual(rows.map(exportedEntry));
    for (const [index, row] of read.entries()) {
      const { hash, ...entry } = row as AuditEntryRow;
      expect(hash).toBe(hashOf(entry));
      if (index >= 20) break;
    }
  });
});
