import { printable } from '../../src/infra/printable.js';

describe('A text for a terminal', () => {
  it.each([
    ['\u001b[2K\rintact', String.raw`\u{1b}[2K\u{d}intact`],
    ['a\tb\u0000', String.raw`a\u{9}b\u{0}`],
    ['\u007f\u009b2J', String.raw`\u{7f}\u{9b}2J`],
    ['\u202etcatni\u2069', String.raw`\u{202e}tcatni\u{2069}`],
    ['a\u200bb\ufeff\u2028\u3164', String.raw`a\u{200b}b\u{feff}\u{2028}\u{3164}`],
    ['\u{e0041}', String.raw`\u{e0041}`],
  ])('%j is shown as %s', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('keeps its lines, and the letters of every language', () => {
    const text = 'Adé Obi\n  ₦12.50, “日本” – 👍\n';
    expect(printable(text)).toBe(text);
  });
});
