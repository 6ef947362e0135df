import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Problem } from '../../../../src/infra/http/problems/problem.js';
import { IsPlainText, requestValidation } from '../../../../src/infra/http/input/validation.js';

class Note {
  @IsPlainText(10)
  text!: string;
}

function accepts(text: unknown): boolean {
  return validateSync(plainToInstance(Note, { text })).length === 0;
}

const code = (point: number): string => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;

describe('A plain text', () => {
  it.each([
    'a',
    'Ada Obi',
    'Day (DO)',
    'Ọ̀rọ̀ ẹ̀',
    '日本語',
    '😀',
    "O'Brien",
    '<b>&"',
    '0',
    '-',
    '1234567890',
    'שלום',
    'Añuli',
    'Nu\u0301n\u0303ez',
    'Àjàyí-D’Al',
    'عبد الله',
    'مُحَمَّد',
    '王小明',
    'सुनीता',
    'น้ำ',
    '김철수',
    'ﷺ',
  ])('may be "%s"', (text) => {
    expect(accepts(text)).toBe(true);
  });

  it.each(['', ' ', ' a', 'a ', '\u00a0a', 'a\u3000', '\ta', 'a\n', '12345678901', '😀😀😀😀😀😀'])(
    'is trimmed, not empty and not too long: %j is none',
    (text) => {
      expect(accepts(text)).toBe(false);
    },
  );

  it.each<unknown>([null, undefined, 5, true, {}, [], ['a'], { toString: 'a' }])(
    'is a text: %j is none',
    (value) => {
      expect(accepts(value)).toBe(false);
    },
  );

  const range = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it.each([
    ['control characters', [...range(0x00, 0x1f), ...range(0x7f, 0x9f)]],
    [
      'characters that turn the direction of reading',
      [0x61c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
    ],
    ['line and paragraph separators', [0x2028, 0x2029]],
    ['the byte order mark', [0xfeff]],
    ['zero-width spaces and joiners', [0x200b, 0x200c, 0x200d, ...range(0x2060, 0x2064)]],
    ['soft hyphens and joining marks', [0xad, 0x34f, ...range(0x206a, 0x206f)]],
    ['fillers', [0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0]],
    ['variation selectors', [...range(0x180b, 0x180f), ...range(0xfe00, 0xfe0f), 0xe0100, 0xe01ef]],
    ['mark of what could not be read', [0xfffd]],
    ['tags', [0xe0001, ...range(0xe0020, 0xe007f)]],
    ['annotation, shorthand and music controls', [0xfff9, 0xfffb, 0x1bca0, 0x1d173, 0x1d17a]],
    ['code points that are no characters', [0xfdd0, 0xfffe, 0xffff, 0x10ffff]],
    ['unassigned code points that would be ignored', [0x2065, 0xfff0, 0xe0fff]],
  ])('holds no %s', (_what, points) => {
    const letThrough = points.filter((point) => accepts(`a${String.fromCodePoint(point)}b`));
    expect(letThrough.map(code)).toEqual([]);
  });

  it.each(['a\ud800', '\udc00a', 'a\ud83d b', '\ude00\ud83d', 'a\udbffb'])(
    'holds no half characters: %j',
    (text) => {
      expect(accepts(text)).toBe(false);
    },
  );
});

describe('The validation of a request', () => {
  const pipe = requestValidation();

  function problemOf(body: unknown): Promise<unknown> {
    return pipe.transform(body, { type: 'body', metatype: Note }).then(
      () => null,
      (error: unknown) =>
        error instanceof Problem ? { code: error.code, ...error.details } : error,
    );
  }

  it('lets a good body through', async () => {
    expect(await pipe.transform({ text: 'good' }, { type: 'body', metatype: Note })).toEqual({
      text: 'good',
    });
  });

  it('names the field, and does not repeat its name in the message', async () => {
    expect(await problemOf({ text: 'a\u202eb' })).toEqual({
      code: 'validation-failed',
      errors: [{ field: 'text', message: 'must be a text of 1 to 10 printable characters' }],
    });
  });

  it('refuses a field that it does not know, and never drops it', async () => {
    expect(await problemOf({ text: 'good', pirce: '12' })).toEqual({
      code: 'validation-failed',
      errors: [{ field: 'pirce', message: 'is not a known field' }],
    });
  });

  it('does not echo the value that was refused', async () => {
    expect(JSON.stringify(await problemOf({ text: '\u0000secret' }))).not.toContain('secret');
  });

  it.each([{}, { text: null }, { text: 5 }])('refuses %j', async (body) => {
    expect(await problemOf(body)).toMatchObject({ code: 'validation-failed' });
  });

  it('tells of every field at once', async () => {
    expect(await problemOf({ a: 1, b: 2 })).toMatchObject({
      errors: [{ field: 'a' }, { field: 'b' }, { field: 'text' }],
    });
  });
});
