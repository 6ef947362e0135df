import { rowsOfNumber, type RowsOfNumber } from '../../fills/possible-copies.js';
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

/** The answer's rows under the order numbers of these groups; none of the groups' executions is booked yet. */
export async function rowsOfNumbers(
  executions: readonly ExecutionEvidence[],
  groups: readonly Group[],
): Promise<ReadonlyMap<string, RowsOfNumber>> {
  if (groups.length === 0) return new Map();
  const all = new Map<string, ExecutionEvidence[]>(groups.map((group) => [numberOf(group), []]));
  for await (const slice of inBatches(executions)) {
    for (const row of slice) all.get(row.orderNumber)?.push(row);
  }
  const shown = new Map<string, RowsOfNumber>();
  for (const group of groups) {
    const number = numberOf(group);
    const fresh = new Set(group.rows.map(keyOfTrade));
    shown.set(number, rowsOfNumber(all.get(number) ?? [], fresh));
  }
  return shown;
}
