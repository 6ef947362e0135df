import type { FastifyRequest } from 'fastify';
import { fieldProblem, problem } from '../http/problems/problem.js';
import { isUnmistakable, UNMISTAKABLE_FORM } from './api-keys/key-name.js';
import { isPlainText } from '../http/input/validation.js';

const HEADER = 'On-Behalf-Of';
/** As long as the audit trail's filter accepts. */
const NAME_MAX = 80;

/** The person whom a delegating key acts for, as its caller says; null if it names nobody. */
export function onBehalfOf(
  { raw }: Pick<FastifyRequest, 'raw'>,
  delegates: boolean,
): string | null {
  const given = valuesIn(raw.rawHeaders);
  const [value] = given;
  if (value === undefined) return null;
  if (!delegates) {
    const detail = `Only a key made with delegates: true may send ${HEADER}.`;
    throw problem('delegation-not-allowed', detail);
  }
  const name = given.length === 1 ? textOf(value) : null;
  if (name === null || !isPlainText(name, NAME_MAX) || !isUnmistakable(name)) {
    const message = `must be given once, as 1 to ${NAME_MAX} visible characters in UTF-8, ${UNMISTAKABLE_FORM}`;
    throw fieldProblem('validation-failed', HEADER, message);
  }
  return name;
}

/** Each header of this name by itself: Node.js would join two into one text. */
function valuesIn(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter(
    (_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === HEADER.toLowerCase(),
  );
}

/** Node.js reads each byte of a header as one character; names of people need more than 256. */
function textOf(value: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return null;
  }
}
