/**
 * Runs one piece of work at a time. Whoever asks for the same before it has begun shares its result; whoever asks later
 * gets a result that was made later, and so sees all that was committed before they asked.
 */
export class SharedQueue {
  private readonly waiting = new Map<string, Promise<unknown>>();
  private last: Promise<unknown> = Promise.resolve();

  /** Work that has not begun. */
  get length(): number {
    return this.waiting.size;
  }

  /** Work with this name waits, and can be shared. */
  has(name: string): boolean {
    return this.waiting.has(name);
  }

  /** Work of the same name must have results of the same type. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const shared = this.waiting.get(name);
    if (shared !== undefined) return shared as Promise<T>;
    const result = this.last.then(() => {
      this.waiting.delete(name);
      return work();
    });
    this.waiting.set(name, result);
    this.last = result.catch(() => undefined);
    return result;
  }
}
