import { stringify } from 'lossless-json';
import { withoutSecrets } from '../infra/observability/logging.js';
import type { Proof } from '../infra/exchange/settings/settings-file.js';
import type { Call } from './courier.js';
import type { Findings } from './findings.js';
import { isOf, rowsOf } from './replies.js';
import { ownNumbers } from './probes/trades-probe.js';

/** The part of a call that goes into a report: never the key, and only our own rows of a list. */
const TEXT_MAX = 600;
const ROWS_MAX = 6;

export function excerpt(call: Call, found: Findings, secret: string): Proof {
  const clean = (text: string): string =>
    withoutSecrets(text.replaceAll(secret, '[key]')).slice(0, TEXT_MAX);
  return {
    call: call.id,
    request: clean(`${call.endpoint} ${call.request}`.trim()),
    reply: clean(replyText(call, found)),
  };
}

function replyText(call: Call, found: Findings): string {
  const { reply } = call;
  if (reply.kind !== 'Reply') return `${reply.kind}: ${reply.failure}`;
  const rows = rowsOf(call);
  if (rows === null) return `HTTP ${reply.status} ${reply.body}`;
  const numbers = ownNumbers(found);
  const ours = rows.filter((row) => numbers.some((number) => isOf(row, number)));
  const shown = ours.slice(0, ROWS_MAX).map((row) => stringify(row) ?? '');
  return `HTTP ${reply.status}, ${rows.length} rows, ${ours.length} of ours: ${shown.join(' ')}`;
}
