import { isDocumented, statusKey, type MappedStatus } from '../order/order-status.js';
import type { Refusal } from '../order/requests/refusal.js';

export interface StatusMapping {
  /** As the exchange spells it; case and surrounding blanks do not matter. */
  readonly word: string;
  readonly meaning: MappedStatus;
}

/** Keyed as statuses are looked up. Refuses documented words and duplicates. */
export function mappingsFrom(
  given: readonly StatusMapping[],
): ReadonlyMap<string, MappedStatus> | Refusal {
  const mappings = new Map<string, MappedStatus>();
  for (const [index, { word, meaning }] of given.entries()) {
    const wrong = isDocumented(word)
      ? 'is documented: its meaning cannot be changed'
      : mappings.has(statusKey(word))
        ? 'is given twice'
        : null;
    if (wrong !== null) {
      return { refusal: 'status-word-unfit', field: `words.${index}.word`, detail: wrong };
    }
    mappings.set(statusKey(word), meaning);
  }
  return mappings;
}
