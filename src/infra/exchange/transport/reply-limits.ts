import { isList, type EndpointName, ENDPOINTS } from '../schema/endpoints.js';
import { SHORT_REPLY_BYTES } from './reply-room.js';

/** How long a reply may be, by what the document shows. One that is longer proves nothing. */

/** 100,000 rows of 600 bytes: all orders of the firm, all trades of a day, the figures of all companies. */
const LONG_LIST_BYTES = 64 * 1024 * 1024;
/** 16,000 orders of one account; pages of 200 rows, and lists of all sectors or companies, are far shorter. */
const LIST_BYTES = 8 * 1024 * 1024;
/** Documented records have about a kilobyte; an order book has one row a price. */
const RECORD_BYTES = 1024 * 1024;

const LONG_LISTS = new Set<EndpointName>([
  'broker/order/enquiry',
  'daily/trades',
  'companies/data',
]);

/** An acknowledgement has a few hundred bytes. It is always short, and so waits neither for room nor for the parser. */
export function replyBytesMax(name: EndpointName): number {
  if (LONG_LISTS.has(name)) return LONG_LIST_BYTES;
  const endpoint = ENDPOINTS[name];
  if (endpoint.api === 'trading') return SHORT_REPLY_BYTES;
  return isList(endpoint) ? LIST_BYTES : RECORD_BYTES;
}
