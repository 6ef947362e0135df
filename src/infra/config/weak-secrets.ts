/**
 * What people write where a random secret should stand: words, runs on a keyboard, and the same again. What is left
 * without them has to be long enough by itself, so that a random secret is not refused for a word in it.
 */
const LEFT_LEAST = 18;
const DISTINCT_LEAST = 8;
/** Shorter ones are in random secrets, too. */
const RUN_LEAST = 4;

const WORDS = [
  'administrator', 'admin', 'apikey', 'broker', 'change', 'character', 'checkpoint', 'correcthorsebatterystaple', 'default', 'demo', 'exchange', 'example',
  'insert', 'lagos', 'letmein', 'live', 'long', 'marina', 'master', 'minimum', 'nigeria', 'passphrase', 'password', 'passw',
  'passwd', 'pepper', 'placeholder', 'please', 'private', 'prod', 'production', 'random', 'replace', 'root', 'sample', 'secret',
  'secure', 'something', 'string', 'superuser', 'test', 'this', 'thirty', 'todo', 'token', 'user', 'value', 'welcome', 'with',
  'your',
]; // prettier-ignore

/** However long the rest is. */
const NAMED = /password|marina|admin/i;

const ROWS = [
  '01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'qwertzuiop', 'azertyuiop',
  '1q2w3e4r5t6y7u8i9o0p', '1qaz2wsx3edc4rfv5tgb6yhn7ujm', '1a2b3c4d5e6f7g8h9i0j', '0a1b2c3d4e5f6g7h8i9j', '00112233445566778899aabbccddeeff',
]; // prettier-ignore

/** What is written for a letter. */
const LIKE: Readonly<Record<string, string>> = {
  a: '[a4@]',
  e: '[e3]',
  i: '[i1!]',
  l: '[l1]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
};

const SEPARATORS = /[\s._-]/g;
/** Longer ones first: "administrator" is not "admin" and a rest. */
const ANY_WORD = new RegExp(
  [...WORDS]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/./g, (letter) => LIKE[letter] ?? letter))
    .join('|'),
  'g',
);
const RUNS = ROWS.flatMap((row) => [row, [...row].reverse().join('')]).join(' ');

/** Whether it looks as if somebody had thought of it. Fewer than one in a hundred thousand random secrets do. */
export function isWeakSecret(secret: string): boolean {
  if (new Set(secret).size < DISTINCT_LEAST || NAMED.test(secret)) return true;
  return leftOf(secret) < LEFT_LEAST;
}

/** The number of characters that are in no word, in no run, and not the same again as some before. */
function leftOf(secret: string): number {
  const text = secret.toLowerCase().replace(SEPARATORS, '').replace(ANY_WORD, '');
  const foreseen = new Set<number>();
  for (let at = 0; at + RUN_LEAST <= text.length; at += 1) {
    const part = text.slice(at, at + RUN_LEAST);
    if (!RUNS.includes(part) && text.indexOf(part) === at) continue;
    for (let offset = 0; offset < RUN_LEAST; offset += 1) foreseen.add(at + offset);
  }
  return text.length - foreseen.size;
}
