import { levelsOf } from './levels.js';
import type {
  Company,
  Depth,
  Health,
  OpsStatus,
  Order,
  OrderTerms,
  Quote,
} from '../api/answers.js';
import { compare, divide, multiply } from '../../src/infra/decimal.js';
import {
  checkPreTradeLimits,
  onlyReduces,
  type LimitBreach,
} from '../../src/orders/order-limits/check-limits.js';
import { isHalted } from '../market/listing.js';
import { grouped, isMoreThan, naira, percentAway, percentText } from '../parts/figures.js';

/** What a dealer should have seen before an order or an edit goes out. Each has to be acknowledged. */
export interface Warning {
  readonly id: string;
  readonly text: string;
  /** More likely a slip than meant. */
  readonly isGrave?: true;
}

export interface Ticketed {
  readonly side: 'BUY' | 'SELL';
  readonly security: string;
  readonly units: string;
  readonly price: string;
  readonly accountNumber: string;
  readonly clientName: string;
}

export interface Surroundings {
  readonly quote: Quote | null;
  readonly depth: Depth | null;
  readonly status: OpsStatus | null;
  readonly health: Health | null;
  /** Of the firm, the key and the account; null: not known. */
  readonly limits: OrderTerms['limits'] | null;
  /** As the exchange lists the security; null: not known. */
  readonly company: Company | null;
  /** Working orders of the account in the security. */
  readonly alike: readonly Order[];
  /** The account's orders in the security that were entered today, whatever became of them. */
  readonly today: readonly Order[];
  /** The name on the newest order of the account that the exchange has taken. */
  readonly knownName: string | null;
}

const AWAY_PERCENT = '5';
/** An edit to so many times the units is rather a slip of the finger. */
const GROWN_TIMES = '3';

export function warningsOf(ticket: Ticketed, around: Surroundings): readonly Warning[] {
  const found: (Warning | null)[] = [
    ...beyondLimits(ticket, around),
    notTrading(ticket, around.company),
    awayFromLast(ticket, around.quote),
    throughTheBook(ticket, around.depth),
    alikeOrder(ticket, around),
    otherName(ticket, around.knownName),
    heldByDesk(around),
  ];
  return found.filter((one) => one !== null);
}

/**
 * Of an edit. Like the service, which never limits it, one that only takes units away warns of nothing but what would
 * hold it up.
 */
export function warningsOfEdit(
  order: Order,
  asked: Pick<Ticketed, 'units' | 'price'>,
  around: Surroundings,
): readonly Warning[] {
  if (onlyReduces(asked, order)) return [heldByDesk(around)].filter((one) => one !== null);
  const { side, security, accountNumber, clientName } = order;
  const ticket = { side, security, accountNumber, clientName, ...asked };
  const others = around.alike.filter(({ id }) => id !== order.id);
  const found = [
    ...beyondLimits(asked, around),
    grown(order, asked.units),
    notTrading(ticket, around.company),
    awayFromLast(ticket, around.quote),
    throughTheBook(ticket, around.depth),
    sameOrder(ticket, others),
    heldByDesk(around),
  ];
  return found.filter((one) => one !== null);
}

/** By the service's own rule. It checks again, with the last price of that moment. */
function beyondLimits(
  { units, price }: Pick<Ticketed, 'units' | 'price'>,
  { limits, quote }: Surroundings,
): readonly Warning[] {
  if (limits === null) return [];
  const lastPrice = quote?.lastPrice ?? null;
  const refusal = checkPreTradeLimits({ units, price }, limits, lastPrice);
  if (refusal?.refusal !== 'limit-exceeded') return [];
  return refusal.breaches.map((breach) => ({ id: breach.limit, text: limitWords(breach) }));
}

const LIMIT_OWNERS = { firm: 'the firm', key: 'your key', account: 'the account' } as const;

function limitWords({ limit, owner, most, actual }: LimitBreach): string {
  const whose = `the limit of ${LIMIT_OWNERS[owner]}`;
  if (limit === 'LIMIT_PRICE_BAND') {
    const away = percentText(divide(actual ?? '0', '1', 1));
    return `Marina will refuse it: the limit price is ${away} away from the last price; ${whose} is ${most} %.`;
  }
  const text = limit === 'LIMIT_ORDER_VALUE' ? naira : grouped;
  return `Marina will refuse it: ${text(actual ?? '0')}${limit === 'LIMIT_ORDER_VALUE' ? '' : ' units'}; ${whose} is ${text(most)}.`;
}

function grown(order: Order, units: string): Warning | null {
  if (compare(units, multiply(order.units, GROWN_TIMES)) < 0) return null;
  const times = grouped(divide(units, order.units, 0));
  return {
    id: 'grown',
    text: `The units grow from ${grouped(order.units)} to ${grouped(units)}, ${times} times as many.`,
  };
}

