import type { AuditLog } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/auth/actor.js';
import type { Database } from '../../infra/database/database.js';
import { isUniqueViolation } from '../../infra/database/unit-of-work.js';
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
    const finding = { ...doubtOf(tradingDate), detail, lasting: true };
    try {
      await this.database.units.run(async (unit) => {
        const about = { orderId: null, orderNumber: null };
        const fact = await this.breaks.open(unit, finding, about);
        if (fact !== null) await this.audit.append(unit, 'breaks', RECONCILER, [fact]);
      });
    } catch (error) {
      // Another instance has told of it at the same moment.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  async endDoubt(tradingDate: string): Promise<void> {
    const doubt = doubtOf(tradingDate);
    const cured = { ...doubt, outcome: 'an answer shows what is booked' };
    await this.database.units.run(async (unit) => {
      const facts = await this.breaks.cure(unit, null, cured);
      if (facts.length > 0) await this.audit.append(unit, 'breaks', RECONCILER, facts);
    });
  }

  /** Whether it is open, or people have said that it may stay so. */
  isDoubted(tradingDate: string): Promise<boolean> {
    return this.breaks.isTold(this.database.reading, null, doubtOf(tradingDate));
  }
}

/** As severe as the loss of a trade, so that it takes two people to say that it may stay so. */
export function doubtOf(tradingDate: string): Pick<Cured, 'type' | 'key'> {
  return { type: 'FillMismatch', key: `trades of ${tradingDate}` };
}
