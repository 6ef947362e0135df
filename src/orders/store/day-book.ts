import { Injectable } from '@nestjs/common';
import { canonicalJson, GENESIS, type Json } from '../../infra/audit/audit-chain.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/auth/actor.js';
import { Clock } from '../../infra/clock.js';
import { Config } from '../../infra/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { Ids } from '../../infra/ids.js';
import { closeOf } from '../../market/trading-day.js';
import { executedOf, type Execution } from '../domain/day-report.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';
import { loadDay, sha256, type DayState } from './day-facts.js';

/** The book of closed days: what the exchange showed after each close, who signed, what was frozen. */
@Injectable()
export class DayBook {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Keeps the exchange's executions of a day, read whole after its close, when they are others than before. */
  async noteReading(
    tradingDate: string,
    rows: readonly Execution[],
    call: { readonly callId: string; readonly answeredAt: number },
  ): Promise<void> {
    const executions = canonicalJson(executedOf(rows) as unknown as Json);
    const [held] = await this.database.reading.find(DayReadingRow, 'trading_date = ?', [
      tradingDate,
    ]);
    if (held?.executions === executions) return;
    const row = { readAt: call.answeredAt, callId: call.callId, executions };
    await this.database.units.run(async (unit) => {
      if (held === undefined) await unit.insert(DayReadingRow, { tradingDate, ...row });
      else await unit.update(DayReadingRow, { tradingDate }, row);
    });
  }

  state(unit: Unit, tradingDate: string): Promise<DayState> {
    return loadDay(unit, tradingDate, closeOf(this.config.session, tradingDate));
  }

  change<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.run(act);
  }

  /** One signature; the second freezes the report. */
  async sign(unit: Unit, day: DayState, text: string | null, actor: Actor): Promise<void> {
    const { tradingDate } = day.report;
    const { reportHash } = day;
    const signedAt = this.clock.now();
    const signOff = { id: this.ids.next('sgn'), tradingDate, reportHash, signedBy: actor.name };
    await unit.insert(DaySignOffRow, { ...signOff, signedAt, text });
    const signed = { type: 'DAY_SIGNED', body: { tradingDate, reportHash, text } };
    await this.audit.append(unit, 'trading days', actor, [signed]);
    const [first] = day.signOffs;
    if (first !== undefined) await this.freeze(unit, day, [first.signedBy, actor.name], actor);
  }

  private async freeze(
    unit: Unit,
    { report, reportHash, factsHash, certificate }: DayState,
    signers: readonly string[],
    actor: Actor,
  ): Promise<void> {
    const { tradingDate } = report;
    const [before] = await unit.find(DayCertificateRow, '1 = 1 ORDER BY id DESC LIMIT 1');
    const previousHash = before?.hash ?? GENESIS;
    const revision = (certificate?.revision ?? 0) + 1;
    const signedBy = signers.join(', ');
    const hash = sha256({ tradingDate, revision, reportHash, signedBy, previousHash });
    await unit.insert(DayCertificateRow, {
      id: this.ids.next('day'), tradingDate, revision, reportHash, factsHash, signedBy, previousHash,
      report: canonicalJson(report as unknown as Json), closedAt: this.clock.now(), hash,
    }); // prettier-ignore
    const body = { tradingDate, revision, reportHash, previousHash, hash, signedBy };
    await this.audit.append(unit, 'trading days', actor, [{ type: 'DAY_CLOSED', body }]);
  }
}
