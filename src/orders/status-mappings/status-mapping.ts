import { isDocumented, statusKey, type MappedStatus } from '../order/order-status.js';
import type { Refusal } from '../order/refusal.js';

export interface MeantWord {
  /** As the exchange spells it; case and blanks at its ends do not matter. */
  readonly word: string;
  readonly meaning: MappedStatus;
}

/** The words as they are looked up. What the interface documents has its meaning, and a word has one. */
export function learn(given: readonly MeantWord[]): ReadonlyMap<string, MappedStatus> | Refusal {
  const words = new Map<string, MappedStatus>();
  for (const [index, { word, meaning }] of given.entries()) {
    const wrong = isDocumented(word)
      ? 'is documented: its meaning is not for people to say'
      : words.has(statusKey(word))
        ? 'is given twice'
        : null;
    if (wrong !== null) {
      return { refusal: 'status-word-unfit', field: `words.${index}.word`, detail: wrong };
    }
    words.set(statusKey(word), meaning);
  }
  return words;
}
