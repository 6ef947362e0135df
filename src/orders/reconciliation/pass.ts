import type { Answer, NoAnswer } from '../../infra/exchange/enquiry-api.js';
import type { Sessions } from '../../market/trading-day.js';

/** What one pass has asked so far, and what came of it. */
export interface Pass {
  readonly id: string;
  readonly startedAt: number;
  /** The exchange's calendar as it was when the pass began. */
  readonly sessions: Sessions;
  readonly asked: { readonly what: string; readonly answer: string }[];
  calls: number;
  /** Calls made, and those there was no room for. */
  wanted: number;
  answered: number;
  /** Orders that were looked at. */
  orders: number;
  fills: number;
  coveredAt: number | null;
  readonly changed: Set<string>;
  /** True once the desk is asked to stop: nothing more is asked, and the pass ends with what it has. */
  readonly isCutShort: () => boolean;
}

export function note(pass: Pass, what: string, answer: Answer<unknown> | NoAnswer): void {
  pass.wanted += 1;
  if (!hadNoRoom(answer)) pass.calls += 1;
  if (answer.kind === 'Answer') {
    pass.answered += 1;
    const odd = answer.odd === 0 ? '' : `, ${answer.odd} unreadable`;
    pass.asked.push({ what, answer: `${answer.rows.length} rows${odd}` });
  } else {
    pass.asked.push({ what, answer: `${answer.why}: ${answer.detail}` });
  }
}

export function hadNoRoom(answer: Answer<unknown> | NoAnswer): boolean {
  return answer.kind === 'NoAnswer' && answer.why === 'NoBudget';
}
