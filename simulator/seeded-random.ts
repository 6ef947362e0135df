/*
 * The source of all randomness in the simulator. A generator is named by a text, and the same text
 * gives the same values on every machine. Each purpose (market, faults, history) has its own generator,
 * so one never shifts the values of another.
 */

const { imul, floor } = Math;

function mix(value: number): number {
  let z = value >>> 0;
  z = imul(z ^ (z >>> 16), 0x21f0aaad);
  z = imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** A number from 0 up to 1 that depends only on the hash of a text, a day and a purpose. */
export function unitAt(hash: number, day: number, purpose: number): number {
  return mix(mix(hash ^ imul(day, 0x9e3779b1)) + imul(purpose, 0x85ebca6b)) / 4294967296;
}

export class SeededRandom {
  private state: number;

  constructor(name: string) {
    this.state = hashText(name);
  }

  /** From 0 up to, but excluding, 1. */
  next(): number {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    return mix(this.state) / 4294967296;
  }

  /** A whole number, both bounds included. */
  between(low: number, high: number): number {
    return low + floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[floor(this.next() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }
}
