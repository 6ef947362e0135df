import { stringify } from 'csv-stringify/sync';
import { isDecimal } from './decimal.js';

/** Null and undefined make an empty cell. */
export type CsvCell = string | number | null | undefined;

/** What spreadsheets take for the beginning of a formula; the last four are its full-width forms. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * Rows of CSV (RFC 4180): every cell in quotes, every row ended by CRLF. An apostrophe comes before a text that a
 * spreadsheet would run as a formula; a negative figure is none.
 */
export function csvRows(rows: readonly (readonly CsvCell[])[]): string {
  return stringify([...rows], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: '\r\n',
    cast: { string: harmless },
  });
}

function harmless(text: string): string {
  return FORMULA.test(text) && !isDecimal(text) ? `'${text}` : text;
}
