import type { Order } from '../api/answers.js';
import { typedText } from '../parts/lagos-time.js';

/** Filters as they stand in the URL: texts, nothing else. */
export type Filters = Readonly<Record<string, string>>;

export function textsOf(search: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      if (value !== '') texts[name] = String(value);
    }
  }
  return texts;
}

export function without(search: Filters, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)));
}

/** The views of the blotter that people use all day. */
export const VIEWS = [
  { name: 'All', filters: {} },
  { name: 'Working', filters: { status: 'New,Posted,Open,Amended' } },
  { name: 'Not proven', filters: { certain: 'false' } },
  { name: 'Filled', filters: { status: 'Filled' } },
  { name: 'Cancelled', filters: { status: 'Cancelled,Expired' } },
  { name: 'Rejected', filters: { status: 'Rejected' } },
] as const;

const OF_VIEWS = ['status', 'certain'] as const;
export const FIELDS = [
  'security',
  'accountNumber',
  'orderNumber',
  'orderNumberStartsWith',
  'clientOrderId',
  'orderRef',
] as const;
export const OTHERS = [
  'side',
  'tradingDate',
  'hasBreaks',
  'pending',
  'createdFrom',
  'createdTo',
] as const;

/** What of the URL the service filters by. */
export function queryOf(search: Filters): Record<string, string> {
  const names: readonly string[] = [...OF_VIEWS, ...FIELDS, ...OTHERS];
  return Object.fromEntries(Object.entries(search).filter(([name]) => names.includes(name)));
}

export function viewOf(search: Filters): string | null {
  const found = VIEWS.find(({ filters }) =>
    OF_VIEWS.every((name) => (filters as Filters)[name] === search[name]),
  );
  return found?.name ?? null;
}

export function withView(search: Filters, name: string): Record<string, string> {
  return { ...without(search, OF_VIEWS), ...VIEWS.find((view) => view.name === name)?.filters };
}

/**
 * The field that a typed text means: digits are the beginning of an order number, an account starts with C and digits, our
 * reference and client ids have a dash or a digit and are long; anything else is a security.
 */
export function fieldOf(text: string): {
  readonly field: (typeof FIELDS)[number];
  readonly value: string;
} {
  const value = text.trim();
  if (/^\d{3,40}$/.test(value)) return { field: 'orderNumberStartsWith', value };
  if (/^\d+$/.test(value)) return { field: 'orderNumber', value };
  if (/^C\d{3,}$/i.test(value)) return { field: 'accountNumber', value: value.toUpperCase() };
  if (/[-_]/.test(value)) return { field: 'clientOrderId', value };
  return { field: 'security', value: value.toUpperCase() };
}

export function typedIn(search: Filters): string {
  return FIELDS.map((field) => search[field]).find((value) => value !== undefined) ?? '';
}

export function withTyped(search: Filters, text: string): Record<string, string> {
  const rest = without(search, FIELDS);
  if (text.trim() === '') return rest;
  const { field, value } = fieldOf(text);
  return { ...rest, [field]: value };
}

const NAMES: Readonly<Record<string, string>> = {
  side: 'Side',
  tradingDate: 'Day',
  pending: 'Under way',
  createdFrom: 'Entered from',
  createdTo: 'Entered before',
};

/** A filter as people read it, times in Lagos. */
export function filterWords(name: string, value: string): string {
  if (name === 'hasBreaks') return value === 'true' ? 'With breaks' : 'Without breaks';
  if (name === 'pending' && value === 'none') return 'Nothing under way';
  const isMoment =
    (name === 'createdFrom' || name === 'createdTo') && !Number.isNaN(Date.parse(value));
  return `${NAMES[name] ?? name}: ${isMoment ? typedText(value) : value}`;
}

/** Whether an order that was read again still belongs to the list; its terms never leave it. */
export function isInList(
  order: Pick<Order, 'status' | 'evidence' | 'openBreaks' | 'pending'>,
  { status, certain, hasBreaks, pending }: Filters,
): boolean {
  if (status !== undefined && !status.split(',').includes(order.status)) return false;
  if (certain !== undefined && String(order.evidence.certain) !== certain) return false;
  if (pending !== undefined && (order.pending?.kind ?? 'none') !== pending) return false;
  return hasBreaks === undefined || String(order.openBreaks > 0) === hasBreaks;
}
