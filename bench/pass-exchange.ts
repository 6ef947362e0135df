import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { enquiredOrder, listedOrder, ORDERS, tradeRows } from './pass-book.js';

/**
 * An exchange that only serves the large book. The bytes of the lists are prepared beforehand, and a
 * message switches to the next state of the book.
 */
const [date = ''] = process.argv.slice(2);

function bytesOf(rows: readonly string[]): Buffer {
  return Buffer.from(`{"success":true,"message":"Success","data":[${rows.join(',')}]}`);
}

function bookOf(moved: boolean): { readonly orders: Buffer; readonly trades: Buffer } {
  const orders = Array.from({ length: ORDERS }, (_, index) => listedOrder(index, moved));
  return { orders: bytesOf(orders), trades: bytesOf(tradeRows(moved, date)) };
}

const still = bookOf(false);
const moved = bookOf(true);
let hasMoved = false;

async function answer(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, string>;
  const { orders, trades } = hasMoved ? moved : still;
  const path = request.url ?? '';
  if (path.endsWith('/broker/order/enquiry')) return orders;
  if (path.endsWith('/daily/trades')) return trades;
  if (!path.endsWith('/order/enquiry')) return null;
  const record = enquiredOrder(body['orderNumber'] ?? '', hasMoved);
  return Buffer.from(`{"success":true,"message":"Success","data":${record}}`);
}

const server = createServer((request, response) => {
  void answer(request).then((bytes) => {
    response.writeHead(bytes === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(bytes ?? undefined);
  });
});
process.on('message', () => {
  hasMoved = true;
  process.send?.('moved');
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('No port was given');
const bytes = { orders: still.orders.length, trades: still.trades.length };
process.send?.({ url: `http://127.0.0.1:${address.port}`, bytes });
