/*
 * The control API: the methods of `Control` as JSON over HTTP, under /control/, without a key. A
 * request that `Control` rejects gets a 400 with the reason.
 */
import type { Control, ExternalOrder, FillOrder } from './control.js';
import type { FaultOrder } from './faults.js';
import type { Json } from '../json-text.js';
import { parametersOfPreset } from './presets.js';
import { failure, jsonReply, type Reply } from '../replies.js';
import { type Body, readBody } from '../request-fields.js';

export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

type Action = (control: Control, body: Body, query: URLSearchParams) => unknown;

const CONTROL_START = '/control/';

export function isControlPath(path: string): boolean {
  return path.startsWith(CONTROL_START);
}

function text(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Error(`${name} must be a text`);
  return value;
}

function number(body: Body, name: string): number {
  const value = body[name];
  if (typeof value !== 'number') throw new Error(`${name} must be a number`);
  return value;
}

function setSession(control: Control, body: Body): void {
  const state = text(body, 'state');
  if (state === 'open') control.openSession();
  else if (state === 'closed') control.closeSession();
  else throw new Error('state must be open or closed');
}

function setParameters(control: Control, body: Body): unknown {
  const { preset, ...values } = body;
  if (typeof preset === 'string') control.setParameters(parametersOfPreset(preset));
  return control.setParameters(values);
}

function clockShift(control: Control, body: Body): void {
  control.shiftClock(number(body, 'ms'));
}

export const CONTROL_ACTIONS: Readonly<Record<string, Action>> = {
  'GET state': (control) => control.state(),
  'GET orders': (control) => control.orders(),
  'GET trades': (control, _body, query) => control.trades(query.get('all') === 'yes'),
  'GET calls': (control) => ({ worstMinute: control.worstMinute, calls: control.calls() }),
  'GET faults': (control) => control.faults(),
  'POST faults': (control, body) => control.queueFault(body as unknown as FaultOrder),
  'DELETE faults': (control) => control.clearFaults(),
  'GET parameters': (control) => control.state().parameters,
  'POST parameters': setParameters,
  'POST fill': (control, body) => control.fill(body as unknown as FillOrder),
  'POST external/order': (control, body) => control.placeExternal(body as unknown as ExternalOrder),
  'POST external/cancel': (control, body) => control.cancelExternally(text(body, 'orderNumber')),
  'POST external/edit': (control, body) =>
    control.editExternally(text(body, 'orderNumber'), number(body, 'units'), number(body, 'price')),
  'POST status-word': (control, body) =>
    control.setStatusWord(
      text(body, 'orderNumber'),
      body['word'] === null ? null : text(body, 'word'),
    ),
  'POST hide': (control, body) => control.hide(text(body, 'orderNumber'), body['hidden'] !== false),
  'POST trades/withdraw': (control, body) =>
    control.withdrawTrade(text(body, 'matchingId'), body['withdrawn'] !== false),
  'POST trades/correct': (control, body) =>
    control.correctTrade(text(body, 'matchingId'), number(body, 'price'), number(body, 'units')),
  'POST session': setSession,
  'POST hours': (control, body) => control.setHours(text(body, 'date'), text(body, 'hours')),
  'POST day-roll': (control, body) =>
    control.rollDay(body['to'] === 'midnight' ? 'midnight' : 'open'),
  'POST clock': clockShift,
  'POST freeze': (control, body) => control.freeze(number(body, 'ms')),
  'POST keys/issue': (control, body) =>
    control.issueKey(text(body, 'key'), (body['scopes'] as string[] | undefined) ?? ['all']),
  'POST keys/revoke': (control, body) => control.revokeKey(text(body, 'key')),
  'POST keys/expire': (control, body) => control.expireKey(text(body, 'key')),
  'POST keys/renew': (control, body) => control.expireKey(text(body, 'key'), false),
  'POST keys/remove-scope': (control, body) =>
    control.removeScope(text(body, 'key'), text(body, 'scope')),
  'POST keys/grant-scope': (control, body) =>
    control.grantScope(text(body, 'key'), text(body, 'scope')),
  'POST reset': (control) => control.reset(),
};

export function answerControl(control: Control, request: ControlRequest): Reply {
  const name = `${request.method} ${request.path.slice(CONTROL_START.length)}`;
  const action = CONTROL_ACTIONS[name];
  if (action === undefined)
    return failure(
      404,
      `There is no ${name}; there are ${Object.keys(CONTROL_ACTIONS).join(', ')}`,
    );
  try {
    const body = request.body.trim() === '' ? {} : readBody(request.body);
    const answer = action(control, body, request.query);
    return jsonReply(200, answer === undefined ? { done: true } : (answer as Json));
  } catch (error) {
    return failure(400, error instanceof Error ? error.message : String(error));
  }
}
