import type { Call } from '../courier.js';
import type { Sighting } from '../findings.js';
import { formOf, type ReplyForm, shapeOf, type Particulars } from '../replies.js';

/** The answer to a question, with its proof. Pure: the same findings give the same answer. */
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

/** How a call was refused: the form of the reply, and its details. */
export function refusalForm(call: Call | null, particulars: Particulars): Conclusion<ReplyForm> {
  if (call === null) return unknown('it was not asked');
  const form = formOf(call);
  if (form === null) return unknown(`no reply to the question: ${call.outcome.message}`, call);
  const shape = shapeOf(call, particulars);
  const status = shape === null ? '' : `HTTP ${shape.httpStatus}, `;
  return concluded(form, `${status}${shape?.message ?? ''}`, [call], { ...shape });
}

/** `at-once`: shown to a question asked within this time after the acknowledgement. */
const SOON_MS = 2_000;

export function whenSeen(
  sighting: Sighting | null | undefined,
): Conclusion<'at-once' | 'later' | 'not-seen'> {
  if (sighting == null || sighting.calls.length === 0) return unknown('it was not reached');
  const { calls, found, askedAfterMs, afterMs } = sighting;
  const [first = null] = calls;
  if (found === null) {
    const asked = `not in ${calls.length} answers within about 15 s`;
    return concluded('not-seen', asked, [first, calls.at(-1) ?? null]);
  }
  const seen = `in answer ${calls.length}, after ${String(afterMs)} ms`;
  if (calls.length > 1) return concluded('later', seen, [first, found], { afterMs });
  if (askedAfterMs <= SOON_MS) return concluded('at-once', seen, [found], { afterMs });
  return unknown(`it was first asked after ${askedAfterMs} ms, and shown`, found);
}
