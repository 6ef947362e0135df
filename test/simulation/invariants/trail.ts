import { ChainVerifier } from '../../../src/infra/audit/audit-chain.js';
import type { AuditEntryRow } from '../../../src/infra/audit/audit-entry.entity.js';
import type { Report, Scene } from './violation.js';

/** The audit trail by itself: I22, I23, I26. */
export function checkTrail({ books }: Scene, report: Report): void {
  const entries = books.entriesAfter(0);
  const verifier = new ChainVerifier();
  for (const entry of entries) verifier.add(entry);
  const verdict = verifier.verdict(books.head());
  if (!verdict.valid) {
    report('I22 chain', `the chain breaks at ${verdict.firstBadSequence ?? 0}`);
  }
  for (const entry of entries) {
    const named = /^(key|system):\S+$/.test(entry.actor) && entry.type !== '';
    if (!named || Number.isNaN(Date.parse(entry.at))) {
      report('I26 attributed', `entry ${entry.sequence} of ${entry.actor}`);
    }
  }
  const told = rebuilt(entries);
  for (const order of books.all<Row>('SELECT * FROM orders ORDER BY id')) {
    const row = told.get(String(order['id'])) ?? {};
    const wrong = Object.keys(TOLD).filter((name) => !same(row[name], order[TOLD[name] ?? '']));
    for (const name of wrong) {
      report(
        'I23 complete trail',
        `${String(order['id'])} has ${name} ${String(order[TOLD[name] ?? ''])}, the trail says ${String(row[name])}`,
      );
    }
  }
}

type Row = Readonly<Record<string, string | number | null>>;

/** Fields of an order that the trail tells, and their columns. */
const TOLD: Readonly<Record<string, string>> = {
  orderRef: 'order_ref',
  orderNumber: 'order_number',
  side: 'side',
  security: 'security',
  units: 'units',
  price: 'price',
  timeInForce: 'time_in_force',
  brokerCode: 'broker_code',
  tradingDate: 'trading_date',
  status: 'status',
  exchangeStatus: 'exchange_status',
  reason: 'reason',
  matchedUnits: 'matched_units',
  filledUnits: 'filled_units',
  filledValue: 'filled_value',
  grade: 'grade',
  closedAt: 'closed_at',
};

const AT_FIRST = { matchedUnits: '0', filledUnits: '0', filledValue: '0' };

/** Every order as the trail tells it: what was received, and every change since. */
function rebuilt(entries: readonly AuditEntryRow[]): ReadonlyMap<string, Record<string, unknown>> {
  const orders = new Map<string, Record<string, unknown>>();
  for (const { stream, type, body } of entries) {
    if (!stream.startsWith('ord_')) continue;
    const told = JSON.parse(body) as Record<string, unknown>;
    if (type === 'ORDER_RECEIVED') orders.set(stream, { ...AT_FIRST, ...told });
    Object.assign(orders.get(stream) ?? {}, told['changes']);
  }
  return orders;
}

function same(told: unknown, held: unknown): boolean {
  return (told ?? null) === (held ?? null);
}
