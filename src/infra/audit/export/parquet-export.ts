import {
  ByteWriter,
  ParquetWriter,
  schemaFromColumnData,
  type ColumnSource,
} from 'hyparquet-writer';
import { EXPORTED_COLUMNS } from '../audit-export.js';
import type { AuditEntryRow } from '../audit-entry.entity.js';

/** Entries of a row group: some ten milliseconds of work, and all that is in memory at a time. */
const GROUP = 1_000;

type Column = (typeof EXPORTED_COLUMNS)[number];

const NUMBERS: ReadonlySet<Column> = new Set<Column>([
  'sequence', 'streamSequence', 'clockOffsetMs', 'schemaVersion',
]); // prettier-ignore

/**
 * The entries as a Parquet file, piece by piece: a column for each field that is hashed, whole numbers as INT64 and all
 * else as text, so that the chain can be verified from the file.
 */
export async function* parquetOf(
  pages: AsyncIterable<readonly AuditEntryRow[]>,
): AsyncGenerator<Buffer> {
  const bytes = new ByteWriter();
  const schema = schemaFromColumnData({ columnData: columnsOf([]) });
  const file = new ParquetWriter({ writer: bytes, schema, createdBy: 'Marina' });
  let group: AuditEntryRow[] = [];
  for await (const rows of pages) {
    group.push(...rows);
    if (group.length >= GROUP) {
      await file.write({ columnData: columnsOf(group), rowGroupSize: group.length });
      group = [];
    }
    // Whoever waits for the next piece learns that this one has ended, though nothing was written of it.
    yield taken(bytes);
  }
  if (group.length > 0)
    await file.write({ columnData: columnsOf(group), rowGroupSize: group.length });
  await file.finish();
  yield taken(bytes);
}

/** What has been written since; the writer goes on at its offset in the file. */
function taken(bytes: ByteWriter): Buffer {
  const piece = Buffer.from(bytes.getBuffer());
  bytes.index = 0;
  return piece;
}

function columnsOf(rows: readonly AuditEntryRow[]): ColumnSource[] {
  return EXPORTED_COLUMNS.map((name): ColumnSource => {
    const values = rows.map((row) => row[name]);
    return NUMBERS.has(name)
      ? {
          name,
          type: 'INT64',
          nullable: true,
          data: values.map((value) => (value === null ? null : BigInt(value as number))),
          offsetIndex: false,
        }
      : { name, type: 'STRING', nullable: true, data: values, offsetIndex: false };
  });
}
