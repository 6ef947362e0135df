import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page of more takes the event loop for milliseconds. */
const LONG = 50;

/**
 * Long pages of one key are read one after the other, so that whoever asks for many at once makes orders wait for one of
 * them and not for all. Nobody is refused; a caller that takes its answer slowly delays its own key alone.
 */
export class LongPages {
  private readonly last = new Map<string, Promise<void>>();

  /** Resolves when the answer before has left, or its caller has. */
  async turn(request: FastifyRequest, { raw }: FastifyReply, keyId: string): Promise<void> {
    if (!isLong(request) || raw.destroyed) return;
    const before = this.last.get(keyId);
    const left = new Promise<void>((resolve) => raw.once('close', resolve));
    const turn = (before ?? Promise.resolve()).then(() => left);
    this.last.set(keyId, turn);
    void turn.then(() => {
      if (this.last.get(keyId) === turn) this.last.delete(keyId);
    });
    await before;
  }
}

function isLong({ method, query }: FastifyRequest): boolean {
  const { limit } = query as { readonly limit?: unknown };
  return method === 'GET' && Number(limit) > LONG;
}
