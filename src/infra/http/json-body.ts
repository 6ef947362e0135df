import { parse } from 'lossless-json';
import { fieldProblem, Problem, problem } from './problems/problem.js';
import { isOfEveryObject } from './validation.js';

/** No request is nested deeper, and libraries that walk a body by recursion would overflow their stack. */
const DEPTH_MOST = 16;

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]*)/gi;

/** The text of a body. Bytes that are no UTF-8 are refused: as replaced characters, different bodies would be one. */
export function textOf(bytes: Buffer, contentType = ''): string | Problem {
  for (const [, charset = ''] of contentType.matchAll(CHARSET)) {
    if (!/^utf-?8$/i.test(charset)) {
      return problem('unsupported-media-type', 'Send the body in UTF-8.');
    }
  }
  try {
    return UTF_8.decode(bytes);
  } catch {
    return refused('is not valid UTF-8');
  }
}

/** Why a body is refused although it is JSON; null if it is not. `value` is what the text says. */
export function flawOf(text: string, value: unknown): Problem | null {
  if (isDeep(value)) return refused(`must not be nested more than ${DEPTH_MOST} levels deep`);
  try {
    parse(text, refuseInherited, {
      onDuplicateKey: ({ key }) => {
        throw refused(`has ${key} twice, with different values`, key);
      },
    });
    return null;
  } catch (error) {
    return error instanceof Problem ? error : refused('is not valid JSON');
  }
}

function refuseInherited(key: string, value: unknown): unknown {
  if (isOfEveryObject(key)) throw fieldProblem('validation-failed', key, 'is not a known field');
  return value;
}

function refused(message: string, field = 'body'): Problem {
  return problem('malformed-body', `The body ${message}.`, { errors: [{ field, message }] });
}

function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEPTH_MOST; depth += 1) {
    level = level.flatMap((one): readonly unknown[] =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}
