import { RECONCILER } from '../../../infra/audit/actor.js';
import { type Config } from '../../../infra/config/config.js';
import { type Database } from '../../../infra/database/database.js';
import { inBatches } from '../../../infra/runtime/batches.js';
import type { TradeRow } from '../../../infra/exchange/api/enquiry-api.js';
import type { ExecutionEvidence } from '../../order/evidence/evidence.js';
import { quantitiesShown } from '../../fills/executions.js';
import { ownershipOfTrade } from '../../order-numbers/ownership.js';
import { startOfDay } from '../../../market/trading-calendar/trading-day.js';
import type { NumberOwners } from '../../order/number-owners.js';
import { isSameAccount } from '../../order/order.js';
import { type OrderStore } from '../../order/order-store.js';
import { type RepeatedPost, type SightingRegister } from '../../order-numbers/sighting-register.js';
import { type ExternalOrderBreaks } from '../../order-numbers/external-order-breaks.js';
import type { PollingState } from '../collect/polling-state.js';
import { SEARCH_QUIET_TIMES } from './external-orders.js';
import { suspectSecondOrder } from './second-order.js';

const OPENED_MOST = 50;
/** For so long it is remembered which numbers need no second look; a binding may be undone. */
const SETTLED_LASTS_MS = 10 * 60_000;
/** A number may be used again on a later day: what was told of it longer ago may be of another order. */
const REPORT_LASTS_MS = 12 * 3_600_000;

/** A trade, or a row whose quantities cannot all be true: either may be of an order of ours. */
export type OrphanRow = ExecutionEvidence | TradeRow;

/**
 * Trades under our broker code of a number that no order of ours has. It may be a post of ours that
 * is being searched for; after the time of a search a person is told, unless a break has told of the
 * number lately, as of an order of another desk that a list has shown.
 */
export class OrphanTrades {
  constructor(
    private readonly database: Database,
    private readonly breaks: ExternalOrderBreaks,
    private readonly sightings: SightingRegister,
    private readonly config: Config,
    private readonly memory: PollingState,
    private readonly store: Pick<OrderStore, 'change'>,
  ) {}

  /** `day`: that on which they were traded. */
  async report(rows: readonly OrphanRow[], answeredAt: number, day: string): Promise<void> {
    const { settled } = this.memory;
    if (answeredAt - settled.since > SETTLED_LASTS_MS) {
      settled.numbers.clear();
      settled.since = answeredAt;
    }
    const byNumber = new Map<string, OrphanRow>();
    for await (const slice of inBatches(rows)) {
      const open = slice.filter((row) => !settled.numbers.has(onDay(day, row.orderNumber)));
      for (const row of open) byNumber.set(row.orderNumber, row);
    }
    const repeated =
      byNumber.size === 0 ? [] : await this.sightings.repeatedPosts(this.database.reading);
    const unreported: OrphanRow[] = [];
    for await (const slice of inBatches([...byNumber.values()])) {
      const orphans = await this.orphansAmong(slice, day);
      const others = await this.reportSecond(orphans, repeated, day);
      unreported.push(...(await this.unreportedAmong(others, answeredAt, day)));
    }
    if (unreported.length === 0) return;
    await this.database.units.run(async (unit) => {
      const first = unreported.slice(0, OPENED_MOST);
      // One of them may have become an order of ours since it was looked at.
      const owners = await this.sightings.ownersOf(unit, numbersOf(first), day);
      for (const row of first.filter((one) => !isHeld(owners, one))) {
        const { side, security } = row;
        const detail = `${shownAs(row)} under a number that is no order of ours`;
        const finding = { type: 'OrphanTrade', key: `${side} ${security}`, detail } as const;
        await this.breaks.openForTraded(unit, finding, row.orderNumber);
      }
    });
  }

  private async orphansAmong(rows: readonly OrphanRow[], day: string): Promise<OrphanRow[]> {
    const owners = await this.sightings.ownersOf(this.database.reading, numbersOf(rows), day);
    const ours = new Set(numbersOf(rows.filter((row) => isHeld(owners, row))));
    for (const number of ours) this.memory.settled.numbers.add(onDay(day, number));
    return rows.filter((row) => !ours.has(row.orderNumber));
  }

  /** Tells at once of trades of what may be a second order of one of ours; answers the other rows. */
  private async reportSecond(
    orphans: readonly OrphanRow[],
    repeated: readonly RepeatedPost[],
    day: string,
  ): Promise<OrphanRow[]> {
    const others: OrphanRow[] = [];
    for (const row of orphans) {
      const { orderNumber } = row;
      const firsts = await this.secondOf(row, repeated);
      if (firsts.length === 0) others.push(row);
      else this.memory.settled.numbers.add(onDay(day, orderNumber));
      for (const { id } of firsts) {
        const detail = `${shownAs(row)} and may be a second order of ${id}, whose post was sent more than once`;
        const finding = { type: 'DuplicateSuspected', key: day, detail } as const;
        await this.database.units.run((unit) =>
          this.breaks.openForTraded(unit, finding, orderNumber),
        );
        await this.store.change(id, RECONCILER, (state, at) =>
          suspectSecondOrder(state, orderNumber, at),
        );
      }
    }
    return others;
  }

  private async secondOf(
    row: OrphanRow,
    repeated: readonly RepeatedPost[],
  ): Promise<RepeatedPost[]> {
    const alike = repeated.filter(
      ({ security, side, accountNumber }) =>
        security === row.security &&
        side === row.side &&
        row.accountNumber !== null &&
        isSameAccount(accountNumber, row.accountNumber),
    );
    if (alike.length === 0) return [];
    return this.database.units.run(async (unit) => {
      const firsts: RepeatedPost[] = [];
      for (const post of alike) {
        if (await this.sightings.mayBeSecond(unit, post, row.orderNumber)) firsts.push(post);
      }
      return firsts;
    });
  }

  /** Those that have been seen for long, and of which nobody was told. */
  private async unreportedAmong(
    orphans: readonly OrphanRow[],
    answeredAt: number,
    day: string,
  ): Promise<OrphanRow[]> {
    const { reading } = this.database;
    const since = answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs;
    const longSeen = await this.sightings.seenBy(reading, numbersOf(orphans), since, day);
    const reported = await this.breaks.seenSince(
      reading,
      [...longSeen],
      reportedSince(day, answeredAt),
    );
    for (const number of reported) this.memory.settled.numbers.add(onDay(day, number));
    return orphans.filter(
      ({ orderNumber }) => longSeen.has(orderNumber) && !reported.has(orderNumber),
    );
  }
}

function shownAs(row: OrphanRow): string {
  const { side, security, units, price } = row;
  if ('shownFor' in row) return `${side} ${units ?? ''} ${security} at ${price ?? ''} was traded`;
  return `${side} ${security} is shown as ${quantitiesShown(row)}, which cannot all be true,`;
}

function isHeld(owners: NumberOwners, row: OrphanRow): boolean {
  return ownershipOfTrade(owners.get(row.orderNumber), row) !== 'foreign';
}

function numbersOf(rows: readonly OrphanRow[]): string[] {
  return rows.map((row) => row.orderNumber);
}

/** A number may be used again on another day. */
function onDay(day: string, orderNumber: string): string {
  return `${day} ${orderNumber}`;
}

/** What was told of a number on the day of the trade, or since, was told of the same order. */
function reportedSince(day: string, answeredAt: number): number {
  return Math.min(startOfDay(day), answeredAt - REPORT_LASTS_MS);
}
