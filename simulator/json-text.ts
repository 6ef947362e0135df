/*
 * Writes JSON without passing a number through a float: order numbers are bigint or NumberToken and can
 * have any length. Fields are written in the given order, so the same answer has the same bytes.
 * Undefined fields are left out.
 */

export type Json =
  null | boolean | number | bigint | string | NumberToken | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

const NUMBER_TEXT = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number exactly as it appears in the text, for spellings that no float would produce. */
export class NumberToken {
  readonly text: string;

  constructor(text: string) {
    if (!NUMBER_TEXT.test(text)) throw new Error(`${text} is not a JSON number`);
    this.text = text;
  }
}

export function isJsonArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function writeJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof NumberToken) return value.text;
  if (isJsonArray(value)) return `[${value.map(writeJson).join(',')}]`;
  const fields: string[] = [];
  for (const [name, field] of Object.entries(value)) {
    if (field !== undefined) fields.push(`${JSON.stringify(name)}:${writeJson(field)}`);
  }
  return `{${fields.join(',')}}`;
}
