import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../runtime/clock.js';

/** A page of more takes the event loop for milliseconds. */
const LONG = 50;
/** After each, so many times as long as it took: one key has a quarter of the event loop at most. */
const RESTS = 3;

/**
 * Long pages of one key are read one after the other, with a rest in between, so that whoever asks for many at once does
 * not keep the service from taking orders. Nobody is refused; a caller that takes its answer slowly delays its own key
 * alone.
 */
export class LongPages {
  private readonly last = new Map<string, Promise<void>>();

  constructor(private readonly clock: Pick<Clock, 'steady' | 'sleep'>) {}

  /** Resolves when the answer before has left, or its caller has, and the key has rested. */
  async turn(request: FastifyRequest, { raw }: FastifyReply, keyId: string): Promise<void> {
    if (!isLong(request) || raw.destroyed) return;
    const left = new Promise<void>((resolve) => raw.once('close', resolve));
    const before = this.last.get(keyId) ?? Promise.resolve();
    const turn = before.then(() => this.rested(left));
    this.last.set(keyId, turn);
    void turn.then(() => {
      if (this.last.get(keyId) === turn) this.last.delete(keyId);
    });
    await before;
  }

  private async rested(left: Promise<void>): Promise<void> {
    const startedAt = this.clock.steady();
    await left;
    await this.clock.sleep(RESTS * (this.clock.steady() - startedAt));
  }
}

function isLong({ method, query }: FastifyRequest): boolean {
  const { limit } = query as { readonly limit?: unknown };
  return method === 'GET' && Number(limit) > LONG;
}
