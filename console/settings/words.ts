import type { MappedWord } from '../api/answers.js';

/** What a word of the exchange may mean, and what that does to an order. */
export const MEANING_WORDS: Readonly<Record<string, string>> = {
  Posted: 'taken, not yet open',
  Open: 'works at the exchange',
  Amended: 'works with changed terms',
  Cancelled: 'ended, what is not matched will not be',
  Nothing: 'known, changes no order',
};

export const MEANINGS = Object.keys(MEANING_WORDS);

/** What a proposal changes, a sentence each. */
export function changesOf(
  now: readonly MappedWord[],
  next: readonly MappedWord[],
): readonly string[] {
  const before = new Map(now.map(({ word, meaning }) => [keyOf(word), meaning]));
  const after = new Set(next.map(({ word }) => keyOf(word)));
  const given = next.flatMap(({ word, meaning }) => {
    const was = before.get(keyOf(word));
    if (was === undefined) return [`“${word}” will mean ${meaning}; it was unknown.`];
    return was === meaning ? [] : [`“${word}” will mean ${meaning}; it meant ${was}.`];
  });
  const gone = now
    .filter(({ word }) => !after.has(keyOf(word)))
    .map(({ word }) => `“${word}” will be unknown again.`);
  return [...given, ...gone];
}

/** The service looks words up without regard to case. */
function keyOf(word: string): string {
  return word.trim().toLowerCase();
}
