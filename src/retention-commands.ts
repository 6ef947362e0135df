import { commandLine } from './command-trail.js';
import { AuditLog } from './infra/audit/audit-log.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { ReplyStore } from './infra/exchange/client/reply-store.js';
import type { BootstrapContext } from './infra/infra.module.js';
import type { Outcome } from './key-commands.js';
import { TradingCalendar } from './market/trading-calendar/trading-calendar.js';
import { tradingDateOf, type Sessions } from './market/trading-calendar/trading-day.js';
import { ClientRemoval, cutoffOf, findRemovable, type Removal } from './orders/retention/remove-clients.js'; // prettier-ignore
import { findRemovableRuns, runCutoffOf, RunRemoval, type RemovedRuns } from './orders/retention/remove-runs.js'; // prettier-ignore

type RetentionContext = Pick<BootstrapContext, 'config' | 'database' | 'clock'>;

/** What `marina retention` would remove. Only reads, so it may run beside the service. */
export function previewRemoval(context: RetentionContext): Promise<Outcome> {
  const { reading } = context.database;
  return outcomeOf(context, false, {
    clients: (cutoff) => findRemovable(reading, cutoff),
    runs: (sessions, cutoff) => findRemovableRuns(reading, sessions, cutoff),
  });
}

/** `marina retention --apply`. Needs the database for itself, if it is SQLite. */
export function applyRetention(context: RetentionContext): Promise<Outcome> {
  const { database, clock } = context;
  const audit = new AuditLog(clock, new AuditTail());
  const clients = new ClientRemoval(database, audit, new ReplyStore(clock));
  const runs = new RunRemoval(database, audit);
  const by = commandLine();
  return outcomeOf(context, true, {
    clients: (cutoff) => clients.apply(cutoff, by),
    runs: (sessions, cutoff) => runs.apply(sessions, cutoff, by),
  });
}

/** Of clients that are kept for ever. */
const KEPT = { cutoff: null, orders: 0, onHold: 0, open: 0 };

interface Acts {
  readonly clients: (cutoff: string) => Promise<Removal>;
  readonly runs: (sessions: Sessions, cutoff: string) => Promise<RemovedRuns>;
}

async function outcomeOf(
  { config, database, clock }: RetentionContext,
  applied: boolean,
  act: Acts,
): Promise<Outcome> {
  const { retentionYears, runRetentionDays } = config;
  const today = tradingDateOf(clock.now());
  const clients =
    retentionYears === null ? null : await act.clients(cutoffOf(today, retentionYears));
  const audit = new AuditLog(clock, new AuditTail());
  const sessions = await new TradingCalendar(database, audit, config, clock).sessions();
  const runs =
    runRetentionDays === null
      ? null
      : await act.runs(sessions, runCutoffOf(today, runRetentionDays));
  const acted = applied && (clients ?? runs) !== null;
  const text = [
    clients === null
      ? 'RETENTION_YEARS is none: all clients are kept'
      : clientsText(clients, applied),
    runs === null ? 'RUN_RETENTION_DAYS is none: all runs are kept' : runsText(runs, applied),
    ...(applied || (clients ?? runs) === null
      ? []
      : ['nothing was changed; --apply removes them for ever']),
  ];
  const data = { applied: acted, ...(clients ?? KEPT), runs };
  return { data, text: text.join('\n'), ok: true };
}

function clientsText({ cutoff, orders, onHold, open }: Removal, applied: boolean): string {
  const did = applied ? 'removed the clients of' : 'would remove the clients of';
  return [
    `${did} ${orders} orders of trading days before ${cutoff}`,
    `kept ${onHold} under legal hold and ${open} that are open`,
  ].join('\n');
}

function runsText({ cutoff, runs, openDays, onHold }: RemovedRuns, applied: boolean): string {
  const did = applied ? 'removed' : 'would remove';
  const kept = openDays === 0 ? '' : `; kept those of ${openDays} days whose report is not signed`;
  const held = onHold ? '; a legal hold is in force, which keeps all runs' : '';
  return `${did} ${runs} reconciliation runs of days before ${cutoff} that found nothing${kept}${held}`;
}
