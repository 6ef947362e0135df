import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { RECONCILER } from '../../infra/audit/actor.js';
import { Database } from '../../infra/database/database.js';
import { isUniqueViolation } from '../../infra/database/units/unit-of-work.js';
import type { BreakEnd, Finding } from './break.js';
import { BreakRegister } from './break-register.js';

/** Breaks about a whole trading day or list rather than one order. */
@Injectable()
export class SystemBreaks {
  constructor(
    private readonly database: Database,
    private readonly breaks: BreakRegister,
    private readonly audit: AuditLog,
  ) {}

  async open(finding: Finding): Promise<void> {
    try {
      await this.database.units.run(async (unit) => {
        const about = { orderId: null, orderNumber: null };
        const fact = await this.breaks.open(unit, finding, about);
        if (fact !== null) await this.audit.append(unit, 'breaks', RECONCILER, [fact]);
      });
    } catch (error) {
      // Another instance has opened it at the same moment.
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /** Whether it is open, or people have accepted it. */
  isOpenOrAccepted(ended: BreakEnd): Promise<boolean> {
    return this.breaks.isOpenOrAccepted(this.database.reading, null, ended);
  }

  /** Closes it, even if people have accepted it. */
  async close(ended: BreakEnd): Promise<void> {
    if (!(await this.isOpenOrAccepted(ended))) return;
    await this.database.units.run(async (unit) => {
      const facts = await this.breaks.close(unit, null, ended);
      if (facts.length > 0) await this.audit.append(unit, 'breaks', RECONCILER, facts);
    });
  }
}
