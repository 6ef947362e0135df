import { nextTurn } from '../../runtime/batches.js';

/**
 * Removes secrets from what the exchange, or a proxy on the way, sends back: an error page that echoes our
 * `Authorization` header must not end up in the journal, the trail, a log or an answer. Each secret is found as it
 * is, URL-encoded, with JSON escapes, as HTML, in base64 with any text around it and in lines, and in any mixture of these.
 */
export type SecretRemover = (text: string) => Promise<string>;

const INSTEAD = '[redacted]';
/** Characters searched before yielding to the event loop. */
const SLICE = 262_144;
/** How often a text may be encoded: a URL in a JSON text in a URL. */
const ROUNDS_MAX = 4;
/** Characters that one may become in so many rounds. */
const CHARACTER_LENGTH_MAX = 40;
/**
 * What hides a printable ASCII character. Several backslashes: a JSON text within a JSON text. A run of them that
 * hides nothing matches too: the search would begin again at each of them.
 */
const ESCAPES =
  /\\+(?:(?:u00|x)([2-7][0-9a-f])|(\/))?|%([2-7][0-9a-f])|&#x0{0,6}([2-7][0-9a-f]);|&#0{0,6}(\d{2,3});|&(amp|lt|gt|quot|apos);/gi;
const OF_HTML: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const BASE64_DIGIT = /[\w+/-]/;
/** The end of a line of base64, as it is or escaped. So few at once: after more, the search would begin again at each. */
const LINE_ENDS =
  /(?<=[\w+/-])(?:(?:[\r\n]|(?<!\\)\\+(?:[rn]|u000[ad])|%0[ad]|&#x0{0,6}[ad];)[ \t]*){1,4}(?=[\w+/-])/gi;

export function secretRemover(secrets: Iterable<string>): SecretRemover {
  const forms = [...secrets].filter((secret) => secret !== '').flatMap(formsOf);
  const longest = Math.max(0, ...forms.map(({ text }) => text.length));
  const overlap = longest * CHARACTER_LENGTH_MAX;
  return async (text) => {
    let cleaned = '';
    let done = 0;
    for (let start = 0; start < text.length; start += SLICE) {
      if (start > 0) await nextTurn();
      const part = text.slice(start, start + SLICE + overlap);
      for (const { from, to } of holdsAny(part, forms) ? spansIn(part, forms) : []) {
        // What begins in the overlap is found whole in the next slice.
        if (from >= SLICE || start + to <= done) continue;
        if (start + from >= done) cleaned += text.slice(done, start + from) + INSTEAD;
        done = start + to;
      }
    }
    return done === 0 ? text : cleaned + text.slice(done);
  };
}

interface Form {
  readonly text: string;
  readonly isBase64: boolean;
}

function formsOf(secret: string): readonly Form[] {
  const digits = [0, 1, 2].map((before) => base64Of(secret, before));
  const forAddresses = digits.map((text) => text.replace(/\+/g, '-').replace(/\//g, '_'));
  const inBase64 = [...new Set([...digits, ...forAddresses])];
  return [{ text: secret, isBase64: false }, ...inBase64.map((text) => ({ text, isBase64: true }))];
}

/** The digits that depend on the secret alone, when so many bytes (modulo 3) come before it. */
function base64Of(secret: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const first = Math.ceil((before * 8) / 6);
  return bytes.toString('base64').slice(first, Math.floor((bytes.length * 8) / 6));
}

/** Whether the text, or what is left of it after removing escapes, holds one. Most texts end here. */
function holdsAny(text: string, forms: readonly Form[]): boolean {
  let last = text;
  for (let round = 0; round <= ROUNDS_MAX; round += 1) {
    const now = last;
    if (forms.some((form) => now.includes(form.text))) return true;
    const joined = now.replace(LINE_ENDS, '');
    if (joined !== now && forms.some((form) => form.isBase64 && joined.includes(form.text)))
      return true;
    last = now.replace(ESCAPES, characterOf);
    if (last === now) return false;
  }
  return false;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Where in the text they are, in order; spans may overlap. */
function spansIn(text: string, forms: readonly Form[]): readonly Span[] {
  const spans: Span[] = [];
  let reading: Reading | null = { text, starts: null };
  for (let round = 0; reading !== null && round <= ROUNDS_MAX; round += 1) {
    for (const form of forms) spans.push(...occurrences(reading, form));
    const joined: Reading | null = rewritten(reading, LINE_ENDS, () => '');
    for (const form of forms)
      if (joined !== null && form.isBase64) spans.push(...occurrences(joined, form));
    reading = rewritten(reading, ESCAPES, characterOf);
  }
  return spans.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** A text without some of its escapes, or of its line ends. */
interface Reading {
  readonly text: string;
  /** Where each of its characters starts in the original, and where that ends; null: it is the original. */
  readonly starts: readonly number[] | null;
}

/** Null if nothing of it is replaced. */
function rewritten(
  { text, starts }: Reading,
  pattern: RegExp,
  insteadOf: (found: string, ...groups: readonly (string | undefined)[]) => string,
): Reading | null {
  const later: number[] = [];
  let written = '';
  let done = 0;
  const keep = (until: number): void => {
    for (let at = done; at < until; at += 1) later.push(starts?.[at] ?? at);
    written += text.slice(done, until);
  };
  for (const match of text.matchAll(pattern)) {
    const [found, ...groups] = match;
    const instead = insteadOf(found, ...groups);
    if (instead === found) continue;
    keep(match.index);
    if (instead !== '') later.push(starts?.[match.index] ?? match.index);
    written += instead;
    done = match.index + found.length;
  }
  if (done === 0) return null;
  keep(text.length);
  later.push(starts?.[text.length] ?? text.length);
  return { text: written, starts: later };
}

/** `groups`: of {@link ESCAPES}. */
function characterOf(escape: string, ...groups: readonly (string | undefined)[]): string {
  const [json, slash, percent, html, digits, name] = groups;
  const hex = json ?? percent ?? html;
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (digits !== undefined) return String.fromCharCode(Number(digits));
  if (name !== undefined) return OF_HTML[name.toLowerCase()] ?? escape;
  return slash ?? escape;
}

/** A base64 form takes along the digit that holds the last bits of the secret. */
function* occurrences({ text, starts }: Reading, form: Form): Generator<Span, void, undefined> {
  const { length } = form.text;
  for (let at = text.indexOf(form.text); at >= 0; at = text.indexOf(form.text, at + length)) {
    const isFollowed = form.isBase64 && BASE64_DIGIT.test(text[at + length] ?? '');
    const end = at + length + (isFollowed ? 1 : 0);
    yield { from: starts?.[at] ?? at, to: starts?.[end] ?? end };
  }
}
