import { instant } from '../../runtime/clock.js';
import { isQuestion, QUESTIONS, type QuestionId, type ValueOf } from './questions.js';

/**
 * What a run of the conformance kit has found out about an exchange, as a file. The kit writes it,
 * the configuration reads it; a file that is not understood to the last answer is not used at all.
 */
export const SETTINGS_VERSION = 1;

export interface Proof {
  /** The call of that run. */
  readonly call: string;
  readonly request: string;
  readonly reply: string;
}

export interface FiledAnswer {
  readonly value: string;
  /** What was seen, in words; of `unknown` as well. */
  readonly seen: string;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly proof: readonly Proof[];
}

export interface SettingsFile {
  readonly version: typeof SETTINGS_VERSION;
  readonly takenAt: string;
  /** Address of the exchange that gave the answers. */
  readonly exchange: string;
  readonly answers: Readonly<Partial<Record<QuestionId, FiledAnswer>>>;
}

export const WORD_MEANINGS = ['Open', 'Amended', 'Filled', 'Cancelled'] as const;
export type WordMeaning = (typeof WORD_MEANINGS)[number];

/** The answers that Marina acts on; the others are in the file for people. */
export interface ExchangeSettings {
  readonly takenFrom: string;
  readonly takenAt: string;
  readonly editUnits: ValueOf<'editUnits'>;
  readonly basePrice: ValueOf<'basePrice'>;
  /** Status words of records, lower-cased. */
  readonly statusWords: ReadonlyMap<string, WordMeaning>;
  /** The message that refuses a duplicate, with {placeholders} where it varies. */
  readonly duplicateMessage: string | null;
  /** A duplicate is refused by that message and no other refusal is, or it is accepted. */
  readonly knowsDuplicates: boolean;
  /**
   * The message of a refusal that proves an order with that reference; null where none does: where other
   * refusals read alike, a refused post uses up its reference, or a duplicate makes an order.
   */
  readonly duplicateProof: string | null;
}

export type ReadSettings =
  { readonly settings: ExchangeSettings } | { readonly problems: readonly string[] };

type Fields = Readonly<Record<string, unknown>>;

export function readSettings(text: string): ReadSettings {
  const file = parsed(text);
  if (file === null) return { problems: ['is not a JSON object'] };
  if (file['version'] !== SETTINGS_VERSION) {
    return { problems: [`has version ${String(file['version'])}, not ${SETTINGS_VERSION}`] };
  }
  const problems: string[] = [];
  const { exchange, takenAt, answers } = file;
  if (typeof exchange !== 'string' || exchange === '') problems.push('names no exchange');
  if (!isInstant(takenAt)) problems.push('has no instant takenAt');
  if (!isFields(answers)) problems.push('has no answers');
  const given = isFields(answers) ? answers : {};
  for (const [id, answer] of Object.entries(given)) problems.push(...problemsOf(id, answer));
  const words = wordsOf(detailOf(given, 'statusWords')['words'], problems);
  const message = detailOf(given, 'duplicateReply')['message'] ?? null;
  if (message !== null && typeof message !== 'string') {
    problems.push('has a message of duplicateReply that is not a text');
  }
  const duplicateMessage = typeof message === 'string' ? message : null;
  const duplicateReply = valueOf(given, 'duplicateReply');
  const distinctMessage = duplicateReply === 'distinct' ? duplicateMessage : null;
  const isProof =
    valueOf(given, 'refusedPostBurnsRef') === 'no' &&
    valueOf(given, 'duplicateMakesOrder') === 'no';
  if (problems.length > 0) return { problems };
  return {
    settings: {
      takenFrom: String(exchange),
      takenAt: String(takenAt),
      editUnits: valueOf(given, 'editUnits'),
      basePrice: valueOf(given, 'basePrice'),
      statusWords: words,
      duplicateMessage,
      knowsDuplicates: duplicateReply === 'accepted' || distinctMessage !== null,
      duplicateProof: isProof ? distinctMessage : null,
    },
  };
}

function problemsOf(id: string, answer: unknown): string[] {
  if (!isQuestion(id)) return [`answers ${JSON.stringify(id)}, which is no question`];
  const value = isFields(answer) ? answer['value'] : undefined;
  const values: readonly unknown[] = QUESTIONS[id].values;
  if (value === 'unknown' || values.includes(value)) return [];
  return [`answers ${id} with ${JSON.stringify(value)}, which is none of ${values.join(', ')}`];
}

function wordsOf(given: unknown, problems: string[]): ReadonlyMap<string, WordMeaning> {
  const words = new Map<string, WordMeaning>();
  if (given === undefined) return words;
  if (!isFields(given)) problems.push('has words of statusWords that are not an object');
  for (const [word, meaning] of Object.entries(isFields(given) ? given : {})) {
    const known = WORD_MEANINGS.find((one) => one === meaning);
    if (known !== undefined) words.set(word.trim().toLowerCase(), known);
    else problems.push(`gives the status word ${JSON.stringify(word)} a meaning it cannot have`);
  }
  return words;
}

function valueOf<Id extends QuestionId>(answers: Fields, id: Id): ValueOf<Id> {
  const answer = answers[id];
  const value = isFields(answer) ? answer['value'] : undefined;
  const values: readonly ValueOf<Id>[] = QUESTIONS[id].values;
  return values.find((one) => one === value) ?? 'unknown';
}

function detailOf(answers: Fields, id: QuestionId): Fields {
  const answer = answers[id];
  const detail = isFields(answer) ? answer['detail'] : undefined;
  return isFields(detail) ? detail : {};
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isInstant(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && sameInstant(value);
}

function sameInstant(text: string): boolean {
  return instant(Date.parse(text)) === text;
}
