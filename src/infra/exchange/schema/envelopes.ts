import { boolean, count, list, object, text, type Shape } from './shape.js';
import { decimalField, field, isRecord, textField, type Wire } from './wire.js';

/** Section "Response envelopes": what stands around the records, by the rows of its table. */
export type Envelope =
  'standard' | 'array' | 'pageWithPagination' | 'pageWithTotals' | 'arrayWithMeta' | 'none';

/** Error bodies "use the standard envelope fields". */
export const ERROR = { success: boolean('success'), message: text('message') };

const BODY: Readonly<Record<Envelope, (record: Shape) => Shape>> = {
  standard: (record) => ({ ...ERROR, data: object('data', record) }),
  array: (record) => ({ ...ERROR, data: list('data', record) }),
  pageWithPagination: (record) => {
    const pages = { page: count('page'), limit: count('limit'), total: count('total') };
    const pagination = object('pagination', { ...pages, totalPages: count('totalPages') });
    return { ...ERROR, data: object('data', { data: list('data', record), pagination }) };
  },
  pageWithTotals: (record) => {
    const totals = { total: count('total'), page: count('page'), limit: count('limit') };
    return { ...ERROR, data: object('data', { data: list('data', record), ...totals }) };
  },
  arrayWithMeta: (record) => {
    const meta = { page: count('page'), pages: count('pages'), total: count('total') };
    return { ...ERROR, data: list('data', record), meta: object('meta', meta) };
  },
  none: (record) => record,
};

/** A whole reply as documented. */
export function bodyShape(envelope: Envelope, record: Shape): Shape {
  return BODY[envelope](record);
}

/** What an envelope holds: one record, or rows and what it says of their pages. */
export type Contents =
  | { readonly kind: 'record'; readonly record: Wire }
  | {
      readonly kind: 'rows';
      readonly rows: readonly Wire[];
      /** As far as the exchange tells. */
      readonly total: number | null;
      readonly pages: number | null;
    };

/** Null when the envelope is not the documented one. */
export function contentsOf(envelope: Envelope, body: Wire | undefined): Contents | null {
  if (!isRecord(body)) return null;
  if (envelope === 'none') return { kind: 'record', record: body };
  const data = field(body, 'data');
  if (field(body, 'success') !== true || data === undefined) return null;
  switch (envelope) {
    case 'standard':
      return isRecord(data) ? { kind: 'record', record: data } : null;
    case 'array':
      return rows(data, undefined, 'pages');
    case 'arrayWithMeta':
      return rows(data, field(body, 'meta'), 'pages');
    case 'pageWithPagination':
      return isRecord(data)
        ? rows(field(data, 'data'), field(data, 'pagination'), 'totalPages')
        : null;
    case 'pageWithTotals':
      return isRecord(data) ? rows(field(data, 'data'), data, 'totalPages') : null;
  }
}

/** The documented error envelope: `success` false with a message. */
export function isRefusal(body: Wire | undefined): boolean {
  return isRecord(body) && field(body, 'success') === false && textField(body, 'message') !== null;
}

function rows(
  found: Wire | undefined,
  counts: Wire | undefined,
  pagesName: string,
): Contents | null {
  if (!Array.isArray(found)) return null;
  const told = (name: string): number | null =>
    isRecord(counts) ? wholeOf(decimalField(counts, name)) : null;
  const total = told('total');
  const limit = told('limit');
  // Flat totals tell no number of pages, but what it follows from.
  const counted = total === null || limit === null || limit === 0 ? null : Math.ceil(total / limit);
  return { kind: 'rows', rows: found as readonly Wire[], total, pages: told(pagesName) ?? counted };
}

function wholeOf(decimal: string | null): number | null {
  const whole = decimal !== null && /^\d+$/.test(decimal) ? Number(decimal) : null;
  return Number.isSafeInteger(whole) ? whole : null;
}
