import fc from '../../../support/seeded-fast-check.js';
import {
  equalPieces,
  rebuild,
  difference,
  PIECES_MAX,
  piecesOf,
} from '../../../../src/infra/exchange/client/reply-difference.js';

const list = (...rows: readonly string[]): string =>
  `{"success":true,"data":[${rows.map((row) => `{"OrderNo":"${row}"}`).join(',')}]}`;

async function stepsFrom(earlier: string, later: string): ReturnType<typeof difference> {
  return difference((await piecesOf(earlier)) ?? [], (await piecesOf(later)) ?? []);
}

describe('The difference of a reply from an earlier one', () => {
  const before = list('1', '2', '3', '4');

  it.each([
    ['the same', before, [[0, 4]]],
    [
      'a row more at the end',
      list('1', '2', '3', '4', '5'),
      [[0, 3], '{"OrderNo":"4"},{"OrderNo":"5"}]}'],
    ],
    [
      'a row more at the beginning',
      list('0', '1', '2', '3', '4'),
      ['{"success":true,"data":[{"OrderNo":"0"},{"OrderNo":"1"},', [1, 3]],
    ],
    ['a row that changed', list('1', '2', 'x', '4'), [[0, 2], '{"OrderNo":"x"},', [3, 1]]],
    [
      'a row less',
      list('1', '3', '4'),
      [
        [0, 1],
        [2, 2],
      ],
    ],
    ['no row', list(), ['{"success":true,"data":[]}']],
  ])('%s', async (_what, later, steps) => {
    expect(await stepsFrom(before, later)).toEqual(steps);
  });

  it('is not made of more pieces than the longest documented list can have', async () => {
    const most = '{},'.repeat(PIECES_MAX);
    expect(await piecesOf(most)).toHaveLength(PIECES_MAX);
    expect(await piecesOf(`${most}.`)).toBeNull();
  });

  it('rebuilds the last of several replies from a chain, whatever the texts', async () => {
    const bit = fc.constantFrom('}', ',', '},', '{"a":1},', '[', ' ', '"}, "', 'ẹ', '\ud83d\ude00');
    const text = fc.array(bit, { maxLength: 40 }).map((bits) => bits.join(''));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 6 }), async (texts) => {
        const differences: Awaited<ReturnType<typeof difference>>[] = [];
        for (const [index, later] of texts.slice(1).entries()) {
          differences.push(await stepsFrom(texts[index] ?? '', later));
        }
        expect(rebuild(texts[0] ?? '', differences)).toBe(texts.at(-1));
      }),
    );
  });

  it.each([
    ['another piece', ['a', 'b'], ['a', 'c'], false],
    ['a piece less', ['a', 'b'], ['a'], false],
    ['the same', ['a', 'b'], ['a', 'b'], true],
  ])('is compared with the reply: %s', async (_what, rebuilt, received, same) => {
    expect(await equalPieces(rebuilt, received)).toBe(same);
  });
});
