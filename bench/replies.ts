import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Clock } from '../src/infra/runtime/clock.js';
import { Database } from '../src/infra/database/database.js';
import { ExchangeCallRow } from '../src/infra/exchange/client/exchange-call.entity.js';
import { CHAIN_LENGTH_MAX, ReplyStore, replyOf } from '../src/infra/exchange/client/reply-store.js';
import { SCHEMA } from '../src/schema.js';

/**
 * How much a trading day's replies add to the database. The day's trades and the broker's list are
 * requested every five seconds of the session, and each reply is stored byte for byte. For each fifth
 * of the day we store one full reply and the chain of differences after it, and multiply to the number
 * of replies of a day.
 */
const ASK_EVERY_S = 5;
const SESSION_S = 4.5 * 3_600;
const ASKS = SESSION_S / ASK_EVERY_S;
const STRETCHES = 5;
const ASKS_OF_A_STRETCH = CHAIN_LENGTH_MAX + 1;
const DAYS = [1_000, 50_000] as const;
const DATE = '2026-11-20';
/** Resting orders, as a fraction of the orders traded in a day. */
const RESTING = 0.4;

/** Orders are numbered as they arrive. Each is traded once, in random order, and then leaves the list. */
class Market {
  /** Random characters, as incompressible as those of a real day. */
  private readonly drawn = new Map<number, number>();
  private readonly resting: number[] = [];
  private readonly trades: string[] = [];
  private orders = 0;

  constructor(private readonly tradesOfTheDay: number) {
    while (this.resting.length < tradesOfTheDay * RESTING) this.rest();
  }

  tradeUntil(share: number): void {
    while (this.trades.length < share * this.tradesOfTheDay) {
      const place = this.draw(this.trades.length) % this.resting.length;
      const [order = 0] = this.resting.splice(place, 1);
      this.trades.push(this.tradeOf(order, this.trades.length));
      this.rest();
    }
  }

  lists(): readonly { readonly question: string; readonly body: string }[] {
    const listed = this.resting.map((order) => this.listed(order));
    return [
      { question: 'daily/trades', body: bodyOf(this.trades) },
      { question: 'broker/order/enquiry', body: bodyOf(listed) },
    ];
  }

  private rest(): void {
    this.orders += 1;
    this.resting.push(this.orders);
  }

  private listed(order: number): string {
    const { number, security, side, units } = this.terms(order);
    return `{"OrderNo":${number},"Company":"${security}","Broker_Code":"MARINA","OrderType":"${side}","Quantity":${units},"Status":"Open"}`;
  }

  private tradeOf(order: number, n: number): string {
    const { number, security, side, units, draw } = this.terms(order);
    const matched = 1 + (draw % units);
    return (
      `{"TradeDate":"${DATE}","SecurityId":"${security}","TimeInForce":"Day Order (DO)","Broker_Code":"MARINA",` +
      `"Price":${(10 + (draw % 9_000) / 100).toFixed(2)},"OrderNo":${number},"Volume":${matched},` +
      `"MatchedQuantity":${matched},"PendingQuantity":0,"TradingMatchingId":"M${10_000_000 + 3 * n}",` +
      `"ClientName":"CLIENT ${draw % 5_000}","Shareholder":"C${String(draw % 5_000).padStart(7, '0')}","OrderType":"${side}"}`
    );
  }

  private terms(order: number) {
    const draw = this.draw(order);
    return {
      draw,
      // The numbers between ours belong to other brokers' orders.
      number: 700_000 + order * 4 + (draw % 4),
      security: `SD${draw % 50}PLC`,
      side: draw % 2 === 0 ? 'BUY' : 'SELL',
      units: 100 * (1 + (draw % 997)),
    };
  }

  private draw(n: number): number {
    const known = this.drawn.get(n);
    if (known !== undefined) return known;
    const drawn = createHash('sha256').update(String(n)).digest().readUIntBE(0, 5);
    this.drawn.set(n, drawn);
    return drawn;
  }
}

