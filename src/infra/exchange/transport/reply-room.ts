import { LONG_FROM } from './reply-parser.js';

/**
 * The memory for long replies of the exchange, shared by all calls: a reply has room from before it is read until it is
 * stored, so that however many lists are asked for at once, those beyond wait on their sockets. Short replies need
 * none, so that a list never keeps the answer to a post, an edit or a cancel waiting.
 */
export const SHORT_REPLY_BYTES = LONG_FROM - 1;

/** The longest list and half of another one. In work, each byte takes about ten, and a container has 2 GiB. */
export const ROOM_BYTES = 96 * 1024 * 1024;

/** The exchange has begun to answer, and we had no room for it within the call's deadline. */
export class NoRoom extends Error {}

interface Wanted {
  readonly bytes: number;
  /** Goes before those that are only shown to people, as in the rate budget. */
  readonly isFirst: boolean;
}

interface Waiting extends Wanted {
  readonly enter: () => void;
}

export class ReplyRoom {
  private bytes = 0;
  /** Otherwise in the order of their arrival, so that short lists do not keep a long one out for ever. */
  private waiting: Waiting[] = [];

  constructor(private readonly bytesMax: number) {}

  get taken(): number {
    return this.bytes;
  }

  get waitingCount(): number {
    return this.waiting.length;
  }

  /** Waits for room. Rejects with {@link NoRoom} when the signal aborts first. */
  async enter(wanted: Wanted, signal: AbortSignal): Promise<Place> {
    const { bytes } = wanted;
    if (bytes > this.bytesMax) throw new NoRoom(`There is room for ${this.bytesMax} bytes`);
    const isFree = this.waiting.length === 0 && this.bytes + bytes <= this.bytesMax;
    if (isFree) this.bytes += bytes;
    else await this.turnOf(wanted, signal);
    return new Place(bytes, (freed) => this.free(freed));
  }

  private turnOf(wanted: Wanted, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(new NoRoom('No room for a long reply: others are still being read or stored'));
        this.admit();
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { ...wanted, enter };
      const behind = this.waiting.findIndex(({ isFirst }) => wanted.isFirst && !isFirst);
      this.waiting.splice(behind < 0 ? this.waiting.length : behind, 0, waiting);
      if (signal.aborted) giveUp();
      else signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  private free(bytes: number): void {
    this.bytes -= bytes;
    this.admit();
  }

  private admit(): void {
    for (let [next] = this.waiting; next !== undefined; [next] = this.waiting) {
      if (this.bytes + next.bytes > this.bytesMax) return;
      this.bytes += next.bytes;
      this.waiting.shift();
      next.enter();
    }
  }
}

/** The room of one reply. */
export class Place {
  constructor(
    private bytes: number,
    private readonly free: (bytes: number) => void,
  ) {}

  /** Gives back what the reply turned out not to need. */
  shrinkTo(bytes: number): void {
    if (bytes >= this.bytes) return;
    const freed = this.bytes - bytes;
    this.bytes = bytes;
    this.free(freed);
  }

  leave(): void {
    this.shrinkTo(0);
  }
}
