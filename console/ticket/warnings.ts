import { levelsOf } from './levels.js';
import type { Depth, Health, OpsStatus, Order, Quote } from '../api/answers.js';
import { compare } from '../../src/infra/decimal.js';
import { grouped, isMoreThan, naira, percentAway } from '../parts/figures.js';

/** What a dealer should have seen before an order goes out. Each has to be acknowledged. */
export interface Warning {
  readonly id: string;
  readonly text: string;
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
  /** Working orders of the account in the security. */
  readonly alike: readonly Order[];
  /** The name under which the account was last used. */
  readonly knownName: string | null;
}

const AWAY_PERCENT = '5';

export function warningsOf(ticket: Ticketed, around: Surroundings): readonly Warning[] {
  const found: (Warning | null)[] = [
    awayFromLast(ticket, around.quote),
    throughTheBook(ticket, around.depth),
    alikeOrder(ticket, around.alike),
    otherName(ticket, around.knownName),
    heldByDesk(around),
  ];
  return found.filter((one) => one !== null);
}

function awayFromLast({ price }: Ticketed, quote: Quote | null): Warning | null {
  const percent = percentAway(price, quote?.lastPrice ?? null);
  if (percent === null || !isMoreThan(percent, AWAY_PERCENT)) return null;
  const where = percent.startsWith('-') ? 'below' : 'above';
  const last = naira(quote?.lastPrice ?? '0');
  return {
    id: 'away',
    text: `The limit is ${percent.replace('-', '')} % ${where} the last price of ${last}.`,
  };
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

function alikeOrder({ side, price, units }: Ticketed, alike: readonly Order[]): Warning | null {
  const same = alike.filter((order) => order.side === side);
  const twin = same.find((order) => order.units === units && order.price === price);
  const one = twin ?? same[0];
  if (one === undefined) return null;
  const what = `${one.side} ${grouped(one.units)} at ${naira(one.price)}`;
  const number = one.orderNumber === null ? '' : `, no. ${one.orderNumber}`;
  return twin === undefined
    ? { id: 'alike', text: `The account already has a working order: ${what}${number}.` }
    : {
        id: 'alike',
        text: `The account already has the same order: ${what}${number}. This would be a second one.`,
      };
}

function otherName({ clientName, accountNumber }: Ticketed, known: string | null): Warning | null {
  if (known === null || known.trim().toLowerCase() === clientName.trim().toLowerCase()) return null;
  return { id: 'name', text: `The account ${accountNumber} was last used for ${known}.` };
}

function heldByDesk({ status, health }: Surroundings): Warning | null {
  if (status?.paused !== null && status?.paused !== undefined) {
    return {
      id: 'held',
      text: `The desk is paused (${status.paused.reason}): the order waits until it is resumed.`,
    };
  }
  if (status?.session.open === false)
    return { id: 'held', text: 'The session is closed: the order waits until it opens.' };
  if (health?.status === 'paused')
    return { id: 'held', text: 'The desk holds posts now: the order waits.' };
  if (health?.exchange?.answers === false) {
    return { id: 'held', text: 'The exchange does not answer: the order waits until it does.' };
  }
  return null;
}
