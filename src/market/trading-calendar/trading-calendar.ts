import { Injectable } from '@nestjs/common';
import { AuditLog, type Topic, lockTrail } from '../../infra/audit/audit-log.js';
import type { Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { fieldProblem } from '../../infra/http/problems/problem.js';
import { hoursOf } from '../../infra/config/session-hours.js';
import { CalendarDayRow } from './calendar-day.entity.js';
import { tradingDateOf, type Sessions } from './trading-day.js';

export type CalendarEntry = Pick<CalendarDayRow, 'tradingDate' | 'kind' | 'session' | 'name'>;

/**
 * The exchange's holidays and half days, entered by people. Never cached: every reader sees what is
 * committed, so that a change takes effect at once on all instances. It changes no order; it decides
 * when orders may be sent and when a day ends.
 */
@Injectable()
export class TradingCalendar {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Inside a unit of work, pass that unit. `from`: leaves out exceptions before that date. */
  async sessions(reading: Reading = this.database.reading, from = ''): Promise<Sessions> {
    const { session: usual } = this.config;
    if (usual === 'always') return { usual, exceptions: new Map() };
    const rows = await reading.find(CalendarDayRow, 'trading_date >= ?', [from]);
    const hours = rows.map(
      ({ tradingDate, session }) =>
        [tradingDate, session === null ? null : hoursOf(session)] as const,
    );
    return { usual, exceptions: new Map(hours) };
  }

  async find(tradingDate: string): Promise<CalendarDayRow | null> {
    const [row] = await this.database.reading.find(CalendarDayRow, 'trading_date = ?', [
      tradingDate,
    ]);
    return row ?? null;
  }

  /** From `from` to `to` inclusive, in order; `after`: the last one of the previous page. */
  list(from: string, to: string, after: string, most: number): Promise<CalendarDayRow[]> {
    const where = 'trading_date >= ? AND trading_date <= ? AND trading_date > ?';
    const values = [from, to, after, most];
    return this.database.reading.find(
      CalendarDayRow,
      `${where} ORDER BY trading_date LIMIT ?`,
      values,
    );
  }

  /** Idempotent: the same entry again writes nothing. */
  set(entry: CalendarEntry, actor: Actor): Promise<CalendarDayRow> {
    this.checkDate(entry.tradingDate);
    this.checkSession(entry.session);
    return this.change(entry.tradingDate, async (unit, existing) => {
      if (existing !== null && isSame(existing, entry)) return existing;
      const row = { ...entry, changedBy: actor.name, changedAt: this.clock.now() };
      const { tradingDate } = entry;
      if (existing === null) await unit.insert(CalendarDayRow, row);
      else await unit.update(CalendarDayRow, { tradingDate }, row);
      const body = { ...entry, before: existing === null ? null : factOf(existing) };
      await this.audit.append(unit, topicOf(tradingDate), actor, [
        { type: 'CALENDAR_DAY_SET', body },
      ]);
      return row;
    });
  }

  /** False when there was no entry. */
  remove(tradingDate: string, actor: Actor): Promise<boolean> {
    this.checkDate(tradingDate);
    return this.change(tradingDate, async (unit, existing) => {
      if (existing === null) return false;
      await unit.execute('DELETE FROM trading_calendar WHERE trading_date = ?', [tradingDate]);
      const body = factOf(existing);
      await this.audit.append(unit, topicOf(tradingDate), actor, [
        { type: 'CALENDAR_DAY_REMOVED', body },
      ]);
      return true;
    });
  }

  /** Serialised over all instances: the second change sees the first. */
  private change<T>(
    tradingDate: string,
    act: (unit: Unit, existing: CalendarDayRow | null) => Promise<T>,
  ): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      const [existing] = await unit.find(CalendarDayRow, 'trading_date = ?', [tradingDate]);
      return act(unit, existing ?? null);
    });
  }

  /** A day that is over cannot change: decisions and signatures rely on it. */
  private checkDate(tradingDate: string): void {
    if (tradingDate >= tradingDateOf(this.clock.now())) return;
    throw fieldProblem('calendar-date-over', 'date', 'is over, so its session cannot change');
  }

  /** Orders wait for the usual opening: a session that ends before it would send none of them. */
  private checkSession(session: string | null): void {
    const hours = session === null ? null : hoursOf(session);
    const { session: usual } = this.config;
    if (hours === null || usual === 'always' || hours.closesAt > usual.opensAt) return;
    throw fieldProblem('calendar-session-unfit', 'session', 'must end after the usual opening');
  }
}

function topicOf(tradingDate: string): Topic {
  return { stream: 'trading calendar', about: { tradingDate } };
}

function isSame(existing: CalendarDayRow, { kind, session, name }: CalendarEntry): boolean {
  return existing.kind === kind && existing.session === session && existing.name === name;
}

function factOf({ tradingDate, kind, session, name }: CalendarDayRow) {
  return { tradingDate, kind, session, name };
}
