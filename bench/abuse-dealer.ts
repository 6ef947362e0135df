import { Agent, request as send, type IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import { listedTermsOf } from './order-rows.js';

/**
 * The honest callers of the benchmark `abuse`, in a process of their own: a dealer's system that posts orders at
 * a steady pace whether or not the last is answered, and, from another address and with another key, callers who
 * connect anew and read one order.
 */
export interface DealerTask {
  readonly url: string;
  readonly dealerKey: string;
  readonly newcomerKey: string;
  readonly orderId: string;
  readonly forMs: number;
}

export interface DealerFigures {
  /** Of each order, until its answer 2xx. */
  readonly orderMs: readonly number[];
  /** Orders that were answered with anything else, or not at all. */
  readonly ordersRefused: number;
  /** Of each new caller, from before it connects until it has its answer. */
  readonly newcomerMs: readonly number[];
  readonly newcomersRefused: number;
}

const POST_EVERY_MS = 20;
const NEWCOMER_EVERY_MS = 200;
const GIVEN_UP_AFTER_MS = 15_000;
const NEWCOMER_ADDRESS = '127.0.0.3';
/** A kept connection that was closed meanwhile: the same order is posted again on another one. */
const TRIES_MAX = 4;

const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'lifo' });
let number = Date.now();

async function deal(task: DealerTask): Promise<DealerFigures> {
  const orders = every(POST_EVERY_MS, task.forMs, () => timed(() => postOrder(task)));
  const newcomers = every(NEWCOMER_EVERY_MS, task.forMs, () => timed(() => readOrder(task)));
  const [posted, read] = [await orders, await newcomers];
  return {
    orderMs: posted.map(({ ms }) => ms),
    ordersRefused: posted.filter(({ status }) => status < 200 || status > 299).length,
    newcomerMs: read.map(({ ms }) => ms),
    newcomersRefused: read.filter(({ status }) => status !== 200).length,
  };
}

interface Timed {
  readonly ms: number;
  /** 0: no answer. */
  readonly status: number;
}

async function timed(ask: () => Promise<number>): Promise<Timed> {
  const since = performance.now();
  const status = await ask();
  return { ms: performance.now() - since, status };
}

/** Starts one after the other at that pace; resolves when all have ended. */
async function every<T>(paceMs: number, forMs: number, start: () => Promise<T>): Promise<T[]> {
  const started: Promise<T>[] = [];
  const since = performance.now();
  while (performance.now() - since < forMs) {
    const due = Math.ceil((performance.now() - since) / paceMs);
    while (started.length < due) started.push(start());
    await new Promise((resolve) => setTimeout(resolve, paceMs / 4));
  }
  return Promise.all(started);
}

async function postOrder({ url, dealerKey }: DealerTask): Promise<number> {
  const body = JSON.stringify({
    ...listedTermsOf(number),
    clientOrderId: `dealer-${(number += 1)}`,
  });
  const headers = {
    authorization: `Bearer ${dealerKey}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const status = await ask(`${url}/v1/orders`, { method: 'POST', headers, agent, body });
    if (status !== 0) return status;
  }
  return 0;
}

function readOrder({ url, newcomerKey, orderId }: DealerTask): Promise<number> {
  const headers = { authorization: `Bearer ${newcomerKey}`, connection: 'close' };
  const connect = { agent: false, localAddress: NEWCOMER_ADDRESS } as const;
  return ask(`${url}/v1/orders/${orderId}`, { method: 'GET', headers, ...connect });
}

interface Question {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly agent: Agent | false;
  readonly localAddress?: string;
  readonly body?: string;
}

/** The status of the whole answer; 0 if there is none. */
function ask(url: string, { body, ...question }: Question): Promise<number> {
  return new Promise((resolve) => {
    const asked = send(url, { ...question, timeout: GIVEN_UP_AFTER_MS });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(0));
    asked.on('response', (answer: IncomingMessage) => {
      answer
        .on('error', () => resolve(0))
        .on('close', () => resolve(answer.complete ? statusOf(answer) : 0));
      answer.resume();
    });
    asked.end(body);
  });
}

function statusOf({ statusCode }: IncomingMessage): number {
  return statusCode ?? 0;
}

process.on('message', (task) => {
  void deal(task as DealerTask).then((figures) => process.send?.(figures));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
