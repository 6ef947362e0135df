import { Injectable } from '@nestjs/common';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { startOfDay } from '../../market/trading-day.js';
import { StrangerBook } from '../store/stranger-book.js';
import { StrangerBreaks } from '../store/stranger-breaks.js';
import { SEARCH_QUIET_TIMES } from './strangers.js';

const OPENED_MOST = 50;
/** For so long it is remembered which numbers need no second look; a binding may be undone. */
const SETTLED_LASTS_MS = 10 * 60_000;
/** A number may be used again on a later day: what was told of it longer ago may be of another order. */
const TOLD_LASTS_MS = 12 * 3_600_000;

/**
 * Trades under our broker code of a number that no order of ours has. It may be a post of ours that
 * is being searched for; after the time of a search a person is told, unless a break has told of the
 * number lately, as of an order of another desk that a list has shown.
 */
@Injectable()
export class OrphanTrades {
  /** Numbers that need no second look: ours, or told of. */
  private readonly settled = new Set<string>();
  private settledSince = 0;

  constructor(
    private readonly database: Database,
    private readonly breaks: StrangerBreaks,
    private readonly book: StrangerBook,
    private readonly config: Config,
  ) {}

  async tell(executions: readonly ExecutionEvidence[], answeredAt: number): Promise<void> {
    if (answeredAt - this.settledSince > SETTLED_LASTS_MS) {
      this.settled.clear();
      this.settledSince = answeredAt;
    }
    const open = executions.filter((row) => !this.settled.has(row.orderNumber));
    const byNumber = new Map(open.map((row) => [row.orderNumber, row]));
    if (byNumber.size === 0) return;
    const since = answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs;
    await this.database.units.run(async (unit) => {
      const [first] = open.map((row) => row.tradeDate).sort();
      const owned = await this.book.ownedAmong(unit, [...byNumber.keys()], first);
      const orphans = [...byNumber.keys()].filter((number) => !owned.has(number));
      const longSeen = [...(await this.book.seenBy(unit, orphans, since))];
      const told = await this.breaks.told(unit, longSeen, toldSince(open, answeredAt));
      unit.afterCommit(() => {
        for (const number of [...owned, ...told]) this.settled.add(number);
      });
      for (const orderNumber of longSeen.filter((one) => !told.has(one)).slice(0, OPENED_MOST)) {
        const row = byNumber.get(orderNumber);
        if (row === undefined) continue;
        const { side, security, units, price } = row;
        const detail = `${side} ${units} ${security} at ${price} was traded under a number that is no order of ours`;
        const finding = { type: 'OrphanTrade', key: `${side} ${security}`, detail } as const;
        await this.breaks.tell(unit, finding, orderNumber);
      }
    });
  }
}

/** What was told of a number on the day of the trade, or since, was told of the same order. */
function toldSince(rows: readonly ExecutionEvidence[], answeredAt: number): number {
  const days = rows.map((row) => startOfDay(row.tradeDate));
  return days.reduce((first, day) => Math.min(first, day), answeredAt - TOLD_LASTS_MS);
}