function notTrading({ security }: Ticketed, company: Company | null): Warning | null {
  if (company === null || !isHalted(company.status)) return null;
  return {
    id: 'halted',
    text: `The exchange lists ${security} as ${company.status ?? ''}: it may refuse the order.`,
  };
}

/** A limit so many times the last price, or the last price so many times the limit, is rather a misplaced point. */
const FAR_TIMES = '2';

export function awayFromLast(
  { price }: Pick<Ticketed, 'price'>,
  quote: Quote | null,
): Warning | null {
  const lastPrice = quote?.lastPrice ?? null;
  const percent = percentAway(price, lastPrice);
  if (lastPrice === null || percent === null || !isMoreThan(percent, AWAY_PERCENT)) return null;
  const isBelow = percent.startsWith('-');
  const last = naira(lastPrice);
  const away = `${percentText(percent.replace('-', ''))} ${isBelow ? 'below' : 'above'}`;
  const [more, less] = isBelow ? [lastPrice, price] : [price, lastPrice];
  const times = divide(more, less, 1);
  if (compare(times, FAR_TIMES) < 0) {
    return { id: 'away', text: `The limit is ${away} the last price of ${last}.` };
  }
  const many = timesText(times);
  const what = isBelow
    ? `The last price of ${last} is ${many} the limit of ${naira(price)}`
    : `The limit of ${naira(price)} is ${many} the last price of ${last}`;
  return { id: 'away', text: `${what}: far from the market. Is it a slip?`, isGrave: true };
}

/** `2.5 times`, and from ten on without decimals: `484 times`. */
function timesText(times: string): string {
  const isMany = compare(times, '10') >= 0;
  return `${grouped(isMany ? times.split('.')[0] : times.replace(/\.0$/, ''))} times`;
}

function throughTheBook({ side, price, units }: Ticketed, depth: Depth | null): Warning | null {
  if (depth === null) return null;
  const { bids, asks } = levelsOf(depth);
  const best = side === 'BUY' ? asks[0] : bids[0];
  if (best === undefined) return null;
  const crosses =
    side === 'BUY' ? compare(price, best.price) >= 0 : compare(price, best.price) <= 0;
  if (!crosses) return null;
  const who = side === 'BUY' ? 'offer' : 'bid';
  return {
    id: 'crosses',
    text: `It can trade at once: the best ${who} is ${grouped(best.units)} at ${naira(best.price)}${compare(units, best.units) > 0 ? ', less than your units' : ''}.`,
  };
}

function alikeOrder(ticket: Ticketed, { alike, today }: Surroundings): Warning | null {
  const same = sameOrder(ticket, alike) ?? sameToday(ticket, today);
  const one = alike.find(({ side }) => side === ticket.side);
  if (same !== null || one === undefined) return same;
  return { id: 'alike', text: `The account already has a working order: ${nameOf(one)}.` };
}

function sameOrder(ticket: Ticketed, alike: readonly Order[]): Warning | null {
  const twin = alike.find((order) => isSame(ticket, order));
  if (twin === undefined) return null;
  const text = `The account already has the same order: ${nameOf(twin)}. This would be a second one.`;
  return { id: 'alike', text, isGrave: true };
}

/** What has ended without a trade was not done, so that it may well be meant again. */
function sameToday(ticket: Ticketed, today: readonly Order[]): Warning | null {
  const twin = today.find(
    (order) =>
      isSame(ticket, order) && (order.status === 'Filled' || compare(order.matchedUnits, '0') > 0),
  );
  if (twin === undefined) return null;
  const text = `The account has had the same order today: ${nameOf(twin)}, ${twin.status}. This would be a second one.`;
  return { id: 'alike', text, isGrave: true };
}

function isSame({ side, price, units }: Ticketed, order: Order): boolean {
  return (
    order.side === side && compare(order.units, units) === 0 && compare(order.price, price) === 0
  );
}

function nameOf({ side, units, price, orderNumber }: Order): string {
  const number = orderNumber === null ? '' : `, no. ${orderNumber}`;
  return `${side} ${grouped(units)} at ${naira(price)}${number}`;
}

function otherName({ clientName, accountNumber }: Ticketed, known: string | null): Warning | null {
  if (known === null || known.trim().toLowerCase() === clientName.trim().toLowerCase()) return null;
  return {
    id: 'name',
    text: `The last order of account ${accountNumber} that the exchange took was for ${known}.`,
  };
}

function heldByDesk({ status, health }: Surroundings): Warning | null {
  if (status?.paused !== null && status?.paused !== undefined) {
    return {
      id: 'held',
      text: `The desk is paused (${status.paused.reason}): it waits until the desk is resumed.`,
    };
  }
  if (status?.session.open === false)
    return { id: 'held', text: 'The session is closed: it waits until the session opens.' };
  if (health?.status === 'paused')
    return { id: 'held', text: 'The desk holds posts and edits now: it waits.' };
  if (health?.exchange?.answers === false) {
    return { id: 'held', text: 'The exchange does not answer: it waits until it does.' };
  }
  return null;
}
