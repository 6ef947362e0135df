import { instant } from '../../runtime/clock.js';
import { isQuestion, QUESTIONS, type QuestionId, type ValueOf } from './questions.js';

/**
 * The result of a conformance run against an exchange. The conformance kit writes the file and the
 * configuration reads it. A file with even one invalid answer is rejected as a whole.
 */
export const SETTINGS_VERSION = 1;

export interface Proof {
  /** The call's id in that run. */
  readonly call: string;
  readonly request: string;
  readonly reply: string;
}

export interface FiledAnswer {
  readonly value: string;
  /** What was observed, in words; for `unknown` as well. */
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

/** The answers that Marina acts on. The others are for people. */
export interface ExchangeSettings {
  readonly takenFrom: string;
  readonly takenAt: string;
  readonly editUnits: ValueOf<'editUnits'>;
  readonly editKeepsOrderNumber: ValueOf<'editKeepsOrderNumber'>;
  readonly basePrice: ValueOf<'basePrice'>;
  /** Status words of records, lower-cased. */
  readonly statusWords: ReadonlyMap<string, WordMeaning>;
  /** The message that refuses a duplicate, with {placeholders} for the parts that vary. */
  readonly duplicateMessage: string | null;
  /** Duplicates can be told from other replies: only they get that message, or they are accepted. */
  readonly knowsDuplicates: boolean;
  /**
   * The refusal message that proves an order with that reference exists. Null if no message proves it:
   * other refusals read the same, a refused post uses up its reference, or a duplicate makes an order.
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
  if (typeof exchange !== 'string' || exchange === '') problems.push('has no exchange address');
  if (!isInstant(takenAt)) problems.push('has no valid time in takenAt');
  if (!isFields(answers)) problems.push('has no answers');
  const given = isFields(answers) ? answers : {};
  for (const [id, answer] of Object.entries(given)) problems.push(...problemsOf(id, answer));
  const words = wordsOf(detailOf(given, 'statusWords')['words'], problems);
  const message = detailOf(given, 'duplicateReply')['message'] ?? null;
  if (message !== null && typeof message !== 'string') {
    problems.push('has a duplicateReply message that is not a text');
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
      editKeepsOrderNumber: valueOf(given, 'editKeepsOrderNumber'),
      basePrice: valueOf(given, 'basePrice'),
      statusWords: words,
      duplicateMessage,
      knowsDuplicates: duplicateReply === 'accepted' || distinctMessage !== null,
      duplicateProof: isProof ? distinctMessage : null,
    },
  };
}

function problemsOf(id: string, answer: unknown): string[] {
  if (!isQuestion(id)) return [`answers ${JSON.stringify(id)}, which is not a known question`];
  const value = isFields(answer) ? answer['value'] : undefined;
  const values: readonly unknown[] = QUESTIONS[id].values;
  if (value === 'unknown' || values.includes(value)) return [];
  return [`answers ${id} with ${JSON.stringify(value)}, which is not one of ${values.join(', ')}`];
}

function wordsOf(given: unknown, problems: string[]): ReadonlyMap<string, WordMeaning> {
  const words = new Map<string, WordMeaning>();
  if (given === undefined) return words;
  if (!isFields(given)) problems.push('has statusWords words that are not an object');
  for (const [word, meaning] of Object.entries(isFields(given) ? given : {})) {
    const known = WORD_MEANINGS.find((one) => one === meaning);
    if (known !== undefined) words.set(word.trim().toLowerCase(), known);
    else {
      const meanings = WORD_MEANINGS.join(', ');
      problems.push(
        `maps the status word ${JSON.stringify(word)} to something other than ${meanings}`,
      );
    }
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
