import { isKeyName } from '../../../../src/infra/auth/api-keys/key-name.js';

describe('The name of a key', () => {
  it.each([
    'alice',
    'dealer desk 2',
    'Adébáyọ̀ Ọláìyá',
    'Алиса',
    'Αλίκη',
    'アリス 有栖',
    "O'Neil & Sons (Lagos)",
    '42',
  ])('may be %s', (name) => expect(isKeyName(name)).toBe(true));

  it.each([
    ['a Cyrillic a', '\u0430lice'],
    ['a Greek omicron', 'b\u03bfb'],
    ['a Cherokee letter', '\u13aalice'],
    ['a letter of a rare script', 'alice \u1401'],
    ['full-width letters', '\uff41lice'],
    ['a ligature', '\ufb01nance'],
    ['mathematical letters', '\u{1d41a}lice'],
    ['a zero-width space', 'al\u200bice'],
    ['a tag', 'alice\u{e0061}'],
    ['a bidirectional override', 'alice\u202e'],
    ['a line break', 'al\nice'],
    ['nothing', ''],
    ['a space at its end', 'alice '],
    ['61 characters', 'x'.repeat(61)],
    ['no text', 5],
  ])('has not %s', (_, name) => expect(isKeyName(name)).toBe(false));
});
