import { isDocumented, mapped, type StatusMappings } from '../order-status.js';

/*
 * The exchange's texts may repeat whose order it is, and become reasons, facts and details of breaks: in the trail,
 * which is never changed, for keys that may not see clients. The reply itself keeps them, as it was received. Pure.
 */

export interface NamedClient {
  readonly accountNumber: string;
  readonly clientName: string;
}

const ACCOUNT = '[account]';
const CLIENT = '[client]';

/** A shorter one occurs in any text. */
const LENGTH_LEAST = 3;

/**
 * The text without the account number and the name of the order's client, wherever they stand as words of their own:
 * in any case, the name with any white space, the number with any separators where it has some.
 */
export function withoutClient(text: string, { accountNumber, clientName }: NamedClient): string {
  const named = [
    ...[clientName.normalize('NFC'), clientName.normalize('NFD')].map((name) => ({
      by: CLIENT,
      text: name,
      parts: name.trim().split(/\s+/),
      between: String.raw`\s+`,
    })),
    {
      by: ACCOUNT,
      text: accountNumber,
      // Without an empty one, before which any run of separators would be tried from each of its places.
      parts: accountNumber.split(/[\s./_-]+/).filter((part) => part !== ''),
      between: String.raw`[\s./_-]*`,
    },
  ]
    .filter(({ text: whole }) => whole.trim().length >= LENGTH_LEAST && /[\p{L}\p{N}]/u.test(whole))
    // Where one begins with the other, the longer one is meant.
    .sort((a, b) => b.text.length - a.text.length);
  if (named.length === 0) return text;
  const forms = named.map(({ parts, between }) => `(${parts.map(literal).join(between)})`);
  const words = new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${forms.join('|')})(?![\p{L}\p{M}\p{N}])`, 'giu'); // prettier-ignore
  return text.replace(words, (...[, ...groups]: unknown[]) => {
    const found = groups.slice(0, named.length).findIndex((group) => group !== undefined);
    return named[found]?.by ?? CLIENT;
  });
}

/**
 * A status word without the order's client. One that the interface or people explain stays as it is, so that an account
 * called like a word does not take its meaning away; any other is kept, compared and looked up without the client.
 */
export function wordWithoutClient(
  word: string,
  client: NamedClient,
  mappings?: StatusMappings,
): string {
  return mayNameClient(word, mappings) ? withoutClient(word, client) : word;
}

/** A record of the order as decisions, the trail and breaks get it. */
export function recordWithoutClient<T extends { readonly statusWord: string }>(
  record: T,
  order: NamedClient & { readonly exchangeStatus: string | null },
  mappings?: StatusMappings,
): T {
  // What is held is without the client already, so that most rows of a list need no search.
  if (record.statusWord === order.exchangeStatus) return record;
  return { ...record, statusWord: wordWithoutClient(record.statusWord, order, mappings) };
}

/** Whether nobody has said what the word means. */
export function mayNameClient(word: string, mappings?: StatusMappings): boolean {
  return !isDocumented(word) && mapped(word, mappings) === null;
}

/** The text as the exchange wrote it, but for case and white space: a name can be what a decision reads in it. */
export function withClient(text: string, { accountNumber, clientName }: NamedClient): string {
  return text.replaceAll(ACCOUNT, () => accountNumber).replaceAll(CLIENT, () => clientName);
}

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}
