import type { AuditLog } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/auth/actor.js';
import type { Database } from '../../infra/database/database.js';
import type { Cured } from '../domain/break.js';
import type { BreakBook } from './break-book.js';

/** Breaks of a trading day as a whole: of no order, and of no number. */
export class DayBreaks {
  constructor(
    private readonly database: Database,
    private readonly breaks: BreakBook,
    private readonly audit: AuditLog,
  ) {}

  async tellDoubted(tradingDate: string): Promise<void> {
    const detail = `the answers for the trades of ${tradingDate} leave out most of what is booked, and are not believed`;
    await this.database.units.run(async (unit) => {
      const about = { orderId: null, orderNumber: null };
      const fact = await this.breaks.open(unit, { ...finding(tradingDate), detail }, about);
      if (fact !== null) await this.audit.append(unit, 'breaks', RECONCILER, [fact]);
    });
  }

  async endDoubt(tradingDate: string): Promise<void> {
    if (!(await this.breaks.isOpen(this.database.reading, null, finding(tradingDate)))) return;
    await this.database.units.run(async (unit) => {
      const outcome = 'an answer shows what is booked';
      const cured = { ...finding(tradingDate), outcome };
      const facts = await this.breaks.cure(unit, null, cured);
      await this.audit.append(unit, 'breaks', RECONCILER, facts);
    });
  }
}

function finding(tradingDate: string): Pick<Cured, 'type' | 'key'> {
  return { type: 'SourcesDisagree', key: `trades of ${tradingDate}` };
}
