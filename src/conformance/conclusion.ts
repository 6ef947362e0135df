import type { Call } from './courier.js';
import type { Sighting } from './findings.js';
import { formOf, type ReplyForm, shapeOf, type Particulars } from './replies.js';

/** An answer with what it rests on. Pure: the same findings give the same answer. */
export interface Conclusion<Value extends string = string> {
  readonly value: Value | 'unknown';
  readonly seen: string;
  readonly proof: readonly Call[];
  readonly detail?: Readonly<Record<string, unknown>>;
}

export function concluded<Value extends string>(
  value: Value,
  seen: string,
  proof: readonly (Call | null)[],
  detail?: Readonly<Record<string, unknown>>,
): Conclusion<Value> {
  const calls = proof.filter((call) => call !== null);
  return { value, seen, proof: calls, ...(detail === undefined ? {} : { detail }) };
}

export function unknown(seen: string, ...proof: readonly (Call | null)[]): Conclusion<never> {
  return { value: 'unknown', seen, proof: proof.filter((call) => call !== null) };
}

/** How a question was refused, as a form and in full. */
export function refusalForm(call: Call | null, particulars: Particulars): Conclusion<ReplyForm> {
  if (call === null) return unknown('it was not asked');
  const form = formOf(call);
  if (form === null) return unknown(`no reply to the question: ${call.outcome.message}`, call);
  const shape = shapeOf(call, particulars);
  const status = shape === null ? '' : `HTTP ${shape.httpStatus}, `;
  return concluded(form, `${status}${shape?.message ?? ''}`, [call], { ...shape });
}

/** When a change was shown to whoever asked. */
export function whenSeen(
  sighting: Sighting | null | undefined,
): Conclusion<'at-once' | 'later' | 'not-seen'> {
  if (sighting == null || sighting.calls.length === 0) return unknown('it was not reached');
  const { calls, found, afterMs } = sighting;
  const last = calls.at(-1) ?? null;
  if (found === null) {
    const asked = `not within ${calls.length} questions and about 15 s`;
    return concluded('not-seen', asked, [last]);
  }
  const ms = afterMs ?? 0;
  return calls.length === 1
    ? concluded('at-once', `in the first answer, after ${ms} ms`, [found], { afterMs: ms })
    : concluded('later', `in answer ${calls.length}, after ${ms} ms`, [calls[0] ?? null, found], {
        afterMs: ms,
      });
}
