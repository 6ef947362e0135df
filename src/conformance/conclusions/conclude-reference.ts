import { decimalField, field, isRecord, parseWire } from '../../infra/exchange/schema/wire.js';
import type { ValueOf } from '../../infra/exchange/settings/questions.js';
import { concluded, type Conclusion, refusalForm, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings } from '../findings.js';
import { formOf, type ReplyForm, rowsOf } from '../replies.js';
import { BEYOND_MAXIMUM, NO_SUCH_SECURITY } from '../survey.js';

/** Conclusions from reference and market data: limits and unknown symbols. */
export function unknownSymbolReply({ survey }: Findings): Conclusion<ReplyForm> {
  return refusalForm(survey.unknownSymbol, { security: NO_SUCH_SECURITY });
}

export function pageLimitBeyond({ survey }: Findings): Conclusion<ValueOf<'pageLimitBeyond'>> {
  const call = survey.pageBeyond;
  if (call === null || formOf(call) === null) return unknown('there was no reply', call);
  const { data, class: kind, message } = call.outcome;
  if (kind !== 'Acknowledged') return concluded('refused', message, [call]);
  const page = isRecord(data) ? field(data, 'pagination') : undefined;
  const limit = isRecord(page) ? decimalField(page, 'limit') : null;
  if (limit === null) return unknown('the reply does not say which limit it kept', call);
  return concluded(limit === BEYOND_MAXIMUM ? 'honoured' : 'clamped', `limit ${limit}`, [call]);
}

/** The first call asks for the maximum; each refusal is followed by a smaller one. */
export function vwapLimit({ survey }: Findings): Conclusion<ValueOf<'vwapLimit'>> {
  const [call] = survey.vwap;
  const best = survey.vwap.at(-1);
  if (call === undefined || best === undefined || formOf(call) === null) {
    return unknown('there was no reply', call ?? null);
  }
  const rows = rowsOf(best)?.length ?? null;
  const asked = Number(new URLSearchParams(best.request).get('limit'));
  if (call !== best || rows === null) {
    const most = rows === null ? 'nothing larger than 50' : `${asked}`;
    return concluded('refused', `refused; accepted: ${most}`, survey.vwap, { accepted: asked });
  }
  if (rows >= asked) return concluded('honoured', `${rows} rows came`, [call]);
  const total = totalOf(call);
  return total !== null && total <= rows
    ? unknown(`there are only ${rows} rows`, call)
    : concluded('clamped', `${rows} rows came`, [call], { rows });
}

function totalOf({ reply }: Call): number | null {
  const body = reply.kind === 'Reply' ? parseWire(reply.body) : undefined;
  const meta = isRecord(body) ? field(body, 'meta') : undefined;
  const total = isRecord(meta) ? decimalField(meta, 'total') : null;
  return total === null ? null : Number(total);
}
