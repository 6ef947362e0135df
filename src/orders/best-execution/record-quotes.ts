import { Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { operatorName, SYSTEM } from '../../infra/audit/actor.js';
import type { Json } from '../../infra/audit/audit-chain.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { ask, type MarketRecords } from '../../infra/exchange/api/market-questions.js';
import { Problem } from '../../infra/http/problems/problem.js';
import { AppLogger } from '../../infra/observability/logging.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { MarketData } from '../../market/market-data/market-data.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { isSessionOpen, tradingDateOf } from '../../market/trading-calendar/trading-day.js';
import { quotesBody } from './quotes.js';

/** The stream of the trail that the quotes are in. */
export const QUOTES = { stream: 'quotes', type: 'QUOTES_RECORDED' } as const;

/** Working orders may be many; their securities are few. */
const SECURITIES_MOST = 500;

/**
 * While the session is open, one call in `RECORD_QUOTES_EVERY_MS` tells the quotes of all securities. Those of the
 * securities that have a working order, or got one today, are kept in the trail. What cannot be read is left out: no
 * order waits for it.
 */
@Injectable()
export class QuoteRecorder {
  private readonly logger: Logger;
  /** Monotonic time. */
  private lookedAt = -Infinity;

  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly market: MarketData,
    private readonly calendar: TradingCalendar,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    logger: AppLogger,
  ) {
    this.logger = logger.for('quotes');
  }

  async recordIfDue(): Promise<void> {
    const { recordQuotesEveryMs: every } = this.config;
    if (every === 0 || this.clock.steady() - this.lookedAt < every) return;
    this.lookedAt = this.clock.steady();
    const now = this.clock.now();
    const today = tradingDateOf(now);
    const sessions = await this.calendar.sessions(this.database.reading, today);
    if (!isSessionOpen(sessions, now)) return;
    if ((await this.securities(today)).length === 0) return;
    const read = await this.read();
    if (read === null) return;
    // Anew: an order may have come meanwhile.
    const securities = await this.securities(today);
    const { at, quotes } = quotesBody(instant(read.askedAt), read.rows, securities);
    const body = { at, quotes: quotes as unknown as Json };
    await this.database.units.run(async (unit) => {
      if (await isRecorded(unit, instant(now - every / 2))) return;
      await this.audit.append(unit, QUOTES.stream, SYSTEM, [{ type: QUOTES.type, body }]);
    });
  }

  private async securities(today: string): Promise<readonly string[]> {
    const rows = await this.database.reading.query<{ security: string }>(
      `SELECT security FROM orders WHERE status IN ('New', 'Posted', 'Open', 'Amended')
         UNION SELECT security FROM orders WHERE trading_date = ? ORDER BY security LIMIT ?`,
      [today, SECURITIES_MOST],
    );
    return rows.map(({ security }) => security);
  }

  private async read(): Promise<{
    readonly askedAt: number;
    readonly rows: MarketRecords<'companies/data'>;
  } | null> {
    try {
      const { answer, ageMs, source } = await this.market.read(
        ask.dataOfCompanies(),
        operatorName(SYSTEM.name),
      );
      return source === 'stale' ? null : { askedAt: this.clock.now() - ageMs, rows: answer.data };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.logger.warn({ code: error.code }, 'the quotes could not be read');
      return null;
    }
  }
}

/** Another instance may have recorded them since. */
async function isRecorded(unit: Unit, since: string): Promise<boolean> {
  const [newest] = await unit.query<{ at: string }>(
    'SELECT at FROM audit_entries WHERE type = ? ORDER BY sequence DESC LIMIT 1',
    [QUOTES.type],
  );
  return newest !== undefined && newest.at >= since;
}
