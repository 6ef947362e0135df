import { boolean, count, list, object, text, type RecordSchema } from './wire-schema.js';
import { decimalField, field, isRecord, textField, type Wire } from './wire.js';

/** Section "Response envelopes": one entry for each row of its table. */
export type Envelope =
  'standard' | 'array' | 'pageWithPagination' | 'pageWithTotals' | 'arrayWithMeta' | 'none';

/** Error bodies "use the standard envelope fields". */
export const ERROR = { success: boolean('success'), message: text('message') };

interface Layout {
  /** A whole reply as documented. */
  readonly body: (record: RecordSchema) => RecordSchema;
  /** Path of the rows in the reply; null for a single record. */
  readonly rows: readonly string[] | null;
  /** Path of the page counts, and the name of the number of pages. */
  readonly counts?: { readonly at: readonly string[]; readonly pages: string };
}

const LAYOUTS: Readonly<Record<Envelope, Layout>> = {
  standard: { body: (record) => ({ ...ERROR, data: object('data', record) }), rows: null },
  array: { body: (record) => ({ ...ERROR, data: list('data', record) }), rows: ['data'] },
  pageWithPagination: {
    body: (record) => {
      const pages = { page: count('page'), limit: count('limit'), total: count('total') };
      const pagination = object('pagination', { ...pages, totalPages: count('totalPages') });
      return { ...ERROR, data: object('data', { data: list('data', record), pagination }) };
    },
    rows: ['data', 'data'],
    counts: { at: ['data', 'pagination'], pages: 'totalPages' },
  },
  pageWithTotals: {
    body: (record) => {
      const totals = { total: count('total'), page: count('page'), limit: count('limit') };
      return { ...ERROR, data: object('data', { data: list('data', record), ...totals }) };
    },
    rows: ['data', 'data'],
    counts: { at: ['data'], pages: 'totalPages' },
  },
  arrayWithMeta: {
    body: (record) => {
      const meta = { page: count('page'), pages: count('pages'), total: count('total') };
      return { ...ERROR, data: list('data', record), meta: object('meta', meta) };
    },
    rows: ['data'],
    counts: { at: ['meta'], pages: 'pages' },
  },
  none: { body: (record) => record, rows: null },
};

/** The schema of a whole reply. */
export function bodySchema(envelope: Envelope, record: RecordSchema): RecordSchema {
  return LAYOUTS[envelope].body(record);
}

/** The content of an envelope: one record, or rows with page counts. */
export type Contents =
  | { readonly kind: 'record'; readonly record: Wire }
  | {
      readonly kind: 'rows';
      readonly rows: readonly Wire[];
      /** Null when the reply does not say. */
      readonly total: number | null;
      readonly pages: number | null;
    };

/** Null when the envelope is not the documented one. */
export function contentsOf(envelope: Envelope, body: Wire | undefined): Contents | null {
  if (!isRecord(body)) return null;
  if (envelope === 'none') return { kind: 'record', record: body };
  if (field(body, 'success') !== true) return null;
  const { rows: place, counts } = LAYOUTS[envelope];
  if (place === null) {
    const record = field(body, 'data');
    return isRecord(record) ? { kind: 'record', record } : null;
  }
  const rows = valueAt(body, place);
  if (!Array.isArray(rows)) return null;
  const pages = counts === undefined ? NO_COUNTS : countsIn(valueAt(body, counts.at), counts.pages);
  return { kind: 'rows', rows: rows as readonly Wire[], ...pages };
}

/** The documented error envelope: `success` false with a message. */
export function isRefusal(body: Wire | undefined): boolean {
  return isRecord(body) && field(body, 'success') === false && textField(body, 'message') !== null;
}

interface PageCounts {
  readonly total: number | null;
  readonly pages: number | null;
}

const NO_COUNTS: PageCounts = { total: null, pages: null };

function countsIn(counts: Wire | undefined, pagesName: string): PageCounts {
  if (!isRecord(counts)) return NO_COUNTS;
  const total = wholeOf(decimalField(counts, 'total'));
  const limit = wholeOf(decimalField(counts, 'limit'));
  // Flat totals have no number of pages, so compute it.
  const counted = total === null || limit === null || limit === 0 ? null : Math.ceil(total / limit);
  return { total, pages: wholeOf(decimalField(counts, pagesName)) ?? counted };
}

function valueAt(body: Wire, place: readonly string[]): Wire | undefined {
  let found: Wire | undefined = body;
  for (const name of place) found = isRecord(found) ? field(found, name) : undefined;
  return found;
}

function wholeOf(decimal: string | null): number | null {
  const whole = decimal !== null && /^\d+$/.test(decimal) ? Number(decimal) : null;
  return Number.isSafeInteger(whole) ? whole : null;
}
