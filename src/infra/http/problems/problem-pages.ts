import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from './problem.filter.js';
import { isProblemCode, problem, PROBLEMS, type ProblemCode } from './problem.js';
import { flawOfQuery } from '../unknown-query.interceptor.js';
import { EXPLANATIONS } from './problem-explanations.js';

interface ProblemPage {
  readonly type: string;
  readonly code: ProblemCode;
  readonly title: string;
  readonly status: number;
  readonly explanation: string;
}

/**
 * Makes the address in the `type` of a problem lead somewhere: `/problems/<code>` explains it, as JSON or, for a
 * browser, as a page. `/problems` lists all. Open to everybody: nothing here is about any order.
 */
export function describeProblems(fastify: FastifyInstance): void {
  fastify.get('/problems', (request, reply) => {
    answer(request, reply, codes().map(pageOf));
  });
  fastify.get<{ Params: { code: string } }>('/problems/:code', (request, reply) => {
    const { code } = request.params;
    if (isProblemCode(code)) answer(request, reply, pageOf(code));
    else sendProblem(request, reply, problem('not-found', 'No problem has this code.'));
  });
}

function codes(): readonly ProblemCode[] {
  return Object.keys(PROBLEMS).filter(isProblemCode);
}

function pageOf(code: ProblemCode): ProblemPage {
  const [status, title] = PROBLEMS[code];
  return { type: `/problems/${code}`, code, title, status, explanation: EXPLANATIONS[code] };
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  found: ProblemPage | readonly ProblemPage[],
): void {
  const flaw = flawOfQuery(Object.keys(request.query ?? {}));
  if (flaw !== null) {
    sendProblem(request, reply, flaw);
    return;
  }
  void reply.header('vary', 'accept');
  if (/\btext\/html\b/.test(request.headers.accept ?? '')) {
    void reply.type('text/html; charset=utf-8').send(html([found].flat()));
  } else {
    void reply.send(Array.isArray(found) ? { data: found } : found);
  }
}

/** All texts are our own; `<key>` is the only mark-up character in them. */
function html(pages: readonly ProblemPage[]): string {
  const sections = pages.map(
    ({ type, code, title, status, explanation }) =>
      `<h2><a href="${type}">${code}</a></h2><p><b>${status} ${escaped(title)}</b></p><p>${escaped(explanation)}</p>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Marina: problems</title>${sections.join('')}</html>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
