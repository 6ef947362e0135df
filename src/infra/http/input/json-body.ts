import { iterator, parse, type ObjectNode } from '@humanwhocodes/momoa';
import { fieldProblem, type Problem, problem } from '../problems/problem.js';
import { isOfEveryObject, UNKNOWN_FIELD } from './validation.js';

/** Of a longer body the field that stands twice is not named: to find it takes a hundred times as long as to parse it. */
const NAMED_MOST = 1_000;
/** No request is nested deeper, and libraries that walk a body by recursion would overflow their stack. */
const DEPTH_MOST = 16;

/** Members of all objects of a body together. The longest, a table of status words, has 400; each that is unknown takes time to refuse. */
const MEMBERS_MOST = 500;

const BYTE_ORDER_MARK = '\ufeff';
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
  if (text.startsWith(BYTE_ORDER_MARK)) return refused('cannot be read');
  const found = namesIn(value);
  if (found === null) return refused(`must not be nested more than ${DEPTH_MOST} levels deep`);
  if (found.members > MEMBERS_MOST)
    return refused(`must not have more than ${MEMBERS_MOST} fields`);
  if (membersOf(text) !== found.members) return flawOfRepeated(text);
  const { inherited } = found;
  return inherited === undefined
    ? null
    : fieldProblem('validation-failed', inherited, UNKNOWN_FIELD);
}

/** Null: it is nested too deeply. */
function namesIn(value: unknown): { members: number; inherited: string | undefined } | null {
  let level: readonly unknown[] = [value];
  let members = 0;
  let inherited: string | undefined;
  for (let depth = 0; depth <= DEPTH_MOST; depth += 1) {
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue;
      const names = Array.isArray(one) ? [] : Object.keys(one);
      members += names.length;
      inherited ??= names.find(isOfEveryObject);
      for (const part of Object.values(one)) next.push(part);
    }
    if (next.length === 0) return { members, inherited };
    level = next;
  }
  return null;
}

/** How many members the objects of a JSON text have: outside its strings, each has one colon. */
function membersOf(json: string): number {
  return json.replace(/"[^"\\]*(?:\\.[^"\\]*)*"/g, '').split(':').length - 1;
}

/** `JSON.parse` keeps one of two members with one name, so that the value has fewer than the text. */
function flawOfRepeated(text: string): Problem {
  const repeated = text.length > NAMED_MOST ? undefined : repeatedIn(text);
  return repeated === undefined
    ? refused('has a field twice')
    : refused(`has ${repeated} twice`, repeated);
}

function repeatedIn(json: string): string | undefined {
  for (const { node, phase } of stepsThrough(json)) {
    if (phase !== 'enter' || node.type !== 'Object') continue;
    const { members } = node as ObjectNode;
    const repeated = repeatedOf(
      members.map(({ name }) => (name.type === 'String' ? name.value : name.name)),
    );
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

/** Both parts of it call themselves at each level. */
function stepsThrough(json: string) {
  try {
    return [...iterator(parse(json))];
  } catch {
    return [];
  }
}

function repeatedOf(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}

function refused(message: string, field = 'body'): Problem {
  return problem('malformed-body', `The body ${message}.`, { errors: [{ field, message }] });
}
