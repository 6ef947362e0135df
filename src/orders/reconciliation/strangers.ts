import { type Config } from '../../infra/config.js';
import { type Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import type { OrderRecord } from '../../infra/exchange/enquiry-api.js';
import type { Finding } from '../domain/break.js';
import { type BreakBook } from '../store/break-book.js';
import { type StrangerBook } from '../store/stranger-book.js';
import { couldBe, type Terms } from './candidate.js';
import type { Subject } from './subjects.js';

const OPENED_MOST = 50;
const LOOKED_AT_MOST = 1_000;
/** So many quiet times a search has to end; then a number that may be ours is told of all the same. */
export const SEARCH_QUIET_TIMES = 5;

/** Orders under our broker code that no order of ours is bound to: somebody is told of each. */
export class Strangers {
  constructor(
    private readonly database: Database,
    private readonly breaks: BreakBook,
    private readonly book: StrangerBook,
    private readonly config: Config,
  ) {}

  /**
   * While a post of ours has no known outcome, an unknown number may be its: no break yet. What no
   * search has settled by then is for a person, who has to see the number as well as the order.
   */
  async among(
    rows: readonly OrderRecord[],
    subjects: readonly Subject[],
    answeredAt: number,
  ): Promise<OrderRecord[]> {
    const known = new Set(subjects.map(({ order }) => order.orderNumber));
    const unknown = rows.filter((row) => !known.has(row.orderNumber));
    if (unknown.length === 0) return [];
    const numbers = numbersOf(unknown);
    await this.book.note(numbers, answeredAt);
    return this.database.units.run(async (unit) => {
      const owned = await this.book.ownedAmong(unit, numbers);
      const strangers = unknown.filter((row) => !owned.has(row.orderNumber));
      const unresolved = await unresolvedTerms(unit);
      const longSeen = await this.book.seenBy(
        unit,
        numbersOf(strangers),
        answeredAt - SEARCH_QUIET_TIMES * this.config.exchangeQuietMs,
      );
      const repeated = strangers.length === 0 ? [] : await repeatedTerms(unit);
      const findings = strangers.flatMap((row) => {
        const ours = unresolved.find((terms) => couldBe(terms, row));
        if (ours !== undefined && !longSeen.has(row.orderNumber)) return [];
        const twin = repeated.find((terms) => couldBe(terms, row));
        return [{ row, finding: strangerFinding(row, ours, twin) }];
      });
      await this.tell(unit, findings);
      return strangers;
    });
  }

  /** So many new ones at a time, what may be a duplicate first. */
  private async tell(unit: Unit, findings: readonly Told[]): Promise<void> {
    const isDuplicate = ({ finding }: Told): number =>
      finding.type === 'DuplicateSuspected' ? 0 : 1;
    let opened = 0;
    const first = [...findings].sort((a, b) => isDuplicate(a) - isDuplicate(b));
    for (const told of first.slice(0, LOOKED_AT_MOST)) {
      if (await this.breaks.openStranger(unit, told.finding, told.row.orderNumber)) opened += 1;
      if (opened >= OPENED_MOST) return;
    }
  }
}

interface Told {
  readonly row: OrderRecord;
  readonly finding: Finding;
}

function numbersOf(rows: readonly OrderRecord[]): string[] {
  return rows.map((row) => row.orderNumber);
}

/** What a number that we do not know may be: a post, or an edited order, whose outcome is unknown. */
function unresolvedTerms(unit: Unit): Promise<Terms[]> {
  return unit.query<Terms>(
    `SELECT o.id AS id, o.security AS security, o.side AS side, r.units AS units
       FROM order_requests r JOIN orders o ON o.id = r.order_id
      WHERE r.kind IN ('Post', 'Edit') AND r.state IN ('Sent', 'Unknown')`,
  );
}

/** Orders of ours that were sent more than once: the exchange should have them once. */
function repeatedTerms(unit: Unit): Promise<Terms[]> {
  return unit.query<Terms>(
    `SELECT o.id AS id, o.security AS security, o.side AS side, o.units AS units
       FROM order_requests r JOIN orders o ON o.id = r.order_id
      WHERE r.kind = 'Post' AND r.state = 'Acknowledged' AND r.sends > 1`,
  );
}

/** `ours`: an order whose outcome is unknown, and that it may be; `twin`: one that was sent more than once. */
function strangerFinding(
  row: OrderRecord,
  ours: Terms | undefined,
  twin: Terms | undefined,
): Finding {
  const seen = `${row.side} ${row.units} ${row.security} (${row.statusWord})`;
  // The exchange may use a number again on a later day: another order is another break.
  const key = `${row.side} ${row.units} ${row.security}`;
  if (ours !== undefined) {
    const detail = `${seen} may be ${ours.id}, whose outcome is unknown, or another desk's`;
    return { type: 'UnknownAtExchange', key, detail };
  }
  if (twin === undefined) {
    return { type: 'UnknownAtExchange', key, detail: `${seen} was not sent by us` };
  }
  const detail = `${seen} may be a second order of ${twin.id}, whose post was sent more than once`;
  return { type: 'DuplicateSuspected', key, detail };
}
