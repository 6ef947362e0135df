import type { Filters } from '../orders/filters.js';
import { typedText } from '../parts/lagos-time.js';

export const FIELDS = [
  ['accountNumber', 'Client or account'],
  ['by', 'By'],
  ['type', 'Entry'],
  ['orderNumber', 'Order number'],
  ['security', 'Security'],
  ['from', 'From'],
  ['to', 'Until'],
  ['tradingDate', 'Trading day'],
  ['onBehalfOf', 'On behalf of'],
  ['actor', 'Key or part of the service'],
  ['orderId', 'Order id'],
  ['orderRef', 'Our reference'],
  ['requestId', 'Request id'],
] as const;

/** What a filter needs from elsewhere to be said as people know it. */
export interface Known {
  /** The order that `orderId` is of; null: none is asked for. */
  readonly order: string | null;
  /** The name of each type of entry. */
  readonly titles: ReadonlyMap<string, string>;
}

/** A filter in words: neither an id nor the way in which the trail writes a name. */
export function filterWords(name: string, value: string, { order, titles }: Known): string {
  switch (name) {
    case 'orderId':
      return `Order: ${order ?? value}`;
    case 'actor':
      return value.startsWith('system:')
        ? `Part of the service: ${value.slice('system:'.length)}`
        : `Key of: ${value.replace(/^key:/, '')}`;
    case 'type':
      return `Entry: ${titles.get(value) ?? value}`;
    case 'from':
    case 'to':
      return `${labelOf(name)}: ${typedText(value)}`;
    default:
      return `${labelOf(name)}: ${value}`;
  }
}

/** All of them, in the order of the form. */
export function allWords(filters: Filters, known: Known): readonly string[] {
  return FIELDS.flatMap(([name]) => {
    const value = filters[name];
    return value === undefined ? [] : [filterWords(name, value, known)];
  });
}

/** Ids and names as the trail writes them come from links: they are shown in words, and nobody types them. */
export function isFromLink(name: string, value: string): boolean {
  return name === 'orderId' || (name === 'actor' && /^(key|system):/.test(value));
}

function labelOf(name: string): string {
  return FIELDS.find(([field]) => field === name)?.[1] ?? name;
}
