/** Small pieces of a page to print. Every text in them is escaped. */
export interface Column<T> {
  readonly head: string;
  readonly of: (row: T) => string;
  /** Figures are right-aligned; codes, such as ids and hashes, have letters of one width. */
  readonly as?: 'figure' | 'code' | 'time';
}

export interface Cell {
  readonly text: string;
  readonly as?: 'figure' | 'code' | 'time' | 'absent' | 'group' | undefined;
  readonly span?: number;
  readonly down?: number;
}

/** On paper an empty section could be one that was left out. */
const NONE = '<p class="none">None</p>';

export function section(name: string, content: string): string {
  return `<section><h2>${escaped(name)}</h2>${content}</section>`;
}

export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  if (rows.length === 0) return NONE;
  const head = columns.map(({ head: text, as }): Cell => ({ text, as }));
  const body = rows.map((row) => columns.map(({ of, as }): Cell => ({ text: of(row), as })));
  return tableOf([head], body);
}

/** Browsers repeat the head on every page of paper, and print the foot once, after the last row. */
export function tableOf(
  head: readonly (readonly Cell[])[],
  body: readonly (readonly Cell[])[],
  foot: readonly (readonly Cell[])[] = [],
): string {
  const part = (tag: string, name: string, rows: readonly (readonly Cell[])[]): string =>
    rows.length === 0
      ? ''
      : `<${name}>${rows.map((cells) => `<tr>${cells.map((one) => cellOf(tag, one)).join('')}</tr>`).join('\n')}</${name}>`;
  // The foot is a body of its own: a real one would be repeated on every page.
  const across = head[0]?.reduce((sum, { span = 1 }) => sum + span, 0) ?? 0;
  const width = across > 7 ? ' class="wide"' : across < 3 ? ' class="narrow"' : '';
  return `<table${width}>${part('th', 'thead', head)}${part('td', 'tbody', body)}${part('td', 'tbody', foot).replace('<tbody>', '<tbody class="foot">')}</table>`;
}

function cellOf(tag: string, { text, as, span = 1, down = 1 }: Cell): string {
  const kind = as === undefined ? '' : ` class="${as}"`;
  const across = span === 1 ? '' : ` colspan="${span}"`;
  const deep = down === 1 ? '' : ` rowspan="${down}"`;
  return `<${tag}${kind}${across}${deep}>${escaped(text)}</${tag}>`;
}

export function list(items: readonly string[]): string {
  if (items.length === 0) return NONE;
  return `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
}

/** Pairs of a name and its value. */
export function pairs(values: readonly (readonly [string, string, 'code'?])[]): string {
  const one = ([name, value, as]: (typeof values)[number]): string =>
    `<dt>${escaped(name)}</dt><dd${as === undefined ? '' : ` class="${as}"`}>${escaped(value)}</dd>`;
  return `<dl>${values.map(one).join('')}</dl>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
}
