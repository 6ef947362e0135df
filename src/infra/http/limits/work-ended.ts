import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { onceClosed } from '../closed-responses.js';

const ANSWERED = new WeakMap<FastifyRequest, (() => void)[]>();

/** Before any route is registered; {@link workEnded} needs it. */
export function noteAnswers(fastify: Pick<FastifyInstance, 'addHook'>): void {
  fastify.addHook('onSend', (request, _reply, _payload, done) => {
    for (const answered of ANSWERED.get(request) ?? []) answered();
    done();
  });
}

/**
 * Resolves when the request's handler has answered, and its caller has the answer or has left. A handler whose caller
 * leaves goes on, and so do its statements: whoever sends and leaves must not have more of them at once than others.
 */
export async function workEnded(
  request: FastifyRequest,
  { raw }: Pick<FastifyReply, 'raw'>,
): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    ANSWERED.set(request, [...(ANSWERED.get(request) ?? []), resolve]);
  });
  const closed = new Promise<void>((resolve) => onceClosed(raw, resolve));
  await Promise.all([answered, closed]);
}
