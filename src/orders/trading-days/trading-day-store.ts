import { digestOf, digestOfText } from '../../infra/audit/digest.js';
import { Injectable } from '@nestjs/common';
import { canonicalJson, GENESIS, type Json } from '../../infra/audit/audit-chain.js';
import { AuditLog } from '../../infra/audit/audit-log.js';
import { RECONCILER, type Actor } from '../../infra/audit/actor.js';
import { Clock, instant } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Unit } from '../../infra/database/unit-of-work.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { Ids } from '../../infra/runtime/ids.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { claimOfTrade } from '../order-numbers/ownership.js';
import { lessThan, Sums, withInstead, type Executed, type Execution } from './traded.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';
import { loadDay, type DayState } from './day-facts.js';
import { ownersOn } from '../order/number-owners.js';

const STREAM = 'trading days';

/** The book of closed days: what the exchange showed after each close, who signed, what was frozen. */
@Injectable()
export class TradingDayStore {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Keeps the exchange's executions of a day, read whole after its close, when they are others than
   * before. What an answer after the close has shown stays though a later one leaves it out: of numbers that
   * are nobody's of ours for good, of ours until it is told of. What was read before `overAt` was of a close
   * that the calendar has moved since.
   */
  async noteReading(tradingDate: string, read: ReadDay, overAt: number): Promise<void> {
    const find = 'trading_date = ?';
    const [seen] = await this.database.reading.find(DayReadingRow, find, [tradingDate]);
    const before = seen === undefined || seen.readAt < overAt ? undefined : seen;
    const { counted, unshown } = besideShown(read.leftOut, before);
    const shown = await sumsOf([...read.executions, ...counted]);
    const executions = await this.beside(tradingDate, shown, before);
    const { callId, answeredAt: readAt, unread } = read;
    const said = { executions, unread, unshown };
    if (before !== undefined && isSame(before, said)) return;
    await this.database.units.run(async (unit) => {
      await this.inTurn(unit);
      const [held] = await unit.find(DayReadingRow, find, [tradingDate]);
      // Another instance has kept something meanwhile: beside that the next pass looks.
      if (held?.executions !== seen?.executions || held?.unshown !== seen?.unshown) return;
      if (held !== undefined && held.readAt >= readAt) return;
      const row = { readAt, callId, ...said };
      if (held === undefined) await unit.insert(DayReadingRow, { tradingDate, ...row });
      else await unit.update(DayReadingRow, { tradingDate }, row);
      await unit.update(ExchangeCallRow, { id: callId }, { isEvidence: 1 });
      const body = { tradingDate, callId, unread, executionsHash: digestOfText(executions) };
      await this.audit.append(unit, STREAM, RECONCILER, [{ type: 'DAY_READ', body }]);
      const [certified] = await unit.query(
        'SELECT revision FROM day_certificates WHERE trading_date = ? LIMIT 1',
        [tradingDate],
      );
      if (certified === undefined) return;
      await this.tellStanding(unit, await this.state(unit, tradingDate), RECONCILER);
    });
  }

  /** What is shown, and what was shown before under numbers of others; as it is kept. */
  private async beside(
    tradingDate: string,
    { executed, text }: Summed,
    before: DayReadingRow | undefined,
  ): Promise<string> {
    // Mostly it is what was shown before, and is not taken apart.
    if (before === undefined || before.executions === text) return text;
    const less = lessThan(executed, JSON.parse(before.executions) as Executed[]);
    if (less.length === 0) return text;
    const { reading } = this.database;
    const numbers = less.map(({ orderNumber }) => orderNumber);
    const ours = await ownersOn(reading, this.config.brokerCode, numbers, tradingDate);
    const others = less.filter((row) => claimOfTrade(ours.get(row.orderNumber), row) === 'free');
    return others.length === 0 ? text : textOf(withInstead(executed, others));
  }

  async state(unit: Unit, tradingDate: string): Promise<DayState> {
    const { brokerCode } = this.config;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    return loadDay(unit, { brokerCode, tradingDate, sessions, now: this.clock.now() });
  }

