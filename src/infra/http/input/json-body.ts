import { iterator, parse, type ObjectNode } from '@humanwhocodes/momoa';
import { fieldProblem, type Problem, problem } from '../problems/problem.js';
import { isOfEveryObject, UNKNOWN_FIELD } from './validation.js';

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
  const objects = namesOfObjects(text);
  if (objects === null) return refused('cannot be read');
  for (const names of objects) {
    const repeated = repeatedOf(names);
    if (repeated !== undefined) return refused(`has ${repeated} twice`, repeated);
    const inherited = names.find(isOfEveryObject);
    if (inherited !== undefined) {
      return fieldProblem('validation-failed', inherited, UNKNOWN_FIELD);
    }
  }
  return null;
}

/**
 * The names in each object of a JSON text, also those that come again, of which `JSON.parse` keeps one. Null: it begins
 * with a byte order mark, or something that is nested deeply comes again, so that the value does not show it.
 */
function namesOfObjects(json: string): readonly (readonly string[])[] | null {
  const steps = stepsThrough(json);
  if (steps === null) return null;
  const found: string[][] = [];
  for (const { node, phase } of steps) {
    if (phase !== 'enter' || node.type !== 'Object') continue;
    const { members } = node as ObjectNode;
    found.push(members.map(({ name }) => (name.type === 'String' ? name.value : name.name)));
  }
  return found;
}

/** Both parts of it call themselves at each level. */
function stepsThrough(json: string) {
  try {
    return [...iterator(parse(json))];
  } catch {
    return null;
  }
}

function repeatedOf(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
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
