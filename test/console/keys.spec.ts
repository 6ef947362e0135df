import { NOTHING_TYPED, chordOf } from '../../console/shell/chord.js';

/** The letters of chords among keys that are typed so many milliseconds apart. */
function chordsIn(keys: readonly string[], apart: number): readonly string[] {
  const letters: string[] = [];
  let typed = NOTHING_TYPED;
  for (const [index, key] of keys.entries()) {
    const { letter, ...next } = chordOf(typed, key, index * apart);
    typed = next.typed;
    if (letter !== null) letters.push(letter);
  }
  return letters;
}

describe('The keys of the desk', () => {
  it('go to a screen by g and its letter', () => {
    expect(chordsIn(['g', 'b'], 200)).toEqual(['b']);
    expect(chordsIn(['ArrowDown', 'g', 'b'], 200)).toEqual(['b']);
    expect(chordsIn(['j', 'g', 'b'], 600)).toEqual(['b']);
  });

  it('take no g in the middle of a word for one, nor one that was long ago', () => {
    expect(chordsIn([...'ngozi'], 200)).toEqual([]);
    expect(chordsIn(['g', 'b'], 2_000)).toEqual([]);
  });
});
