import { csvRows, type CsvCell } from '../../infra/csv.js';
import { inBatches } from '../../infra/runtime/batches.js';
import type { BestExecutionView } from './find-best-execution.js';

type Column = readonly [string, (row: BestExecutionView) => CsvCell];

/** One row an order; times in UTC, money in Naira. */
const COLUMNS: readonly Column[] = [
  ['orderId', (row) => row.orderId],
  ['clientOrderId', (row) => row.clientOrderId],
  ['accountNumber', (row) => row.accountNumber],
  ['tradingDate', (row) => row.tradingDate],
  ['side', (row) => row.side],
  ['security', (row) => row.security],
  ['units', (row) => row.units],
  ['price', (row) => row.price],
  ['status', (row) => row.status],
  ['receivedAt', (row) => row.receivedAt],
  ['sentAt', (row) => row.sentAt],
  ['executions', (row) => row.executions.count],
  ['executedUnits', (row) => row.executions.units],
  ['averagePrice', (row) => row.executions.averagePrice],
  ['lowestPrice', (row) => row.executions.lowestPrice],
  ['highestPrice', (row) => row.executions.highestPrice],
  ['firstBookedAt', (row) => row.executions.firstBookedAt],
  ['lastBookedAt', (row) => row.executions.lastBookedAt],
  ...quoteColumns('quoteAtReceipt'),
  ...quoteColumns('quoteAtSending'),
  ...quoteColumns('quoteAfterSending'),
  ...quoteColumns('lastQuoteOfDay'),
  ['improvementOnQuote', (row) => row.againstQuote?.improvement],
  ['improvementOnQuotePercent', (row) => row.againstQuote?.improvementPercent],
  ['improvementOnDay', (row) => row.againstDay?.improvement],
  ['improvementOnDayPercent', (row) => row.againstDay?.improvementPercent],
];

const ROWS_AT_ONCE = 20;

export async function bestExecutionTable(rows: readonly BestExecutionView[]): Promise<string> {
  const parts = [csvRows([COLUMNS.map(([name]) => name)])];
  for await (const few of inBatches(rows, ROWS_AT_ONCE))
    parts.push(csvRows(few.map((row) => COLUMNS.map(([, cell]) => cell(row)))));
  return parts.join('');
}

type QuoteField = 'quoteAtReceipt' | 'quoteAtSending' | 'quoteAfterSending' | 'lastQuoteOfDay';

function quoteColumns(field: QuoteField): readonly Column[] {
  const parts = ['at', 'bid', 'bidVolume', 'offer', 'offerVolume', 'lastPrice'] as const;
  const ofDay = ['highestPrice', 'lowestPrice', 'averagePrice', 'totalVolume'] as const;
  return [...parts, ...(field === 'lastQuoteOfDay' ? ofDay : [])].map((part) => [
    `${field}.${part}`,
    (row) => row[field]?.[part],
  ]);
}
