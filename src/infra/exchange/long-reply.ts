import { LosslessNumber, parse } from 'lossless-json';
import { nextTurn } from '../slices.js';
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

const LENGTHS: Lengths = { long: 262_144, slice: 65_536, look: 1_048_576 };

/** Stands for the rows while the rest is parsed: no escape can spell a number in another way. */
const PLACE = `1${'0'.repeat(40)}`;

export async function parseInSlices(text: string, lengths = LENGTHS): Promise<Wire | undefined> {
  if (text.length < lengths.long) return parseWire(text);
  const list = await longListIn(text, lengths);
  if (list === 'broken') return undefined;
  if (list === 'none') return parseWire(text);
  const rest = [text.slice(0, list.opensAt), text.slice(list.closesAt + 1)] as const;
  if (rest.some((part) => part.includes(PLACE))) return parseWire(text);
  const rows: Wire[] = [];
  const ends = [...list.commas, list.closesAt];
  let start = list.opensAt + 1;
  for (const end of ends) {
    const slice = parseWire(`[${text.slice(start, end)}]`);
    // Nothing between two commas: no JSON.
    if (!Array.isArray(slice) || slice.length === 0) return undefined;
    for (const row of slice as readonly Wire[]) rows.push(row);
    start = end + 1;
    await nextTurn();
  }
  return parseAround(rest, rows) ?? parseWire(text);
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
  /** Commas between two rows, a slice apart. */
  readonly commas: readonly number[];
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
  private commas: number[] = [];
  private lastCut = 0;

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
  }

  private pass(): void {
    const isBetweenRows = this.opensAt >= 0 && this.depth === this.listDepth;
    if (!isBetweenRows || this.at - this.lastCut < this.slice) return;
    this.commas.push(this.at);
    this.lastCut = this.at;
  }

  private close(code: number): LongList | 'broken' | null {
    const endsList = this.opensAt >= 0 && this.depth === this.listDepth;
    this.depth -= 1;
    if (!endsList) return null;
    const { opensAt, at: closesAt, commas } = this;
    this.opensAt = -1;
    if (code !== LIST_CLOSES) return 'broken';
    return commas.length === 0 ? null : { opensAt, closesAt, commas };
  }
}
