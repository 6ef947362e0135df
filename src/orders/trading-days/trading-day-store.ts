import { digestOf, digestOfText } from '../../infra/audit/digest.js';
import { isInTrail } from '../../infra/audit/find-in-trail.js';
import { problem } from '../../infra/http/problems/problem.js';
import { Injectable } from '@nestjs/common';
import { canonicalJson, GENESIS, type Json } from '../../infra/audit/audit-chain.js';
import { AuditLog, type Topic, lockTrail } from '../../infra/audit/audit-log.js';
import { RECONCILER, type Actor } from '../../infra/audit/actor.js';
import { Clock } from '../../infra/runtime/clock.js';
import { Config } from '../../infra/config/config.js';
import { Database } from '../../infra/database/database.js';
import type { Reading } from '../../infra/database/reads.js';
import type { Unit } from '../../infra/database/units/unit-of-work.js';
import { ExchangeCallRow } from '../../infra/exchange/client/exchange-call.entity.js';
import { Ids } from '../../infra/runtime/ids.js';
import { inBatches } from '../../infra/runtime/batches.js';
import { TradingCalendar } from '../../market/trading-calendar/trading-calendar.js';
import { ownershipOfTrade } from '../order-numbers/ownership.js';
import { shownAs, type KeyedTrade, type TradeTerms } from '../breaks/trade-difference.js';
import { missingFrom, Sums, withEarlier, type Executed, type Execution } from './traded.js';
import { DayCertificateRow, DayReadingRow, DaySignOffRow } from './day-close.entity.js';
import { hasUnexplainedFills, loadDay, type DayState } from './report/day-facts.js';
import { CertifiedFacts, hashedOf, STREAM, type ReportHashes } from './proven-certificates.js';
import { ownersOn } from '../order/number-owners.js';

/** Per trading day: what the exchange showed after the close, the signatures, the certificates. */
@Injectable()
export class TradingDayStore {
  private readonly facts = new CertifiedFacts();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly calendar: TradingCalendar,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Stores the exchange's executions of a day, read completely after its close, when they have changed.
   * What a later answer leaves out is kept: for external orders for good, for ours until a break reports
   * it. A reading from before `overAt` does not count: the calendar has moved the close since.
   */
  async noteReading(tradingDate: string, read: ReadDay, overAt: number): Promise<void> {
    const [seen] = await this.database.reading.find(DayReadingRow, 'trading_date = ?', [
      tradingDate,
    ]);
    const before = seen === undefined || seen.readAt < overAt ? undefined : seen;
    const { counted, unshown } = splitLeftOut(read.leftOut, before);
    const shown = await sumsOf([...read.executions, ...counted]);
    const executions = await this.keepExternal(tradingDate, shown, before);
    const { callId, answeredAt: readAt, unread } = read;
    const unbooked = JSON.stringify(read.unbooked.map((row) => shownAs(row, row)).sort());
    const content = { executions, unread, unshown, unbooked, said: null };
    if (before !== undefined && isSame(before, content)) return;
    await this.store({ tradingDate, readAt, callId, ...content }, seen);
  }

  /**
   * Stores that the exchange has answered for a day, after its close, that it has no trades, in the words in which it
   * did: the document shows no such answer. People sign over these words. A list counts for more, and so do executions
   * of the day that we have booked, until two people have said of each that it stands though it is not shown.
   */
  async noteNoTrades(tradingDate: string, none: NoTrades, overAt: number): Promise<void> {
    const { reading } = this.database;
    const [seen] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
    const isKnown = seen !== undefined && seen.readAt >= overAt;
    if (isKnown && (seen.said === null || seen.said === none.said)) return;
    if (await hasUnexplainedFills(reading, tradingDate)) return;
    const { callId, answeredAt: readAt, said } = none;
    const content = { executions: '[]', unread: 0, unshown: '[]', unbooked: '[]', said };
    await this.store({ tradingDate, readAt, callId, ...content }, seen);
  }

