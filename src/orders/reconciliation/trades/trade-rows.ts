import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import { keyOfTrade, sameTrade, type TradeTerms } from '../../breaks/trade-difference.js';
import { compare } from '../../../infra/decimal.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { kindOfRow } from '../../fills/trade-row.js';
import type { OrderOf } from './orders-of-rows.js';
import { executionOf, type Executions } from './trade-evidence.js';

interface SortedBy {
  readonly askedDate: string;
  readonly brokerCode: string;
  readonly orderOf: OrderOf;
}

interface Readable {
  readonly row: TradeRow;
  readonly execution: ExecutionEvidence;
}

/**
 * Sorts the rows that are, or may be, under our broker code. If one row of an order number contradicts itself, nobody
 * knows what the other rows of that number mean, so none of them counts as an execution.
 */
export async function sortRows(
  rows: readonly TradeRow[],
  { askedDate, brokerCode, orderOf }: SortedBy,
): Promise<Executions> {
  const readable: Readable[] = [];
  const unread: TradeRow[] = [];
  const resting: TradeRow[] = [];
  const contradicting: TradeRow[] = [];
  for await (const slice of inBatches(rows)) {
    for (const row of slice) {
      if (row.brokerCode !== null && row.brokerCode !== brokerCode) continue;
      const kind = kindOfRow(row, orderOf(row));
      const execution = kind === 'Trade' ? executionOf(row, askedDate) : null;
      if (execution !== null) readable.push({ row, execution });
      else if (kind === 'Order') resting.push(row);
      else if (kind === 'Contradiction') contradicting.push(row);
      else unread.push(row);
    }
  }
  const doubted = new Set(contradicting.map(({ orderNumber }) => orderNumber));
  const certain = readable.filter(({ row }) => !doubted.has(row.orderNumber));
  const inDoubt = readable.filter(({ row }) => doubted.has(row.orderNumber)).map(({ row }) => row);
  return {
    executions: certain.map(({ execution }) => execution),
    ...(await againAmong(certain)),
    unread: [...unread, ...contradicting, ...inDoubt],
    contradicting,
    resting,
  };
}

/**
 * Finds executions whose id occurs again. With the same units and price but other quantities of the order they are no
 * repeated row, but two trades, of which only one can be booked under the id.
 */
async function againAmong(
  all: readonly Readable[],
): Promise<Pick<Executions, 'repeated' | 'equal'>> {
  const firsts = new Map<string, TradeRow>();
  const repeated: ExecutionEvidence[] = [];
  const equal: ExecutionEvidence[] = [];
  for await (const slice of inBatches(all)) {
    for (const { row, execution } of slice) {
      const key = keyOfTrade(execution);
      const first = firsts.get(key);
      if (first === undefined) firsts.set(key, row);
      else if (isAnotherOfTheSame(first, row)) repeated.push(execution);
      else if (sameTrade(asTrade(first), execution)) equal.push(execution);
    }
  }
  return { repeated, equal };
}

function asTrade({ units, price }: TradeRow): TradeTerms {
  return { units: units ?? '0', price: price ?? '0' };
}

function isAnotherOfTheSame(first: TradeRow, row: TradeRow): boolean {
  const differs = (of: 'units' | 'price' | 'matchedUnits' | 'pendingUnits'): boolean => {
    const [one, other] = [first[of], row[of]];
    return one !== null && other !== null && compare(one, other) !== 0;
  };
  if (differs('units') || differs('price')) return false;
  return differs('matchedUnits') || differs('pendingUnits');
}
