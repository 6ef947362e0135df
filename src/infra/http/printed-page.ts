/** A page to print, and small pieces of it. Every text in them is escaped. */
export type Tone = 'good' | 'doubt' | 'bad';

export interface PrintedPage {
  /** Of the window. */
  readonly title: string;
  readonly heading: string;
  readonly subtitle: string;
  readonly broker: string;
  readonly status: { readonly text: string; readonly tone: Tone };
  /** Sections, as HTML. */
  readonly parts: readonly string[];
  readonly notes: readonly string[];
  /** What the page can be held against. */
  readonly digest: readonly [name: string, hash: string];
}

const STYLE = `@page{size:A4 landscape;margin:12mm 10mm 14mm;@bottom-right{content:"Page " counter(page) " of " counter(pages);font:8pt sans-serif;color:#555}}
*{box-sizing:border-box}
body{font:9pt/1.35 "Helvetica Neue",Arial,"Liberation Sans","DejaVu Sans",sans-serif;color:#111;margin:0 auto;padding:8mm;max-width:297mm;background:#fff}
header{display:flex;align-items:flex-end;gap:8mm;border-bottom:2px solid #111;padding-bottom:2mm}
h1{font-size:17pt;line-height:1.2;margin:0}header p{margin:0}.grow{flex:1}.broker{text-align:right}
.status{font-size:11pt;font-weight:bold;border:1.5px solid;padding:1mm 3mm;white-space:nowrap}
.good{color:#17602f}.doubt{color:#7a4b00}.bad{color:#8f1d14}
h2{font-size:11pt;margin:5mm 0 1.5mm;break-after:avoid}section p{margin:0 0 1mm}
table{border-collapse:collapse;width:100%}.narrow{width:auto;min-width:60mm}
.wide{font-size:7.5pt}.wide th,.wide td{padding:.8mm 1mm}.wide td:first-child{white-space:nowrap}.group{text-align:center;border-left:1px solid #999}thead{display:table-header-group}
tr,dl,li{break-inside:avoid}
th,td{border-bottom:.5px solid #bbb;padding:1mm 1.5mm;text-align:left;vertical-align:top}
th.code{font:inherit;font-weight:600}
th{background:#eee;border-bottom:1px solid #555;font-weight:600;vertical-align:bottom}
.foot td{border-top:1px solid #111;border-bottom:0;font-weight:bold}
.figure{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
.code{font-family:"DejaVu Sans Mono","Liberation Mono",Consolas,monospace;font-size:.86em}td.code,td.time{white-space:nowrap}
dd,.name{overflow-wrap:anywhere}.name{min-width:34mm}
.absent{text-align:center;color:#666;font-style:italic;white-space:nowrap}.none{color:#666;margin:0}
ul{margin:0;padding-left:5mm}dl{display:grid;grid-template-columns:max-content 1fr;gap:.5mm 4mm;margin:0 0 3mm}dt{color:#555}dd{margin:0}
footer{margin-top:6mm;border-top:.5px solid #bbb;padding-top:2mm;color:#444;font-size:8pt}
@media print{body{padding:0;max-width:none;print-color-adjust:exact;-webkit-print-color-adjust:exact}}`;

export function printedPage(page: PrintedPage): string {
  const { title, heading, subtitle, broker, status, parts, notes, digest } = page;
  const [name, hash] = digest;
  const noted = notes.map((note) => `<p>${escaped(note)}</p>`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><header><div class="grow"><h1>${escaped(heading)}</h1><p>${escaped(subtitle)}</p></div>
<p class="broker">Broker<br><b>${escaped(broker)}</b></p><p class="status ${status.tone}">${escaped(status.text)}</p></header>
${parts.join('\n')}
<footer>${noted}<p>${escaped(name)}: <span class="code">${escaped(hash)}</span></p></footer>
</body></html>
`;
}

export interface Column<T> {
  readonly head: string;
  readonly of: (row: T) => string;
  /** Figures are right-aligned; codes, such as ids and hashes, have letters of one width; long names are broken. */
  readonly as?: 'figure' | 'code' | 'time' | 'name';
}

export interface Cell {
  readonly text: string;
  readonly as?: 'figure' | 'code' | 'time' | 'name' | 'absent' | 'group' | undefined;
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
