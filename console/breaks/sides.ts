import type { Break, Order } from '../api/answers.js';
import { NOTHING, grouped, money, naira, valueOf } from '../parts/figures.js';
import { add, compare, isDecimal, subtract } from '../../src/infra/decimal.js';

/** What we hold beside what the exchange shows, field by field. */
export interface SideRow {
  readonly field: string;
  readonly ours: string;
  readonly theirs: string;
  /** Both are known and differ. */
  readonly differs: boolean;
}

/** A record of the exchange, in our names. */
export type ExchangeRecord = Readonly<Record<string, unknown>>;

export interface Difference {
  readonly units: string;
  readonly value: string | null;
}

export interface Sides {
  readonly rows: readonly SideRow[];
  /** What must become zero; null where nothing can be counted. */
  readonly difference: Difference | null;
}

export function sidesOf(of: Break, order: Order | null, record: ExchangeRecord | null): Sides {
  if (of.trade !== null) return ofTrade(of.trade);
  const shown: ExchangeRecord =
    record ?? (of.shown === null ? tradedAs(of) : { ...of.shown, status: of.shown.statusWord });
  const rows = [
    row('Side', order?.side, text(shown['side'])),
    row('Security', order?.security, text(shown['security'])),
    row('Units', order?.units, text(shown['units']), grouped),
    row('Matched', order?.matchedUnits, text(shown['matchedUnits']), grouped),
    row('Limit ₦', order?.price, text(shown['basePrice']), money),
    row('Status', order?.exchangeStatus ?? order?.status, text(shown['status'])),
    row(
      'Number',
      order?.orderNumber ?? undefined,
      text(shown['orderNumber']) ?? of.orderNumber ?? undefined,
    ),
    row('Account', order?.accountNumber, text(shown['accountNumber'])),
  ].filter(({ ours, theirs }) => ours !== NOTHING || theirs !== NOTHING);
  const theirs = text(shown['units']);
  const difference =
    order === null || theirs === undefined || !isDecimal(theirs)
      ? null
      : { units: subtract(theirs, order.units), value: null };
  return { rows, difference };
}

/** What trades alone show of an order that is none of ours: its units are not known, only what has matched. */
function tradedAs({ traded }: Break): ExchangeRecord {
  const [first] = traded;
  if (first === undefined) return {};
  const { side, security, accountNumber } = first;
  const matchedUnits = traded.reduce((total, { units }) => add(total, units), '0');
  return { side, security, accountNumber, matchedUnits };
}

function ofTrade({
  booked,
  shown,
  side,
  orderNumber,
  tradeDate,
  matchingId,
}: NonNullable<Break['trade']>): Sides {
  const units = subtract(shown?.units ?? '0', booked?.units ?? '0');
  const value = subtract(
    shown === null ? '0' : valueOf(shown.units, shown.price),
    booked === null ? '0' : valueOf(booked.units, booked.price),
  );
  return {
    difference: { units, value },
    rows: [
      row('Units', booked?.units, shown?.units, grouped),
      row('Price ₦', booked?.price, shown?.price, money),
      row(
        'Value',
        booked === null ? undefined : valueOf(booked.units, booked.price),
        shown === null ? undefined : valueOf(shown.units, shown.price),
        naira,
      ),
      row('Side', side, side),
      row('Number', orderNumber, orderNumber),
      row('Day', tradeDate, tradeDate),
      row('Matching id', matchingId, matchingId),
    ],
  };
}

function row(
  field: string,
  ours: string | undefined,
  theirs: string | undefined,
  shown: (text: string) => string = (one) => one,
): SideRow {
  const differs = ours !== undefined && theirs !== undefined && !sameValue(ours, theirs);
  return {
    field,
    ours: ours === undefined ? NOTHING : shown(ours),
    theirs: theirs === undefined ? NOTHING : shown(theirs),
    differs,
  };
}

function sameValue(a: string, b: string): boolean {
  if (isDecimal(a) && isDecimal(b)) return compare(a, b) === 0;
  return a.trim().toUpperCase() === b.trim().toUpperCase();
}

function text(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}
