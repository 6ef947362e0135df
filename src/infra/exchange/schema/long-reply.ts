import { LosslessNumber, parse } from 'lossless-json';
import { nextTurn } from '../../runtime/batches.js';
import { ROWS_COMPARED } from './schema-drift.js';
import { parseQuickly } from './quick-parse.js';
import { parseWire, type Wire } from './wire.js';

/**
 * Parsing a long reply without holding the event loop: the rows of its first long list are cut out at
 * commas and parsed slice by slice, by the same parser, and take their place in the rest. The result
 * is what {@link parseWire} says of the whole text.
 */
export interface Lengths {
  /** Characters from which a text is worth cutting. */
  readonly long: number;
  /** Characters of a slice, at least. */
  readonly slice: number;
  /** Characters that are looked at for commas before others have their turn. */
  readonly look: number;
}

const LENGTHS: Lengths = { long: 262_144, slice: 65_536, look: 65_536 };

/** What somebody makes of each row: parsed rows take several times the room of what is read of them. */
export type ReadRow = (row: Wire) => unknown;

/** The rows of a long list, each read as soon as it was parsed. */
export interface LongRows {
  /** The list in the parsed text; it has the first of them only, for whoever looks at their shape. */
  readonly first: Wire;
  readonly read: readonly unknown[];
}

export interface Parsed {
  readonly body: Wire | undefined;
  /** Null where there is no long list, or nobody reads its rows. */
  readonly long: LongRows | null;
}

/** Stands for the rows while the rest is parsed: no escape can spell a number in another way. */
const PLACE = `1${'0'.repeat(40)}`;

export async function parseInSlices(
  text: string,
  readRow: ReadRow | null = null,
  lengths = LENGTHS,
): Promise<Parsed> {
  if (text.length < lengths.long) return whole(text);
  // Others have waited while it was put together.
  await nextTurn();
  const list = await longListIn(text, lengths);
  if (list === 'broken') return BROKEN;
  if (list === 'none') return whole(text);
  const rest = [text.slice(0, list.opensAt), text.slice(list.closesAt + 1)] as const;
  if (rest.some((part) => part.includes(PLACE))) return whole(text);
  const first: Wire[] = [];
  const read: unknown[] = [];
  let start = list.opensAt + 1;
  for (const { at: end, names } of list.cuts) {
    const rows = `[${text.slice(start, end)}]`;
    const slice = readRow === null ? parseWire(rows) : parseQuickly(rows, names);
    // Nothing between two commas: no JSON.
    if (!Array.isArray(slice) || slice.length === 0) return BROKEN;
    for (const row of slice as readonly Wire[]) {
      if (readRow === null || first.length < ROWS_COMPARED) first.push(row);
      if (readRow !== null) read.push(readRow(row));
    }
    start = end + 1;
    await nextTurn();
  }
  const body = parseAround(rest, first);
  if (body === undefined) return whole(text);
  return { body, long: readRow === null ? null : { first, read } };
}

const BROKEN: Parsed = { body: undefined, long: null };

function whole(text: string): Parsed {
  return { body: parseWire(text), long: null };
}

function parseAround([before, after]: readonly [string, string], rows: Wire): Wire | undefined {
  try {
    return parse(`${before} ${PLACE} ${after}`, null, (token) =>
      token === PLACE ? rows : new LosslessNumber(token),
    ) as Wire;
  } catch {
    return undefined;
  }
}

interface LongList {
  readonly opensAt: number;
  readonly closesAt: number;
  /** Commas between two rows, a slice apart, and the end. */
  readonly cuts: readonly Cut[];
}

interface Cut {
  readonly at: number;
  /** How many names of fields stand between it and the cut before. */
  readonly names: number;
}

/**
 * The first list with more than one slice of rows that stands in no other list. Broken: brackets do
 * not match, or the text has ended before they do, which is no JSON whatever else it says.
 */
async function longListIn(text: string, lengths: Lengths): Promise<LongList | 'none' | 'broken'> {
  const look = new Look(text, lengths.slice);
  for (let end = lengths.look; ; end += lengths.look) {
    const found = look.until(end);
    if (found !== null) return found;
    if (end >= text.length) return look.isClosed() ? 'none' : 'broken';
    await nextTurn();
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LIST_OPENS = 0x5b;
const BACKSLASH = 0x5c;
const LIST_CLOSES = 0x5d;
const RECORD_OPENS = 0x7b;
const RECORD_CLOSES = 0x7d;

/** Goes through a text once and tells brackets and commas from what stands in strings. */
class Look {
  private at = 0;
  private depth = 0;
  private opensAt = -1;
  private listDepth = 0;
  private cuts: Cut[] = [];
  private lastCut = 0;
  private names = 0;

  constructor(
    private readonly text: string,
    private readonly slice: number,
  ) {}

  isClosed(): boolean {
    return this.depth === 0;
  }

  /** Null when nothing is certain yet. */
  until(end: number): LongList | 'broken' | null {
    for (; this.at < end && this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) this.skipString();
      else if (code === LIST_OPENS || code === RECORD_OPENS) this.open(code);
      else if (code === COLON) this.names += 1;
      else if (code === COMMA) this.pass();
      else if (code === LIST_CLOSES || code === RECORD_CLOSES) {
        const list = this.close(code);
        if (list !== null) return list;
      }
    }
    return null;
  }

  private skipString(): void {
    for (this.at += 1; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code === QUOTE) return;
      if (code === BACKSLASH) this.at += 1;
    }
  }

  private open(code: number): void {
    this.depth += 1;
    if (code !== LIST_OPENS || this.opensAt >= 0) return;
    this.opensAt = this.at;
    this.listDepth = this.depth;
    this.lastCut = this.at;
    this.names = 0;
  }

  private pass(): void {
    const isBetweenRows = this.opensAt >= 0 && this.depth === this.listDepth;
    if (!isBetweenRows || this.at - this.lastCut < this.slice) return;
    this.cut();
  }

  private cut(): void {
    this.cuts.push({ at: this.at, names: this.names });
    this.lastCut = this.at;
    this.names = 0;
  }

  private close(code: number): LongList | 'broken' | null {
    const endsList = this.opensAt >= 0 && this.depth === this.listDepth;
    this.depth -= 1;
    if (!endsList) return null;
    const { opensAt, at: closesAt, cuts } = this;
    this.opensAt = -1;
    if (code !== LIST_CLOSES) return 'broken';
    if (cuts.length === 0) return null;
    this.cut();
    return { opensAt, closesAt, cuts };
  }
}
