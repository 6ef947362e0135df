import { AuditLog } from './infra/audit/audit-log.js';
import { AuditTail } from './infra/audit/audit-tail.js';
import { ReplyStore } from './infra/exchange/client/reply-store.js';
import type { BootstrapContext } from './infra/infra.module.js';
import { OPERATOR, type Outcome } from './key-commands.js';
import { tradingDateOf } from './market/trading-calendar/trading-day.js';
import { ClientRemoval, cutoffOf, findRemovable, type Removal } from './orders/retention/remove-clients.js'; // prettier-ignore

type RetentionContext = Pick<BootstrapContext, 'config' | 'database' | 'clock'>;

/** What `marina retention` would remove. Only reads, so it may run beside the service. */
export function previewRemoval(context: RetentionContext): Promise<Outcome> {
  return outcomeOf(context, false, (cutoff) => findRemovable(context.database.reading, cutoff));
}

/** `marina retention --apply`. Needs the database for itself, if it is SQLite. */
export function removeClients(context: RetentionContext): Promise<Outcome> {
  const { database, clock } = context;
  const audit = new AuditLog(clock, new AuditTail());
  const removal = new ClientRemoval(database, audit, new ReplyStore(clock));
  return outcomeOf(context, true, (cutoff) => removal.apply(cutoff, OPERATOR));
}

async function outcomeOf(
  { config: { retentionYears }, clock }: RetentionContext,
  applied: boolean,
  act: (cutoff: string) => Promise<Removal>,
): Promise<Outcome> {
  if (retentionYears === null) {
    const data = { applied: false, cutoff: null, orders: 0, onHold: 0, open: 0 };
    return { data, text: 'RETENTION_YEARS is none: everything is kept', ok: true };
  }
  const removal = await act(cutoffOf(tradingDateOf(clock.now()), retentionYears));
  return { data: { applied, ...removal }, text: textOf(removal, applied), ok: true };
}

function textOf({ cutoff, orders, onHold, open }: Removal, applied: boolean): string {
  const did = applied ? 'removed the clients of' : 'would remove the clients of';
  return [
    `${did} ${orders} orders of trading days before ${cutoff}`,
    `kept ${onHold} under legal hold and ${open} that are open`,
    ...(applied ? [] : ['nothing was changed; --apply removes them for ever']),
  ].join('\n');
}