function bodyOf(rows: readonly string[]): string {
  return `{"success":true,"message":"Success","data":[${rows.join(',')}]}`;
}

interface Kept {
  replies: number;
  received: number;
  prepareMs: number;
  unitMaxMs: number;
}

export async function measureReplies(folder: string): Promise<void> {
  say('trades a day      received MB    stored MB      of it    ms a reply    unit max ms');
  for (const trades of DAYS) {
    const database = await Database.open(
      `sqlite:${join(folder, `${trades}.db`)}`,
      SCHEMA,
      new Clock(),
    );
    const before = await sizeOf(database);
    const kept = { replies: 0, received: 0, prepareMs: 0, unitMaxMs: 0 };
    const market = new Market(trades);
    for (let stretch = 0; stretch < STRETCHES; stretch += 1) {
      // The middle of each fifth represents all of it.
      const from = Math.floor(((stretch + 0.5) / STRETCHES) * ASKS - ASKS_OF_A_STRETCH / 2);
      await keepStretch(database, { market, from }, kept);
    }
    const ofDay = ASKS / (STRETCHES * ASKS_OF_A_STRETCH);
    const stored = ((await sizeOf(database)) - before) * ofDay;
    const received = kept.received * ofDay;
    await database.close();
    const figures = [
      (received / 1e6).toFixed(0),
      (stored / 1e6).toFixed(1),
      `${((stored / received) * 100).toFixed(2)} %`,
      (kept.prepareMs / kept.replies).toFixed(1),
      kept.unitMaxMs.toFixed(1),
    ];
    say(String(trades).padEnd(16) + figures.map((figure) => figure.padStart(13)).join(''));
  }
  say(`\nA day has ${ASKS} times two replies, each of which can be read to the byte.`);
}

async function keepStretch(
  database: Database,
  { market, from }: { readonly market: Market; readonly from: number },
  kept: Kept,
): Promise<void> {
  const store = new ReplyStore(new Clock());
  let last: { readonly call: ExchangeCallRow; readonly body: string } | null = null;
  for (let ask = from; ask < from + ASKS_OF_A_STRETCH; ask += 1) {
    market.tradeUntil(ask / ASKS);
    for (const { question, body } of market.lists()) {
      const startedAt = performance.now();
      const prepared = await store.prepare({
        question,
        reply: { kind: 'Reply', status: 200, body },
      });
      const preparedAt = performance.now();
      const call = { ...callOf(`${ask} ${question}`, question), ...prepared.columns };
      await database.units.run(async (unit) => {
        await store.store(unit, prepared);
        await unit.insert(ExchangeCallRow, call);
      });
      kept.replies += 1;
      kept.received += prepared.columns.replyBytes ?? 0;
      kept.prepareMs += preparedAt - startedAt;
      kept.unitMaxMs = Math.max(kept.unitMaxMs, performance.now() - preparedAt);
      last = { call, body };
    }
  }
  const read = last === null ? null : await replyOf(database.reading, last.call);
  if (read?.toString() !== last?.body) throw new Error('A reply is not read as it was received');
}

function callOf(id: string, endpoint: string): ExchangeCallRow {
  return {
    id,
    keyId: 'benchmark',
    lane: 'reconcile',
    endpoint,
    orderId: null,
    requestId: null,
    claimNumber: null,
    operator: null,
    body: JSON.stringify({ tradeDate: DATE, orderStatus: 'All' }),
    startedAt: 0,
    completedAt: 0,
    freeAt: 0,
    unanswered: 0,
    httpStatus: 200,
    reply: null,
    replyBytes: null,
    replyDigest: null,
    isEvidence: 0,
    failure: null,
    outcome: 'Acknowledged',
  };
}

/** The size of the file after all commits have reached it. */
async function sizeOf(database: Database): Promise<number> {
  const [size] = await database.units.run((unit) =>
    unit.query<{ bytes: number }>(
      `SELECT (SELECT page_count FROM pragma_page_count)
         * (SELECT page_size FROM pragma_page_size) AS bytes`,
    ),
  );
  return size?.bytes ?? Number.NaN;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
