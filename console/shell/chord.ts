/** How long after g its letter may come. */
const CHORD_MS = 1_200;

/** What follows a character within this time belongs to the same word. */
const WORD_MS = 400;

/** What was typed before, as far as the next key depends on it. */
export interface Typed {
  /** In milliseconds. */
  readonly at: number;
  /** A g that begins a chord: no character came right before it. */
  readonly isChord: boolean;
}

export const NOTHING_TYPED: Typed = { at: -Infinity, isChord: false };

/** What a key without a modifier means after what was typed before; `letter`: the second of a chord, null: it is none. */
export function chordOf(
  before: Typed,
  key: string,
  at: number,
): { readonly typed: Typed; readonly letter: string | null } {
  // Arrows and the like are part of no word.
  if (key.length > 1) return { typed: NOTHING_TYPED, letter: null };
  const after = at - before.at;
  if (before.isChord && after < CHORD_MS) return { typed: { at, isChord: false }, letter: key };
  return { typed: { at, isChord: key === 'g' && after >= WORD_MS }, letter: null };
}
