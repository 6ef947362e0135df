/*
 * Scheduled events, ordered by time and, at the same time, by insertion. The exchange runs those that
 * are due whenever it catches up with its clock, so nothing in the core waits.
 */

interface Entry {
  readonly at: number;
  readonly sequence: number;
  readonly act: (at: number) => void;
}

export class Agenda {
  /** A binary heap: each entry comes before its two children at 2n+1 and 2n+2. */
  private readonly heap: Entry[] = [];
  private sequence = 0;

  put(at: number, act: (at: number) => void): void {
    this.sequence += 1;
    this.heap.push({ at, sequence: this.sequence, act });
    this.rise(this.heap.length - 1);
  }

  /** Removes and returns the first entry that is due, if any. */
  takeDue(now: number): { readonly at: number; readonly act: (at: number) => void } | null {
    const first = this.heap[0];
    if (first === undefined || first.at > now) return null;
    const last = this.heap.pop();
    if (last !== undefined && last !== first) {
      this.heap[0] = last;
      this.sink(0);
    }
    return first;
  }

  private rise(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.comesBefore(place, parent)) return;
      this.swap(place, parent);
      place = parent;
    }
  }

  private sink(from: number): void {
    let place = from;
    for (;;) {
      let first = place;
      for (const child of [2 * place + 1, 2 * place + 2]) {
        if (child < this.heap.length && this.comesBefore(child, first)) first = child;
      }
      if (first === place) return;
      this.swap(place, first);
      place = first;
    }
  }

  private comesBefore(one: number, other: number): boolean {
    const a = this.heap[one];
    const b = this.heap[other];
    if (a === undefined || b === undefined) return false;
    return a.at !== b.at ? a.at < b.at : a.sequence < b.sequence;
  }

  private swap(one: number, other: number): void {
    const a = this.heap[one];
    const b = this.heap[other];
    if (a === undefined || b === undefined) return;
    this.heap[one] = b;
    this.heap[other] = a;
  }
}