  /** One after another, on all instances: the second of two signers sees the first. */
  change<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.run(async (unit) => {
      await this.inTurn(unit);
      return act(unit);
    });
  }

  private async inTurn(unit: Unit): Promise<void> {
    await unit.query(`SELECT sequence FROM audit_head${unit.rowLock}`);
  }

  /** One signature; the second freezes the report. */
  async sign(unit: Unit, day: DayState, text: string | null, actor: Actor): Promise<void> {
    const { tradingDate } = day.report;
    const { reportHash } = day;
    await this.tellStanding(unit, day, actor);
    const revision = day.certificates.length + 1;
    const signOff = { tradingDate, revision, reportHash, signedBy: actor.name, text };
    const row = { id: this.ids.next('sgn'), signedAt: this.clock.now(), ...signOff };
    await unit.insert(DaySignOffRow, row);
    await this.audit.append(unit, STREAM, actor, [{ type: 'DAY_SIGNED', body: signOff }]);
    const [first] = day.signOffs;
    if (first !== undefined) await this.freeze(unit, day, [first.signedBy, actor.name], actor);
  }

  /**
   * That a certificate holds no longer, or holds again, is told by the write that notices it first. Mostly
   * that is a reading of the exchange's trades; what people decide is noticed when the day is signed again.
   */
  private async tellStanding(
    unit: Unit,
    { report: { tradingDate }, factsHash, certificates }: DayState,
    actor: Actor,
  ): Promise<void> {
    const last = certificates.at(-1);
    if (last === undefined) return;
    const type = last.factsHash === factsHash ? 'DAY_HOLDS_AGAIN' : 'DAY_REOPENED';
    const { revision, hash } = last;
    const [told] = await unit.query<{ type: string }>(
      `SELECT type FROM audit_entries
        WHERE type IN ('DAY_REOPENED', 'DAY_HOLDS_AGAIN') AND body LIKE ?
        ORDER BY sequence DESC LIMIT 1`,
      [`%"${hash}"%`],
    );
    // It held when it was made.
    if (type === (told?.type ?? 'DAY_HOLDS_AGAIN')) return;
    const body = { tradingDate, revision, hash };
    await this.audit.append(unit, STREAM, actor, [{ type, body }]);
  }

  private async freeze(
    unit: Unit,
    { report, reportHash, factsHash, certificates }: DayState,
    signedBy: string[],
    actor: Actor,
  ): Promise<void> {
    const { tradingDate } = report;
    // The last is the one that no other follows: ids are of clocks, which may be stepped.
    const [before] = await unit.find(
      DayCertificateRow,
      'hash NOT IN (SELECT previous_hash FROM day_certificates)',
    );
    const previousHash = before?.hash ?? GENESIS;
    const closedAt = this.clock.now();
    const certificate = {
      tradingDate, revision: certificates.length + 1, reportHash, signedBy, previousHash,
      closedAt: instant(closedAt),
    }; // prettier-ignore
    const hash = digestOf(certificate);
    await unit.insert(DayCertificateRow, {
      ...certificate, id: this.ids.next('day'), factsHash, closedAt, hash,
      signedBy: JSON.stringify(signedBy), report: canonicalJson(report as unknown as Json),
    }); // prettier-ignore
    await this.audit.append(unit, STREAM, actor, [
      { type: 'DAY_CLOSED', body: { ...certificate, hash } },
    ]);
  }
}

/** The trades of a day as one answer had them. */
export interface ReadDay {
  readonly executions: readonly Execution[];
  /** Booked executions of the day that are not among them. */
  readonly leftOut: readonly LeftOut[];
  readonly unread: number;
  readonly callId: string;
  readonly answeredAt: number;
}

/** A booked execution that the answer for its day leaves out. */
export interface LeftOut extends Execution {
  readonly key: string;
  /** People are told that it is shown no more, or have said that it stands all the same. */
  readonly isToldGone: boolean;
  /** A later day's answer has shown it. */
  readonly shownElsewhere: boolean;
}

type Said = Pick<DayReadingRow, 'executions' | 'unread' | 'unshown'>;

function isSame(a: Said, b: Said): boolean {
  return a.executions === b.executions && a.unread === b.unread && a.unshown === b.unshown;
}

/** What an answer leaves out counts as shown when one before it, after the close, has shown it. */
function besideShown(
  leftOut: readonly LeftOut[],
  before: DayReadingRow | undefined,
): { readonly counted: readonly LeftOut[]; readonly unshown: string } {
  const never = before === undefined ? null : new Set(JSON.parse(before.unshown) as string[]);
  const isUnshown = ({ key, shownElsewhere }: LeftOut): boolean =>
    !shownElsewhere && (never === null || never.has(key));
  const counted = leftOut.filter((one) => !one.isToldGone && !isUnshown(one));
  const unshown = leftOut.filter(isUnshown).map(({ key }) => key);
  return { counted, unshown: JSON.stringify(unshown.sort()) };
}

interface Summed {
  readonly executed: readonly Executed[];
  /** As they are kept. */
  readonly text: string;
}

/** The executions of a day in sums; those of a large day in slices. */
async function sumsOf(rows: readonly Execution[]): Promise<Summed> {
  const sums = new Sums();
  for await (const slice of inBatches(rows)) {
    for (const row of slice) sums.add(row);
  }
  const executed = sums.all();
  return { executed, text: await textOf(executed) };
}

/** Canonical JSON. */
async function textOf(executed: readonly Executed[]): Promise<string> {
  const texts: string[] = [];
  for await (const slice of inBatches(executed)) {
    for (const one of slice) texts.push(canonicalJson(one as unknown as Json));
  }
  return `[${texts.join(',')}]`;
}
