/*
 * How an answer looks to somebody who may not see clients. It goes by the names of fields, not by routes, so that a new
 * answer is masked as well. Pure.
 */

const DOTS = '••';
const MASKED = DOTS + DOTS;
/** Of an account, so many of its last characters are shown, and half of a short one at most. */
const SHOWN_MAX = 4;

const NAMES_CLIENT = /account|client|shareholder|investor|holder/;
/** These have such a word in their name, and tell nothing of a client. */
const OTHERS: ReadonlySet<string> = new Set([
  'clientorderid', 'clientorderids', 'numberofshareholders', 'sameaccount', 'ofoneaccount',
]); // prettier-ignore
/** What went over the wire may name a client anywhere. */
const WIRE: ReadonlySet<string> = new Set(['request', 'reply', 'raw', 'sample']);
/**
 * Hashes of texts that have clients in them: whoever knows the rest could compare guesses with them. Entries of the trail
 * have such hashes in them, and each the hash of the one before it.
 */
const HASHES: ReadonlySet<string> = new Set([
  'hash', 'previousHash', 'reportHash', 'executionsHash',
]); // prettier-ignore
const ID = /^[a-z]+_[0-9A-Z]{26}$/;
/** The trail's commitment to a client. */
const DIGEST = /^[0-9a-f]{64}$/;
/** As drift of the exchange's replies has it. */
const STATUS_WORD = /^(Status: the word ")[^]*(")$/;
/** Those of the interface document ("States and transitions") name nobody. */
const DOCUMENTED = /^\s*(?:posted|amended|cancell?ed|open)\s*$/i;
const IN_ADDRESS = /\b(\w+)=([^&\s]+)/g;

/** Whether a field or parameter of this name says whose order something is. */
export function namesClient(field: string): boolean {
  const name = field.toLowerCase().replaceAll(/[^a-z]/g, '');
  return NAMES_CLIENT.test(name) && !OTHERS.has(name);
}

/** `A•• O••` for Ada Obi. */
export function maskedName(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  return words.map((word) => `${[...word][0] ?? ''}${DOTS}`).join(' ');
}

/** `••••4321` for C0014321. */
export function maskedAccount(account: string): string {
  const characters = [...account.trim()];
  const shown = Math.min(SHOWN_MAX, Math.floor(characters.length / 2));
  return MASKED + characters.slice(characters.length - shown).join('');
}

/**
 * A copy of the answer with every client in it masked, and without what was sent to the exchange and received.
 * `field`: the name under which it stands.
 */
export function withMaskedClients(answer: unknown, field = ''): unknown {
  if (answer === null || answer === undefined || typeof answer === 'boolean') return answer;
  if (WIRE.has(field.toLowerCase())) return withoutWire(answer);
  if (Array.isArray(answer)) return answer.map((one) => withMaskedClients(one, field));
  if (typeof answer === 'object') return withMaskedFields(answer, field);
  if (typeof answer !== 'string' && typeof answer !== 'number') return answer;
  if (namesClient(field)) return maskedText(field, String(answer));
  if (typeof answer !== 'string') return answer;
  return field === 'deviation' ? withMaskedWord(answer) : withMaskedAddress(answer);
}

function withMaskedFields(answer: object, field: string): unknown {
  if (answer instanceof Date) return answer;
  const inherited = namesClient(field) ? field : '';
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [
      name,
      typeof value === 'string' &&
      (isHashOfClients(name, answer) || isWordOfExchange(name, value, answer))
        ? MASKED
        : withMaskedClients(value, inherited === '' ? name : inherited),
    ]),
  );
}

/** A record as the exchange has it may name a client in a word of its own. */
function isWordOfExchange(field: string, text: string, of: object): boolean {
  return field === 'status' && 'raw' in of && !DOCUMENTED.test(text);
}

function isHashOfClients(field: string, of: object): boolean {
  return HASHES.has(field) || (field === 'payloadHash' && proposesClient(of));
}

/** A proposal, or an entry about one, to adopt an order: its terms have the name and the account. */
function proposesClient(of: {
  readonly payload?: unknown;
  readonly resolution?: unknown;
}): boolean {
  const { resolution } = (of.payload ?? of) as { readonly resolution?: unknown };
  return resolution === 'adopt';
}

function maskedText(field: string, text: string): string {
  if (DIGEST.test(text)) return text;
  return /name/i.test(field) || !/\d/.test(text) ? maskedName(text) : maskedAccount(text);
}

/** A status word of the exchange may name a client. */
function withMaskedWord(deviation: string): string {
  return deviation.replace(STATUS_WORD, `$1${MASKED}$2`);
}

/** An address of ours may ask for an account. */
function withMaskedAddress(text: string): string {
  if (!text.includes('=')) return text;
  return text.replaceAll(IN_ADDRESS, (whole, name: string) =>
    namesClient(name) ? `${name}=${MASKED}` : whole,
  );
}

/** The field stays what its description says that it is. An id of a request of ours is no wire text. */
function withoutWire(answer: unknown): unknown {
  if (typeof answer === 'object') return Array.isArray(answer) ? [] : {};
  return typeof answer === 'string' && ID.test(answer) ? answer : MASKED;
}
