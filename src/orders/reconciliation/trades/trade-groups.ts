import { keyOfTrade, sameTrade } from '../../breaks/trade-difference.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';

/** An execution of an order of ours. */
export interface Owned {
  readonly orderId: string;
  readonly row: ExecutionEvidence;
}

/** The executions of one order under one of its numbers. */
export interface Group {
  readonly orderId: string;
  readonly rows: ExecutionEvidence[];
}

export interface Firsts {
  /** The first row of each execution, by key. */
  readonly firsts: ReadonlyMap<string, Owned>;
  /** Executions that occur once more with other terms: the last row of each, by key. */
  readonly conflicting: ReadonlyMap<string, Owned>;
}

export async function firstsOf(owned: readonly Owned[]): Promise<Firsts> {
  const firsts = new Map<string, Owned>();
  const conflicting = new Map<string, Owned>();
  for await (const slice of inBatches(owned)) {
    for (const one of slice) {
      const key = keyOfTrade(one.row);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, one);
      else if (!sameTrade(first.row, one.row)) conflicting.set(key, one);
    }
  }
  return { firsts, conflicting };
}

/** By order, and the number under which they were traded. */
export function grouped(owned: Iterable<Owned>): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { orderId, row } of owned) {
    const key = `${orderId} ${row.orderNumber}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { orderId, rows: [row] });
    else group.rows.push(row);
  }
  return [...groups.values()];
}

export function numberOf({ rows: [row] }: Group): string {
  return row?.orderNumber ?? '';
}

/** The answer's rows under each of these order numbers. */
export async function rowsUnder(
  numbers: readonly string[],
  executions: readonly ExecutionEvidence[],
): Promise<ReadonlyMap<string, readonly ExecutionEvidence[]>> {
  const all = new Map<string, ExecutionEvidence[]>(numbers.map((number) => [number, []]));
  if (all.size === 0) return all;
  for await (const slice of inBatches(executions)) {
    for (const row of slice) all.get(row.orderNumber)?.push(row);
  }
  return all;
}
