import { Agent, request as send } from 'node:http';
import { listedTermsOf } from './order-rows.js';

/**
 * The desks whose work somebody watches in the console, in a process of their own: of 20 changes two are new
 * orders, two are cancels, eight are edits of orders that are on the first page and eight of any other.
 */
export interface ChangesTask {
  readonly url: string;
  readonly key: string;
  /** Orders that wait for the session, oldest first. */
  readonly waiting: readonly string[];
  readonly perSecond: number;
}

export interface ChangesMade {
  readonly made: number;
  /** By status; 0: no answer. */
  readonly refused: Readonly<Record<number, number>>;
}

const AT_ONCE_MAX = 64;
const TOP = 20;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE_MAX });
const counts = { made: 0, turn: 0, open: 0 };
const refused: Record<number, number> = {};
let orders: string[] = [];

async function change({ url, key }: ChangesTask): Promise<void> {
  counts.turn += 1;
  const turn = counts.turn % 20;
  const units = String(1_000 + (counts.turn % 9_000));
  if (turn < 2) {
    const body = { ...listedTermsOf(counts.turn), clientOrderId: `live-${counts.turn}` };
    const answer = await ask('POST', `${url}/v1/orders`, { key, body });
    const { id } = JSON.parse(answer) as { readonly id?: string };
    if (id !== undefined) orders.push(id);
    return;
  }
  const from = turn < 12 ? Math.max(0, orders.length - TOP) : 0;
  const place = from + Math.floor(Math.random() * (orders.length - from));
  const id = orders[place] ?? '';
  if (turn >= 4) {
    await ask('PATCH', `${url}/v1/orders/${id}`, { key, body: { units } });
    return;
  }
  orders = orders.filter((one) => one !== id);
  await ask('POST', `${url}/v1/orders/${id}/cancel`, { key, body: {} });
}

/** The text of the answer; counts whether it is 2xx. */
function ask(
  method: string,
  url: string,
  { key, body }: { readonly key: string; readonly body: object },
): Promise<string> {
  const text = JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve) => {
    const asked = send(url, { method, headers, agent });
    const ended = (status: number, answer: string): void => {
      if (status >= 200 && status < 300) counts.made += 1;
      else refused[status] = (refused[status] ?? 0) + 1;
      resolve(answer);
    };
    asked.on('error', () => ended(0, '{}'));
    asked.on('response', (answer) => {
      let got = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (got += part));
      answer.on('end', () => ended(answer.statusCode ?? 0, got));
    });
    asked.end(text);
  });
}

process.on('message', (message) => {
  const task = message as ChangesTask;
  orders = [...task.waiting];
  const since = performance.now();
  let started = 0;
  setInterval(() => {
    const due = Math.floor(((performance.now() - since) * task.perSecond) / 1_000);
    while (started < due && counts.open < AT_ONCE_MAX) {
      started += 1;
      counts.open += 1;
      void change(task).finally(() => (counts.open -= 1));
    }
  }, 10);
  setInterval(() => {
    process.send?.({ made: counts.made, refused } satisfies ChangesMade);
  }, 1_000);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
