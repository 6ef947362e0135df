import { printable } from '../infra/printable.js';
import { QUESTION_IDS, QUESTIONS, type QuestionId } from '../infra/exchange/settings/questions.js';
import {
  SETTINGS_VERSION,
  type FiledAnswer,
  type Proof,
  type SettingsFile,
} from '../infra/exchange/settings/settings-file.js';
import type { Leftover } from './probes/clean-up.js';
import { concludeAll } from './conclusions/conclusions.js';
import { excerpt } from './excerpts.js';
import type { Run } from './run.js';

/** The report of a run: as text, as JSON, and as the settings file. */
export interface Report extends SettingsFile {
  readonly endedAt: string;
  /** Null: every probe was made. */
  readonly endedEarly: string | null;
  readonly chosen: Run['prices'];
  readonly posted: readonly Posted[];
  readonly mayStillBeWorking: readonly Leftover[];
  readonly calls: readonly Proof[];
  readonly notAsked: readonly string[];
}

interface Posted {
  readonly orderRef: string;
  readonly orderNumbers: readonly string[];
  readonly order: string;
  readonly purpose: string;
  readonly fate: string;
}

/** What cannot be asked without doing harm, or not in one run. */
export const NOT_ASKED: readonly string[] = [
  'Retry-After and the body of a 429: no limit is exceeded on purpose',
  'replies to a missing, wrong or expired key: no other key is used',
  'how long an orderRef stays unique: that takes days',
  'what happens to day orders at the close, and to orders posted outside the session',
  'a row cap of the lists: proving it would take as many orders, so it is only suspected',
  'orders of other brokers: none is touched',
];

export function reportOf(run: Run, exchange: string, secret: string): Report {
  const answers = concludeAll(run.findings);
  const filed = QUESTION_IDS.map((id): [QuestionId, FiledAnswer] => {
    const { value, seen, detail, proof } = answers[id];
    return [
      id,
      {
        value,
        seen: seen.replaceAll(secret, '[key]'),
        ...(detail === undefined ? {} : { detail }),
        proof: proof.map((call) => excerpt(call, run.findings, secret)),
      },
    ];
  });
  return {
    version: SETTINGS_VERSION,
    takenAt: run.startedAt,
    exchange,
    answers: Object.fromEntries(filed),
    endedAt: run.endedAt,
    endedEarly: run.endedEarly,
    chosen: run.prices,
    posted: run.posted.map(({ terms, orderNumbers, purpose, fate }) => ({
      orderRef: terms.orderRef,
      orderNumbers,
      order: `${terms.side || 'no side'} ${terms.units} ${terms.security} at ${terms.price}`,
      purpose,
      fate,
    })),
    mayStillBeWorking: run.leftovers,
    calls: run.calls.map((call) => excerpt(call, run.findings, secret)),
    notAsked: NOT_ASKED,
  };
}

/** The part that Marina reads. */
export function settingsOf({ version, takenAt, exchange, answers }: Report): SettingsFile {
  return { version, takenAt, exchange, answers };
}

export function textOf(report: Report): string {
  const { answers, chosen, posted, calls, endedEarly } = report;
  const known = Object.values(answers).filter(({ value }) => value !== 'unknown').length;
  return [
    `${report.exchange}, ${report.takenAt} to ${report.endedAt}: ${calls.length} calls, ${posted.length} posts`,
    chosen === null
      ? 'No order was accepted.'
      : `Security ${chosen.security} (${chosen.basis}): orders at ${chosen.restPrice} and ${chosen.editPrice}, crossed at ${chosen.crossPrice ?? 'no price'}`,
    ...(endedEarly === null ? [] : [`ENDED EARLY: ${endedEarly}`]),
    '',
    ...QUESTION_IDS.flatMap((id) => answerLines(id, answers[id])),
    '',
    `${known} of ${QUESTION_IDS.length} questions are answered.`,
    '',
    'Not asked:',
    ...report.notAsked.map((line) => `  ${line}`),
    '',
    ...leftoverLines(report),
  ]
    .map((line) => inOneLine(line))
    .join('\n');
}

/** The exchange's texts are quoted: none may move the terminal's cursor, or look like a line of the report. */
function inOneLine(line: string): string {
  return printable(line.replaceAll('\n', ' '));
}

function answerLines(id: QuestionId, answer: FiledAnswer | undefined): readonly string[] {
  const { asks, untilKnown } = QUESTIONS[id];
  if (answer === undefined) return [];
  const { value, seen, proof } = answer;
  const calls = proof.map(({ call }) => call).join(', ');
  return [
    asks,
    `  ${id} = ${value}${calls === '' ? '' : `  [${calls}]`}`,
    `  seen: ${seen}`,
    ...(value === 'unknown' ? [`  until known: ${untilKnown}`] : []),
  ];
}

function leftoverLines({ mayStillBeWorking }: Report): readonly string[] {
  if (mayStillBeWorking.length === 0) return ['Nothing of this run is left working.'];
  return [
    'MAY STILL BE WORKING at the exchange; check each:',
    ...mayStillBeWorking.map(
      ({ orderRef, orderNumbers, what, why }) =>
        `  ${orderNumbers.join(', ') || 'no number'}, reference ${orderRef}: ${what}; ${why}`,
    ),
  ];
}