  private async store(row: DayReadingRow, seen: DayReadingRow | undefined): Promise<void> {
    const { tradingDate, callId, readAt, executions, unread, said } = row;
    await this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      const [current] = await unit.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
      // Another instance has stored a reading meanwhile: leave it to the next run.
      if (current === undefined ? seen !== undefined : seen === undefined || !isSame(current, seen))
        return;
      if (current !== undefined && current.readAt >= readAt) return;
      if (current === undefined) await unit.insert(DayReadingRow, row);
      else await unit.update(DayReadingRow, { tradingDate }, row);
      await unit.update(ExchangeCallRow, { id: callId }, { isEvidence: 1 });
      const hash = digestOfText(executions);
      const body = {
        tradingDate,
        callId,
        unread,
        executionsHash: hash,
        ...(said === null ? {} : { said }),
      };
      await this.audit.append(unit, topicOf(tradingDate), RECONCILER, [{ type: 'DAY_READ', body }]);
      const [certified] = await unit.query(
        'SELECT revision FROM day_certificates WHERE trading_date = ? LIMIT 1',
        [tradingDate],
      );
      if (certified === undefined) return;
      await this.auditCertificate(unit, await this.state(unit, tradingDate), RECONCILER);
    });
  }

  /** Adds what an earlier answer showed under external numbers. */
  private async keepExternal(
    tradingDate: string,
    { executed, text }: Summed,
    before: DayReadingRow | undefined,
  ): Promise<string> {
    // Mostly nothing has changed, and nothing needs to be parsed.
    if (before === undefined || before.executions === text) return text;
    const missing = missingFrom(executed, JSON.parse(before.executions) as Executed[]);
    if (missing.length === 0) return text;
    const { reading } = this.database;
    const numbers = missing.map(({ orderNumber }) => orderNumber);
    const owners = await ownersOn(reading, this.config.brokerCode, numbers, tradingDate);
    const external = missing.filter(
      (row) => ownershipOfTrade(owners.get(row.orderNumber), row) === 'foreign',
    );
    return external.length === 0 ? text : textOf(withEarlier(executed, external));
  }

  /** Made elsewhere, so that {@link state} need not make them under the lock. */
  remember(certified: readonly ReportHashes[]): void {
    for (const hashes of certified) this.facts.remember(hashes);
  }

  async state(unit: Unit, tradingDate: string): Promise<DayState> {
    const { facts, config } = this;
    const sessions = await this.calendar.sessions(unit, tradingDate);
    const asked = { brokerCode: config.brokerCode, tradingDate, sessions, facts };
    return loadDay(unit, { ...asked, now: this.clock.now() });
  }

  /** Serialised over all instances: the second of two signers sees the first. */
  change<T>(act: (unit: Unit) => Promise<T>): Promise<T> {
    return this.database.units.runAlone(async (unit) => {
      await lockTrail(unit);
      return act(unit);
    });
  }

  /** Adds a signature; the second freezes the report. Throws if the first one is not in the trail. */
  async sign(unit: Unit, day: DayState, text: string | null, actor: Actor): Promise<void> {
    const { tradingDate } = day.report;
    const { reportHash, revision } = day;
    const [first] = day.signOffs;
    if (first !== undefined && !(await this.isSigned(unit, tradingDate, first))) {
      throw problem(
        'report-changed',
        'The first signature is not the one that the audit trail has.',
      );
    }
    await this.auditCertificate(unit, day, actor);
    const signOff = { tradingDate, revision, reportHash, signedBy: actor.name, text };
    const signedOnBehalfOf = actor.onBehalfOf ?? null;
    const row = { id: this.ids.next('sgn'), signedAt: this.clock.now(), ...signOff };
    await unit.insert(DaySignOffRow, { ...row, signedOnBehalfOf });
    const signed = { type: 'DAY_SIGNED', body: signOff };
    await this.audit.append(unit, topicOf(tradingDate), actor, [signed]);
    if (first === undefined) return;
    await this.freeze(unit, day, [first.signedBy, actor.name], { ...actor, cause: signed });
  }

  private isSigned(
    unit: Unit,
    tradingDate: string,
    { revision, reportHash, signedBy, signedOnBehalfOf }: DaySignOffRow,
  ): Promise<boolean> {
    const says = { tradingDate, revision, signedBy };
    const by = { actor: signedBy, onBehalfOf: signedOnBehalfOf };
    const entry = { type: 'DAY_SIGNED', stream: STREAM, says, ...by };
    return isInTrail(unit, entry, ['reportHash', reportHash]);
  }

  /**
   * Audits once that the newest certificate no longer holds, or holds again. A new reading of the
   * exchange's trades notices it; if people caused it, the next signature does.
   */
  private async auditCertificate(
    unit: Unit,
    { report: { tradingDate }, factsHash, certificates }: DayState,
    actor: Actor,
  ): Promise<void> {
    const last = certificates.at(-1);
    if (last === undefined) return;
    const type = last.factsHash === factsHash ? 'DAY_HOLDS_AGAIN' : 'DAY_REOPENED';
    const { revision, hash } = last;
    const [audited] = await unit.query<{ type: string }>(
      `SELECT type FROM audit_entries
        WHERE type IN ('DAY_REOPENED', 'DAY_HOLDS_AGAIN') AND body LIKE ?
        ORDER BY sequence DESC LIMIT 1`,
      [`%"${hash}"%`],
    );
    if (type === (audited?.type ?? 'DAY_HOLDS_AGAIN')) return;
    const body = { tradingDate, revision, hash };
    await this.audit.append(unit, topicOf(tradingDate), actor, [{ type, body }]);
  }

  private async freeze(
    unit: Unit,
    { report, reportHash, factsHash, revision }: DayState,
    signedBy: string[],
    actor: Actor,
  ): Promise<void> {
    const { tradingDate } = report;
    // The end of the chain, not the highest id: ids depend on the clock, which may be stepped back.
    const [before] = await unit.find(
      DayCertificateRow,
      'hash NOT IN (SELECT previous_hash FROM day_certificates)',
    );
    const previousHash = before?.hash ?? GENESIS;
    const closedAt = this.clock.now();
    const certificate = hashedOf({
      tradingDate, revision, reportHash, signedBy, previousHash, closedAt,
    }); // prettier-ignore
    const hash = digestOf(certificate);
    await unit.insert(DayCertificateRow, {
      ...certificate, id: this.ids.next('day'), factsHash, closedAt, hash,
      signedBy: JSON.stringify(signedBy), report: canonicalJson(report as unknown as Json),
    }); // prettier-ignore
    await this.audit.append(unit, topicOf(tradingDate), actor, [
      { type: 'DAY_CLOSED', body: { ...certificate, hash } },
    ]);
  }
}

