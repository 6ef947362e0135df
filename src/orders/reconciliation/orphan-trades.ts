import { type Config } from '../../infra/config.js';
import { type Database } from '../../infra/database/database.js';
import type { ExecutionEvidence } from '../domain/evidence.js';
import { type BreakBook } from '../store/break-book.js';
import { type StrangerBook } from '../store/stranger-book.js';
import type { PassMemory } from './pass-memory.js';
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
export class OrphanTrades {
  constructor(
    private readonly database: Database,
    private readonly breaks: BreakBook,
    private readonly book: StrangerBook,
    private readonly config: Config,
    private readonly memory: PassMemory,
  ) {}

  async tell(executions: readonly ExecutionEvidence[], answeredAt: number): Promise<void> {
    const { settled } = this.memory;
    if (answeredAt - settled.since > SETTLED_LASTS_MS) {
      settled.numbers.clear();
      settled.since = answeredAt;
    }
    const open = executions.filter((row) => !settled.numbers.has(row.orderNumber));
    const byNumber = new Map(open.map((row) => [row.orderNumber, row]));
    if (byNumber.size === 0) return;
    const since = answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs;
    await this.database.units.run(async (unit) => {
      const owned = await this.book.ownedAmong(unit, [...byNumber.keys()]);
      const orphans = [...byNumber.keys()].filter((number) => !owned.has(number));
      const longSeen = [...(await this.book.seenBy(unit, orphans, since))];
      const told = await this.breaks.strangersTold(unit, longSeen, answeredAt - TOLD_LASTS_MS);
      unit.afterCommit(() => {
        for (const number of [...owned, ...told]) settled.numbers.add(number);
      });
      for (const orderNumber of longSeen.filter((one) => !told.has(one)).slice(0, OPENED_MOST)) {
        const row = byNumber.get(orderNumber);
        if (row === undefined) continue;
        const { side, security, units, price } = row;
        const detail = `${side} ${units} ${security} at ${price} was traded under a number that is no order of ours`;
        const finding = { type: 'OrphanTrade', key: `${side} ${security}`, detail } as const;
        await this.breaks.openStranger(unit, finding, orderNumber);
      }
    });
  }
}
