import { decimalField, textField, type WireRecord } from '../../infra/exchange/schema/wire.js';
import type { WordMeaning } from '../../infra/exchange/settings/settings-file.js';
import { concluded, type Conclusion, unknown } from './conclusion.js';
import type { Call } from '../courier.js';
import type { Findings, Sighting } from '../findings.js';
import { isOf, recordOf, rowsOf } from '../replies.js';
import { currentNumber } from '../probes/resting-probe.js';

/**
 * The status words seen in each situation. A word gets a meaning only if quantities and our own actions
 * prove the situation, and no situation of another meaning shows the same word. A word that only edited
 * orders show may refer to the edit, so it means Amended and not just Open.
 */
const SITUATIONS = {
  posted: 'Open',
  edited: 'Open',
  partFilled: 'Open',
  filled: 'Filled',
  cancelled: 'Cancelled',
} as const satisfies Record<string, WordMeaning>;

type Situation = keyof typeof SITUATIONS;

interface Seen {
  readonly situation: Situation;
  readonly word: string;
  readonly call: Call;
}

export function statusWords(found: Findings): Conclusion<'mapped' | 'ambiguous'> {
  const seen = [...restingWords(found), ...crossingWords(found)];
  if (seen.length === 0) return unknown('no record was seen');
  const meanings = new Map<string, Set<WordMeaning>>();
  for (const { word, situation } of seen) {
    const meaning = meanings.get(key(word)) ?? new Set<WordMeaning>();
    meanings.set(key(word), meaning.add(SITUATIONS[situation]));
  }
  const words: Record<string, WordMeaning> = {};
  for (const { word, situation } of seen) {
    if (meanings.get(key(word))?.size !== 1) continue;
    const elsewhere = seen.some((one) => key(one.word) === key(word) && one.situation !== 'edited');
    words[word] = elsewhere ? SITUATIONS[situation] : 'Amended';
  }
  const situations = Object.fromEntries(
    Object.keys(SITUATIONS).map((situation) => [situation, wordsOf(seen, situation)]),
  );
  const isAmbiguous = [...meanings.values()].some((meaning) => meaning.size > 1);
  const text = seen.map(({ situation, word }) => `${situation}: ${word}`);
  const proof = [...new Set(seen.map(({ call }) => call))];
  return concluded(isAmbiguous ? 'ambiguous' : 'mapped', [...new Set(text)].join(', '), proof, {
    words,
    situations,
  });
}

function key(word: string): string {
  return word.toLowerCase();
}

function wordsOf(seen: readonly Seen[], situation: string): readonly string[] {
  return [...new Set(seen.filter((one) => one.situation === situation).map(({ word }) => word))];
}

function restingWords({ resting }: Findings): readonly Seen[] {
  if (resting === null) return [];
  const { post, byEnquiry, byBrokerList, byAccountList, edit, cancelShown } = resting;
  const number = currentNumber(resting);
  const closedLists = [resting.brokerListAfter, resting.accountListAfter];
  // The lists prove the cancel only together with an enquiry that does.
  const cancelled = cancelShown?.found == null ? [] : closedLists;
  return [
    ...inRecord('posted', byEnquiry, untouched),
    ...[byBrokerList, byAccountList].flatMap((list) => inList('posted', list, post.orderNumber)),
    ...inRecord('edited', edit?.shown, untouched),
    ...inRecord('cancelled', cancelShown, unmatched),
    ...cancelled.flatMap((list) => withoutEarlierWords(inList('cancelled', list, number), resting)),
  ];
}

/** A list that lags still shows the word from before the cancel. */
function withoutEarlierWords(
  rows: readonly Seen[],
  { byEnquiry, edit }: NonNullable<Findings['resting']>,
): readonly Seen[] {
  const before = [...inRecord('posted', byEnquiry, all), ...inRecord('edited', edit?.shown, all)];
  return rows.filter(({ word }) => !before.some((one) => key(one.word) === key(word)));
}

function crossingWords({ crossing }: Findings): readonly Seen[] {
  if (crossing === null) return [];
  return [
    ...inRecord('partFilled', crossing.partFilled, partly),
    ...inRecord('partFilled', crossing.edit?.shown, partly),
    ...inRecord('filled', crossing.filled, wholly),
  ];
}

function inRecord(
  situation: Situation,
  sighting: Sighting | null | undefined,
  proves: (record: WireRecord) => boolean,
): readonly Seen[] {
  const call = sighting?.found ?? null;
  const record = call === null ? null : recordOf(call);
  const word = record === null ? null : textField(record, 'Status');
  if (call === null || record === null || word === null || !proves(record)) return [];
  return [{ situation, word, call }];
}

function inList(
  situation: Situation,
  sighting: Sighting | null,
  orderNumber: string,
): readonly Seen[] {
  const call = sighting?.found ?? null;
  const row = call === null ? undefined : rowsOf(call)?.find((one) => isOf(one, orderNumber));
  const word = row === undefined ? null : textField(row, 'Status');
  return call === null || word === null ? [] : [{ situation, word, call }];
}

const all = (): boolean => true;
const amount = (record: WireRecord, name: string): string => decimalField(record, name) ?? '0';
const isNone = (record: WireRecord, name: string): boolean => amount(record, name) === '0';

function untouched(record: WireRecord): boolean {
  return isNone(record, 'MatchedQuantity') && !isNone(record, 'PendingQuantity');
}

function unmatched(record: WireRecord): boolean {
  return isNone(record, 'MatchedQuantity') && isNone(record, 'PendingQuantity');
}

function partly(record: WireRecord): boolean {
  return !isNone(record, 'MatchedQuantity') && !isNone(record, 'PendingQuantity');
}

function wholly(record: WireRecord): boolean {
  const pending = decimalField(record, 'PendingQuantity');
  return pending === '0' && amount(record, 'MatchedQuantity') === decimalField(record, 'Quantity');
}
