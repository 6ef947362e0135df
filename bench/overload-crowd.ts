import { constants, setPriority } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Agent, type Dispatcher } from 'undici';
import { listedTermsOf } from './order-rows.js';

/**
 * The crowd of the benchmark `overload`, in a process of its own, from addresses of its own: as many posts as reads, each
 * by the next of its keys. It runs at the lowest priority, because in life it has machines of its own.
 */
export interface CrowdTask {
  readonly url: string;
  readonly keys: readonly string[];
  /** How many begin in a second, however long the others take; null: each begins when one has ended. */
  readonly perSecond: number | null;
  /** Begun and not answered; what would begin beyond that is not sent. */
  readonly atOnce: number;
  readonly forMs: number;
}

/** Answers by status, 0 for none, of each kind of request. */
export interface CrowdFigures {
  readonly reads: Readonly<Record<number, number>>;
  readonly posts: Readonly<Record<number, number>>;
  readonly notSent: number;
}

const TICK_MS = 5;
const FIRST_ADDRESS = 80;
let turn = Date.now();

async function crowd(task: CrowdTask): Promise<CrowdFigures> {
  const callers = task.keys.map((key, index) => ({
    authorization: `Bearer ${key}`,
    agent: new Agent({ connect: { localAddress: `127.0.0.${FIRST_ADDRESS + index}` } }),
  }));
  const seen = { reads: {} as Record<number, number>, posts: {} as Record<number, number> };
  const open = new Set<Promise<void>>();
  let notSent = 0;
  const begin = (): void => {
    const caller = callers[turn % callers.length];
    if (caller === undefined) return;
    const kind = Math.floor(turn / callers.length) % 2 === 0 ? 'reads' : 'posts';
    const { agent, authorization } = caller;
    const asked = statusOf(agent, questionOf(task.url, kind, authorization)).then((status) => {
      seen[kind][status] = (seen[kind][status] ?? 0) + 1;
    });
    turn += 1;
    const one = asked.finally(() => open.delete(one));
    open.add(one);
  };
  const since = performance.now();
  let due = 0;
  for (let past = 0; past < task.forMs; past = performance.now() - since) {
    const { perSecond, atOnce } = task;
    const wanted = perSecond === null ? atOnce - open.size : (past * perSecond) / 1_000 - due;
    for (let index = 0; index < wanted; index += 1) {
      due += 1;
      if (open.size < atOnce) begin();
      else notSent += 1;
    }
    await (perSecond === null ? Promise.race(open) : sleep(TICK_MS));
  }
  await Promise.all(open);
  for (const { agent } of callers) await agent.close();
  return { ...seen, notSent };
}

function questionOf(
  url: string,
  kind: 'reads' | 'posts',
  authorization: string,
): Dispatcher.RequestOptions {
  if (kind === 'reads')
    return { origin: url, path: '/v1/orders?limit=20', method: 'GET', headers: { authorization } };
  return {
    origin: url,
    path: '/v1/orders',
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ ...listedTermsOf(turn), clientOrderId: `crowd-${turn}` }),
  };
}

async function statusOf(agent: Agent, question: Dispatcher.RequestOptions): Promise<number> {
  try {
    const { statusCode, body } = await agent.request(question);
    await body.dump();
    return statusCode;
  } catch {
    return 0;
  }
}

function sleep(forMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, forMs));
}

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (task) => {
  void crowd(task as CrowdTask).then((figures) => process.send?.(figures));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
