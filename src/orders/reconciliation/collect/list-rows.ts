import type { OrderRecord } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { isSameSideSecurityUnits } from '../../order-numbers/order-terms.js';

export type ConflictingRows = ReadonlyMap<string, readonly OrderRecord[]>;

export interface RowsByNumber {
  readonly rows: ReadonlyMap<string, OrderRecord>;
  /** Numbers under which there are rows that differ, and those rows; `rows` has the last. */
  readonly conflicting: ConflictingRows;
}

/** Our broker's rows of a list, one for each order number. */
export async function rowsByNumber(
  all: readonly OrderRecord[],
  brokerCode: string,
): Promise<RowsByNumber> {
  const rows = new Map<string, OrderRecord>();
  const conflicting = new Map<string, OrderRecord[]>();
  for await (const slice of inBatches(all)) {
    for (const row of slice) {
      if (row.brokerCode !== null && row.brokerCode !== brokerCode) continue;
      const other = rows.get(row.orderNumber);
      const several = conflicting.get(row.orderNumber);
      if (several !== undefined) several.push(row);
      else if (other !== undefined && !isAlike(other, row)) {
        conflicting.set(row.orderNumber, [other, row]);
      }
      rows.set(row.orderNumber, row);
    }
  }
  return { rows, conflicting };
}

function isAlike(a: OrderRecord, b: OrderRecord): boolean {
  return isSameSideSecurityUnits(a, b) && a.statusWord === b.statusWord;
}
