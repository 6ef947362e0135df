import { isPlainText, rule } from '../../http/input/validation.js';

export const KEY_NAME_MAX = 60;

export const UNMISTAKABLE_FORM =
  'with letters of one script, none that look like another letter, and without `key:` or `system:`';

export const KEY_NAME_FORM = `must be a text of 1 to ${KEY_NAME_MAX} printable characters, ${UNMISTAKABLE_FORM}`;

/** Scripts whose letters look like those of another, and those that are written together. */
const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Hebrew}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Hangul}]/u,
];

/** A name that cannot be mistaken for another: the trail, and approvals by two people, show callers by it. */
export function isKeyName(value: unknown): boolean {
  return typeof value === 'string' && isPlainText(value, KEY_NAME_MAX) && isUnmistakable(value);
}

/** How the trail marks a caller: in a name it would read as one caller more, or as the service itself. */
const MARK = /(?<![\p{L}\p{N}])(key|system)\s*:/iu;

/** Whether it has letters of one script only, none that look like another letter, and nothing that marks a caller. */
export function isUnmistakable(value: string): boolean {
  if (MARK.test(value)) return false;
  // Full-width letters, ligatures and the like look as the letters that they stand for.
  if (value.normalize('NFKC') !== value.normalize('NFC')) return false;
  return new Set(value.match(/\p{L}/gu)?.map(scriptOf)).size <= 1;
}

export const IsKeyName = (): PropertyDecorator =>
  rule('isKeyName', undefined, KEY_NAME_FORM, isKeyName);

/** All scripts that are not listed count as one. */
function scriptOf(letter: string): number {
  return SCRIPTS.findIndex((script) => script.test(letter));
}
