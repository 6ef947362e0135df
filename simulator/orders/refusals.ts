/*
 * How each kind of refusal looks. Only the 403 for a missing scope is documented; parameters decide the
 * status and body of all others. With `refusalTexts` vague, every refused order gets the same message,
 * to test clients that interpret messages.
 */
import type { Json } from '../json-text.js';
import type { ExchangeParameters } from '../control/parameters.js';
import {
  emptyReply,
  failure,
  htmlReply,
  type Reply,
  result,
  textReply,
  withHeaders,
} from '../replies.js';

const VAGUE_TEXT = 'The request could not be processed';

function wording(parameters: ExchangeParameters, message: string): string {
  return parameters.refusalTexts === 'vague' ? VAGUE_TEXT : message;
}

export function refuseValidation(parameters: ExchangeParameters, message: string): Reply {
  const text = wording(parameters, message);
  if (parameters.validationReply === 'success-false') return failure(200, text);
  return failure(Number(parameters.validationReply), text);
}

export function refuseDuplicate(parameters: ExchangeParameters, orderRef: string): Reply {
  const text = wording(parameters, `Duplicate order reference ${orderRef}`);
  if (parameters.duplicateReply === 'success-false') return failure(200, text);
  if (parameters.duplicateReply === '500-text') return textReply(500, text);
  return failure(Number(parameters.duplicateReply), text);
}

/**
 * The exchange refuses a well-formed post or edit; `acknowledgement` is the record of a passed-through
 * refusal.
 */
export function refuseOrder(
  parameters: ExchangeParameters,
  message: string,
  acknowledgement: (text: string) => Json,
): Reply {
  const text = wording(parameters, message);
  if (parameters.orderRefusalReply === 'success-false') return failure(200, text);
  if (parameters.orderRefusalReply === 'success-rejected')
    return result(acknowledgement(text), 'Order processed');
  return failure(Number(parameters.orderRefusalReply), text);
}

export function refuseUnknownOrder(parameters: ExchangeParameters, orderNumber: string): Reply {
  const text = wording(parameters, `Order ${orderNumber} not found`);
  if (parameters.unknownOrderReply === 'success-false') return failure(200, text);
  if (parameters.unknownOrderReply === 'data-null') return result(null, text);
  return failure(Number(parameters.unknownOrderReply), text);
}

export function refuseUnknownSymbol(parameters: ExchangeParameters, symbol: string): Reply {
  const text = wording(parameters, `Security ${symbol} not found`);
  if (parameters.unknownSymbolReply === 'success-false') return failure(200, text);
  if (parameters.unknownSymbolReply === 'data-null') return result(null, text);
  return failure(Number(parameters.unknownSymbolReply), text);
}

export function refuseNotWorking(
  parameters: ExchangeParameters,
  message: string,
  acknowledgement: (text: string) => Json,
): Reply {
  const text = wording(parameters, message);
  if (parameters.notWorkingReply === 'success-false') return failure(200, text);
  if (parameters.notWorkingReply === 'success-other-status')
    return result(acknowledgement(text), 'Order processed');
  return failure(Number(parameters.notWorkingReply), text);
}

export function answerEmptyList(parameters: ExchangeParameters, message: string): Reply {
  return answerNone(parameters, parameters.emptyListReply, message, 'No orders found');
}

export function answerNoTrades(parameters: ExchangeParameters, message: string): Reply {
  return answerNone(parameters, parameters.emptyTradesReply, message, 'No trades found');
}

function answerNone(
  parameters: ExchangeParameters,
  form: ExchangeParameters['emptyListReply'],
  message: string,
  none: string,
): Reply {
  if (form === 'empty') return result([], message);
  if (form === 'data-null') return result(null, message);
  return failure(form === '404' ? 404 : 200, wording(parameters, none));
}

export function refuseKey(parameters: ExchangeParameters): Reply {
  const text = 'Missing or invalid API key';
  if (parameters.keyReply === '401-html') return htmlReply(401, '401 Unauthorized');
  if (parameters.keyReply === '401-empty') return emptyReply(401);
  return failure(parameters.keyReply === '403' ? 403 : 401, text);
}

export function refuseScope(scope: string): Reply {
  return failure(403, `API key has no permission for this endpoint (${scope})`);
}

export function refuseExpired(parameters: ExchangeParameters): Reply {
  if (parameters.expiredReply === 'empty') return emptyReply(402);
  if (parameters.expiredReply === 'html') return htmlReply(402, '402 Payment Required');
  return failure(402, 'API key subscription has expired');
}

export function refuseRate(parameters: ExchangeParameters, freeAfterMs: number): Reply {
  const reply =
    parameters.rateReply === 'json'
      ? failure(429, 'Rate limit exceeded')
      : parameters.rateReply === 'html'
        ? htmlReply(429, '429 Too Many Requests')
        : emptyReply(429);
  if (parameters.rateRetryAfter === 'no') return reply;
  return withHeaders(reply, { 'retry-after': String(Math.max(1, Math.ceil(freeAfterMs / 1000))) });
}