function topicOf(tradingDate: string): Topic {
  return { stream: STREAM, about: { tradingDate } };
}

/** The trades of a day, from one answer. */
export interface ReadDay {
  readonly executions: readonly Execution[];
  /** Booked executions of the day that the answer leaves out. */
  readonly leftOut: readonly LeftOut[];
  /** Those of our orders that are not booked. */
  readonly unbooked: readonly (KeyedTrade & TradeTerms)[];
  readonly unread: number;
  readonly callId: string;
  readonly answeredAt: number;
}

export interface LeftOut extends Execution {
  readonly key: string;
  /** A break reports that it is no longer shown, or people have accepted it as booked. */
  readonly isReportedGone: boolean;
  /** The answer for a later day has shown it. */
  readonly shownElsewhere: boolean;
}

/** An answer for a day that there are no trades, without a list. */
export interface NoTrades {
  readonly said: string;
  readonly callId: string;
  readonly answeredAt: number;
}

type ReadingContent = Pick<
  DayReadingRow,
  'executions' | 'unread' | 'unshown' | 'unbooked' | 'said'
>;

function isSame(a: ReadingContent, b: ReadingContent): boolean {
  return (
    a.executions === b.executions &&
    a.unread === b.unread &&
    a.unshown === b.unshown &&
    a.unbooked === b.unbooked &&
    a.said === b.said
  );
}

/** An execution that the answer leaves out counts as shown if an earlier one since the close showed it. */
function splitLeftOut(
  leftOut: readonly LeftOut[],
  before: DayReadingRow | undefined,
): { readonly counted: readonly LeftOut[]; readonly unshown: string } {
  const neverShown = before === undefined ? null : new Set(JSON.parse(before.unshown) as string[]);
  const isUnshown = ({ key, shownElsewhere }: LeftOut): boolean =>
    !shownElsewhere && (neverShown === null || neverShown.has(key));
  const counted = leftOut.filter((one) => !one.isReportedGone && !isUnshown(one));
  const unshown = leftOut.filter(isUnshown).map(({ key }) => key);
  return { counted, unshown: JSON.stringify(unshown.sort()) };
}

interface Summed {
  readonly executed: readonly Executed[];
  /** Canonical JSON. */
  readonly text: string;
}

async function sumsOf(rows: readonly Execution[]): Promise<Summed> {
  const sums = new Sums();
  for await (const batch of inBatches(rows)) {
    for (const row of batch) sums.add(row);
  }
  const executed = sums.all();
  return { executed, text: await textOf(executed) };
}

async function textOf(executed: readonly Executed[]): Promise<string> {
  const texts: string[] = [];
  for await (const batch of inBatches(executed)) {
    for (const one of batch) texts.push(canonicalJson(one as unknown as Json));
  }
  return `[${texts.join(',')}]`;
}

/** Whether a list of the day's trades has been read since then. */
export async function isListedSince(
  reading: Reading,
  tradingDate: string,
  since: number,
): Promise<boolean> {
  const [seen] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
  return seen !== undefined && seen.readAt >= since && seen.said === null;
}

/** Keys of our executions of a day that no list since then has shown; null: no list was read since. */
export async function findUnshownSince(
  reading: Reading,
  tradingDate: string,
  since: number,
): Promise<ReadonlySet<string> | null> {
  const [seen] = await reading.find(DayReadingRow, 'trading_date = ?', [tradingDate]);
  if (seen === undefined || seen.readAt < since || seen.said !== null) return null;
  return new Set(JSON.parse(seen.unshown) as string[]);
}
