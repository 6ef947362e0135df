import { secretRemover } from '../../../../src/infra/exchange/transport/reply-secrets.js';
import fc from '../../../support/seeded-fast-check.js';

const KEY = 'sk_test_Ab9~+/x.7';
const remove = secretRemover([KEY, 'another-secret/of+ours']);

const escaped = (text: string, digits = (code: string) => code): string =>
  [...text].map((c) => `\\u00${digits(c.charCodeAt(0).toString(16))}`).join('');
const percent = (text: string): string =>
  [...text].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Every way in which a reply may write a text that it was sent. */
const ENCODINGS: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['URL-encoded', encodeURIComponent],
  ['URL-encoded in small letters', (text) => encodeURIComponent(text).replace(/%../g, (hex) => hex.toLowerCase())],
  ['URL-encoded throughout', percent],
  ['URL-encoded twice', (text) => encodeURIComponent(percent(text))],
  ['with slashes escaped', (text) => text.replaceAll('/', '\\/')],
  ['with JSON escapes', (text) => escaped(text)],
  ['with JSON escapes in capitals', (text) => escaped(text, (code) => code.toUpperCase())],
  ['with a JSON escape here and there', (text) => text.replace(/[_~9]/g, (c) => escaped(c))],
  ['as a JSON text within a JSON text', (text) => JSON.stringify(escaped(text)).slice(1, -1)],
  ['with JSON escapes, URL-encoded', (text) => percent(escaped(text))],
  ['URL-encoded, with JSON escapes', (text) => escaped(percent(text))],
  ['as HTML', (text) => text.replace(/[~+/.]/g, (c) => `&#${c.charCodeAt(0)};`)],
  ['as HTML throughout', (text) => [...text].map((c) => `&#x${c.charCodeAt(0).toString(16)};`).join('')],
  ['as HTML, with zeros before', (text) => [...text].map((c) => `&#X00${c.charCodeAt(0).toString(16).toUpperCase()};`).join('')],
  ['as HTML within HTML', (text) => [...text].map((c) => `&amp;#${c.charCodeAt(0)};`).join('')],
  ['as a text of JavaScript or Python', (text) => [...text].map((c) => `\\\\x${c.charCodeAt(0).toString(16)}`).join('')],
  ['in base64', base64],
  ['in base64 for addresses', base64url],
  ['in base64 with slashes escaped', (text) => base64(text).replaceAll('/', '\\/')],
  ['in base64, URL-encoded', (text) => encodeURIComponent(base64(text))],
  ['in base64, with JSON escapes', (text) => escaped(base64(text))],
]; // prettier-ignore

/** What a reader could still make of a text, whichever encoding he suspects. */
function readings(text: string): string {
  const found = [text];
  for (let round = 0; round < 3; round += 1) {
    const last = found.at(-1) ?? '';
    const ofHtml = last
      .replace(/&amp;/gi, '&')
      .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
      .replace(/&#(\d+);/g, (_, digits: string) => String.fromCharCode(Number(digits)));
    const unescaped = ofHtml.replace(/\\+(?:u00|x)(..)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))); // prettier-ignore
    found.push(unescaped.replace(/\\\//g, '/').replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))); // prettier-ignore
  }
  const runs = found.flatMap((reading) => reading.match(/[\w+/-]{8,}/g) ?? []);
  const decoded = runs.flatMap((run) =>
    [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')),
  );
  return [...found, ...decoded].join('\n');
}

describe('A secret that a reply repeats', () => {
  it.each(ENCODINGS)('%s is removed, and what is around it stays', async (_, encode) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = `{"message":"${encode(`${before}Bearer ${KEY}`)}","code":5}`;
      expect(readings(text)).toContain(KEY);
      const cleaned = await remove(text);
      expect(readings(cleaned)).not.toContain(KEY.slice(0, -1));
      expect(cleaned).toMatch(/^\{"message":".*\[redacted\].*","code":5\}$/);
      expect(() => JSON.parse(cleaned) as unknown).not.toThrow();
    }
  });

  it.each(
    [64, 76].flatMap((columns) =>
      ['\n', '\r\n', '\n\t', '\\n', '\\r\\n', '\\\\n', '\\u000a', '%0D%0A', '%250A', '&#13;&#10;', '&#xA;'].map(
        (end): [number, string] => [columns, end],
      ),
    ),
  )('is removed from base64 in lines of %d columns that end with %j', async (columns, end) => {
    for (let before = 0; before < columns; before += 1) {
      const whole = base64(`${'x'.repeat(before)}Bearer ${KEY}${'y'.repeat(90)}`);
      const lines = whole.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [];
      const cleaned = await remove(`<pre>${lines.join(end)}</pre>`);
      expect(cleaned).toMatch(/^<pre>.*\[redacted\].*<\/pre>$/s);
      expect(readings(cleaned.split(end).join(''))).not.toContain(KEY.slice(1, -1));
    }
  }); // prettier-ignore

  it('is removed each time, and so is every other secret', async () => {
    const text = `${KEY} ${escaped('another-secret/of+ours')} ${KEY}${KEY} ${base64(KEY)}`;
    expect(await remove(text)).toMatch(
      /^\[redacted\] \[redacted\] (\[redacted\]){2} \[redacted\]=?$/,
    );
  });

  it('is removed wherever a long reply is cut for the search', async () => {
    for (const at of [262_135, 262_144 - KEY.length, 262_143, 262_144, 524_280]) {
      for (const form of [KEY, escaped(KEY)]) {
        const text = `${'x'.repeat(at)}${form}${'y'.repeat(600_000)}`;
        expect(await remove(text)).toBe(`${'x'.repeat(at)}[redacted]${'y'.repeat(600_000)}`);
      }
    }
  });

  it('leaves any other text as it is, escapes and all', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom(
              '\\u0073k_test_',
              '%73',
              '\\/',
              'sk_test_Ab9',
              '&#115;k',
              '&amp;',
              base64(KEY).slice(0, 8),
            ),
          ),
        ),
        async (parts) => {
          // prettier-ignore
          const text = parts.join(' ');
          expect(await remove(text)).toBe(text);
        },
      ),
    );
  });

  it('is found in time among escapes that hide nothing', async () => {
    // Beginning again at each of them would take hours.
    for (const escape of [
      '\\',
      '%',
      '%25',
      '\\/',
      '\\u00',
      '&#x00',
      '&amp;',
      '\n',
      '\\n',
      '\n ',
      '%0a',
    ]) {
      const text = escape.repeat(300_000);
      expect((await remove(text)) === text).toBe(true);
      expect((await remove(`${text}${KEY}`)).endsWith('[redacted]')).toBe(true);
    }
  });

  it('is none where there is none', async () => {
    expect(await secretRemover([''])('text')).toBe('text');
  });
});
