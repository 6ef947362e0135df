import type { Question } from '../../../../src/orders/reconciliation/collect/enquiry-ranking.js';
import type { AbsenceContext } from '../../../../src/orders/reconciliation/order-records/absence-context.js';
import { NO_HISTORY } from '../../../../src/orders/reconciliation/order-records/enquiry-history.js';
import {
  CONTRADICTED,
  decideOnAnswer,
  type EnquiryAnswer,
} from '../../../../src/orders/reconciliation/plan/enquiry-outcome.js';
import type { RecordEvidence } from '../../../../src/orders/order/evidence/evidence.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { anOrder, aState, at, noon, TODAY } from '../../../support/builders.js';

const QUESTION: Question = { orderId: 'ord_1', orderNumber: '700001', reason: 'list-differs' };
const LISTED: AbsenceContext = {
  absent: false,
  wasListed: false,
  tellsPresence: true,
  differs: false,
  isUnexplained: false,
  contradicted: null,
  isFirstList: false,
  listAskedAt: noon(30),
  phase: 'trading',
  closesAt: noon(90),
  late: false,
};
const ABSENT = { ...LISTED, absent: true };
const DIFFERS = { ...LISTED, differs: true };
const OVER = { phase: 'over' } as const;

const record = (statusWord: string): EnquiryAnswer => ({
  kind: 'Record',
  record: {
    source: 'OrderEnquiry', orderNumber: '700001', security: 'SD11PLC', side: 'BUY', units: '100',
    statusWord, matchedUnits: '0', pendingUnits: '100', basePrice: null, askedAt: noon(31),
  } satisfies RecordEvidence,
}); // prettier-ignore
const NO_RECORD: EnquiryAnswer = { kind: 'NoRecord', isExplicit: true, detail: 'none' };
const ODD_REPLY: EnquiryAnswer = { kind: 'NoRecord', isExplicit: false, detail: 'odd' };
const NO_ANSWER: EnquiryAnswer = { kind: 'NoAnswer', isExplicit: false, detail: 'lost' };
const NO_BUDGET: EnquiryAnswer = { kind: 'NoBudget', isExplicit: false, detail: 'full' };

const plan = (
  answer: EnquiryAnswer,
  absence: AbsenceContext,
  { question = QUESTION, history = NO_HISTORY, graceMs = 10_000 } = {},
) => decideOnAnswer(question, answer, { absence, history, mappings: NO_MAPPINGS, graceMs });
const rules = (...of: Parameters<typeof plan>): readonly string[] =>
  plan(...of).decisions.map(({ rule }) => rule);

describe('The plan for the answer to an enquiry', () => {
  it.each([
    ['a record of a listed order', record('Open'), LISTED, []],
    ['a record of an absent order, its day over', record('Open'), { ...ABSENT, ...OVER }, ['EndOfDay']],
    ['a record under an unmapped word, its day over', record('Queer'), { ...LISTED, ...OVER, isUnexplained: true }, ['EndOfListed']],
    ['an unreadable record', { kind: 'Unreadable', why: 'Status is empty' }, LISTED, ['Unreadable']],
    ['an answer without a record', { kind: 'Empty' }, ABSENT, []],
    ['no record of an absent order, its day over', NO_RECORD, { ...ABSENT, ...OVER }, ['EndOfDay']],
    ['no record of a listed order, its day over', NO_RECORD, { ...LISTED, ...OVER }, []],
    ['no record and no list, its day over', NO_RECORD, { ...LISTED, ...OVER, listAskedAt: null }, ['Unlisted']],
    ['no record of an absent order, its day closing', NO_RECORD, { ...ABSENT, phase: 'closing' }, ['Closing']],
    ['no record of an absent order, a later session open', NO_RECORD, { ...ABSENT, phase: 'closing', late: true }, ['Missing']],
    ['no record of an absent order, its session open', NO_RECORD, ABSENT, ['Missing']],
    ['no record of a listed order, its session open', NO_RECORD, LISTED, []],
    ['an odd reply about an absent order', ODD_REPLY, ABSENT, []],
    ['no record of an order that the list shows differently', NO_RECORD, DIFFERS, []],
    ['no answer', NO_ANSWER, ABSENT, []],
    ['no room to ask', NO_BUDGET, DIFFERS, []],
  ] as const satisfies readonly (readonly [string, EnquiryAnswer, AbsenceContext, readonly string[]])[])(
    'of %s',
    (_name, answer, absence, expected) => {
      expect(rules(answer, absence)).toEqual(expected);
    },
  ); // prettier-ignore

  it('counts silences until people are told', () => {
    const { history } = plan(ODD_REPLY, ABSENT, { history: { ...NO_HISTORY, silences: 1 } });
    expect(history).toEqual({ ...NO_HISTORY, silences: 2 });
    expect(rules(ODD_REPLY, ABSENT, { history })).toEqual(['Missing']);
    expect(rules(NO_RECORD, DIFFERS, { history })).toEqual(['Unanswered']);
  });

  it('ends the certainty of an order that no list shows after its close, and two odd replies do not either', () => {
    const closing = { ...ABSENT, phase: 'closing' } as const;
    const { history, decisions } = plan(ODD_REPLY, closing);
    expect(decisions).toEqual([]);
    expect(rules(ODD_REPLY, closing, { history })).toEqual(['Closing']);
    expect(rules(ODD_REPLY, { ...ABSENT, ...OVER }, { history })).toEqual(['Closing']);
    expect(rules(NO_ANSWER, closing, { history })).toEqual([]);
  });

  it('ends the certainty of an order that the exchange has no record of after its day, before it ends the order', () => {
    const over = { ...ABSENT, ...OVER };
    const order = aState({ order: anOrder({ tradingDate: TODAY }) });
    const [first] = plan(NO_RECORD, over).decisions;
    expect(first?.decide(order, at())?.order).toMatchObject({ doubtedSince: expect.any(Number) });
    const [third] = plan(NO_RECORD, over, { history: { ...NO_HISTORY, unseen: 2 } }).decisions;
    expect(third?.decide(order, at())?.order).toMatchObject({ status: 'Expired' });
  });

  it('ends the certainty of an order that two lists show differently while no enquiry answers', () => {
    const { history } = plan(NO_ANSWER, DIFFERS);
    expect(history).toEqual({ ...NO_HISTORY, unexplained: 1 });
    expect(rules(NO_ANSWER, DIFFERS, { history })).toEqual(['Unexplained']);
    expect(plan(NO_BUDGET, DIFFERS, { history }).history).toEqual(history);
    expect(plan(NO_ANSWER, LISTED, { history }).history).toBe(NO_HISTORY);
  });

  it('ends the certainty of an order that two lists in a row show otherwise than enquiries', () => {
    const contradicted = { ...DIFFERS, contradicted: 'Terms' } as const;
    const first = plan(record('Open'), contradicted);
    expect(first).toMatchObject({ contradiction: null, history: { contradicted: 1 } });
    const second = plan(record('Open'), contradicted, { history: first.history });
    expect(second.contradiction).toBe(CONTRADICTED);
    expect(rules(record('Open'), contradicted, { history: first.history })).toEqual([]);
    expect(rules(record('Open'), contradicted, { history: second.history })).toEqual([
      'Contradicted',
    ]);
    expect(plan(record('Open'), LISTED, { history: second.history }).history).toBe(NO_HISTORY);
  });

  it('ends the certainty at the second list that contradicts whatever its enquiry was answered', () => {
    const contradicted = { ...DIFFERS, contradicted: 'Terms' } as const;
    const { history } = plan(record('Open'), contradicted);
    const answers: readonly EnquiryAnswer[] = [
      NO_ANSWER, NO_RECORD, ODD_REPLY, { kind: 'Empty' }, { kind: 'Unreadable', why: 'odd' },
    ]; // prettier-ignore
    // After a list that contradicted, one without the order does so, too.
    for (const listed of [contradicted, ABSENT])
      for (const answer of answers) {
        expect(rules(answer, listed, { history })).toContain('Contradicted');
        expect(plan(answer, listed, { history }).history).toMatchObject({ contradicted: 2 });
        expect(rules(answer, listed)).not.toContain('Contradicted');
      }
    expect(plan(NO_BUDGET, contradicted, { history }).history).toEqual(history);
    expect(rules(NO_BUDGET, contradicted, { history })).toEqual([]);
  });

  it('takes a list without the order for another contradiction once one has contradicted', () => {
    const history = { ...NO_HISTORY, contradicted: 1 };
    const { contradiction, history: next } = plan(record('Open'), ABSENT, { history });
    expect([contradiction, next.contradicted]).toEqual([CONTRADICTED, 2]);
    expect(plan(record('Open'), ABSENT).contradiction).toBeNull();
    expect(rules(record('Open'), ABSENT, { history: next })).toEqual(['Contradicted']);
  });

  it('does not forget lists that contradicted for an enquiry of a pass that no list answered', () => {
    const history = { ...NO_HISTORY, contradicted: 1 };
    const unlisted = { ...LISTED, listAskedAt: null };
    expect(plan(record('Open'), unlisted, { history }).history).toEqual(history);
    expect(plan(record('Open'), unlisted).history).toBe(NO_HISTORY);
    expect(plan(record('Open'), LISTED, { history }).history).toBe(NO_HISTORY);
  });

  it('keeps an order uncertain that two lists in a row contradicted, by an enquiry of a pass that no list answered', () => {
    const unlisted = { ...LISTED, listAskedAt: null };
    const after = (contradicted: number, absence: typeof LISTED = unlisted) =>
      plan(record('Open'), absence, { history: { ...NO_HISTORY, contradicted } }).contradiction;
    expect([after(1), after(2), after(2, LISTED)]).toEqual([null, CONTRADICTED, null]);
  });

  it('takes the first list since the start for the second: nobody knows what the one before it has shown', () => {
    const first = { ...DIFFERS, contradicted: 'Terms', isFirstList: true } as const;
    const { contradiction, history } = plan(record('Open'), first);
    expect([contradiction, history.contradicted]).toEqual([CONTRADICTED, 2]);
    expect(rules(record('Open'), first)).toEqual([]);
    expect(rules(NO_ANSWER, first)).toContain('Contradicted');
    expect(plan(NO_ANSWER, first).history).toMatchObject({ contradicted: 2 });
    // One that only leaves the order out contradicts nothing.
    expect(plan(record('Open'), { ...ABSENT, isFirstList: true }).contradiction).toBeNull();
    // Nor is it one more than those that are known.
    expect(plan(record('Open'), first, { history }).history).toMatchObject({ contradicted: 3 });
  });

  it('believes an enquiry that shows the order cancelled, as the list does', () => {
    const cancelled = { ...DIFFERS, contradicted: 'Cancelled', isFirstList: true } as const;
    expect(plan(record('Cancelled'), cancelled)).toMatchObject({
      contradiction: null,
      history: NO_HISTORY,
    });
    const history = { ...NO_HISTORY, contradicted: 2 };
    expect(rules(record('Cancelled'), cancelled, { history })).toEqual([]);
    expect(plan(record('Open'), cancelled).contradiction).toBe(CONTRADICTED);
  });

  it('tells nobody of lists that only have words of their own', () => {
    const otherWord = { ...DIFFERS, contradicted: 'Word' } as const;
    const history = { ...NO_HISTORY, contradicted: 5 };
    expect(plan(record('Open'), otherWord, { history }).contradiction).toBe(CONTRADICTED);
    expect(rules(record('Open'), otherWord, { history })).toEqual([]);
    expect(plan(record('Odd'), otherWord, { history }).contradiction).toBeNull();
  });

  describe('by which only the list shows the order, or only the enquiry,', () => {
    const LEFT = { ...ABSENT, wasListed: true };

    /** What three such answers come to, the lists of which were asked for at these seconds. */
    const after = (
      answer: EnquiryAnswer,
      absence: AbsenceContext,
      seconds: readonly [number, number, number],
    ) => {
      let history = NO_HISTORY;
      let last: ReturnType<typeof plan> | null = null;
      for (const second of seconds) {
        last = plan(answer, { ...absence, listAskedAt: noon(second) }, { history });
        ({ history } = last);
      }
      return last;
    };

    it.each([
      ['the exchange has no such order, which the list shows', NO_RECORD, LISTED],
      ['it has left the list, and works by enquiries', record('Open'), LEFT],
    ] as const)('ends its certainty and tells people at the third in a row: %s', (_, answer, absence) => {
      const third = after(answer, absence, [0, 5, 10]);
      expect(third?.decisions.map(({ rule }) => rule)).toEqual(['Disputed']);
      expect(third?.contradiction).toBe(CONTRADICTED);
      const change = third?.decisions[0]?.decide(aState(), at(60));
      expect(change?.breaksOpened).toMatchObject([{ type: 'SourcesDisagree' }]);
      expect(change?.order.doubtedSince).toBeGreaterThan(0);
    }); // prettier-ignore

    it.each([
      ['while they may be late', NO_RECORD, LISTED, [0, 3, 9]],
      ['where nobody knows why there is no record', ODD_REPLY, LISTED, [0, 5, 10]],
      ['where the list shows it differently', NO_RECORD, DIFFERS, [0, 5, 10]],
      ['of an order that the list has not had', record('Open'), ABSENT, [0, 5, 10]],
      ['where the list lacks many orders', record('Open'), { ...LEFT, tellsPresence: false }, [0, 5, 10]],
      ['after the close', record('Open'), { ...LEFT, phase: 'closing' }, [0, 5, 10]],
      ['where the enquiry shows it cancelled', record('Cancelled'), LEFT, [0, 5, 10]],
    ] as const)('says nothing %s', (_, answer, absence, seconds) => {
      const third = after(answer, absence, seconds);
      expect(third?.decisions.map(({ rule }) => rule)).not.toContain('Disputed');
      expect(third?.contradiction).toBeNull();
    }); // prettier-ignore

    it('is forgotten once both show it', () => {
      const { history } = plan(NO_RECORD, LISTED);
      expect(history.disputed).toBe(1);
      expect(plan(record('Open'), LISTED, { history }).history).toBe(NO_HISTORY);
    });

    const unlisted = { ...LISTED, listAskedAt: null };
    it.each([
      ['an enquiry without an answer', NO_ANSWER, LISTED],
      ['an odd reply', ODD_REPLY, LISTED],
      ['a pass without a list', record('Open'), unlisted],
      ['a list that lacks many orders', record('Open'), { ...LEFT, tellsPresence: false }],
      ['the close of the session', record('Open'), { ...LEFT, phase: 'closing' }],
    ] as const)('lasts through %s', (_, answer, absence) => {
      const third = after(record('Open'), LEFT, [0, 5, 10]);
      const { history, contradiction } = plan(answer, absence, { history: third?.history });
      expect(history.disputed).toBe(3);
      if (answer.kind === 'Record') expect(contradiction).toBe(CONTRADICTED);
    });

    it.each([
      ['both show it', record('Open'), LISTED],
      ['neither does', NO_RECORD, ABSENT],
      ['it has ended', record('Cancelled'), LEFT],
      ['its day is over', record('Open'), { ...LEFT, ...OVER }],
    ] as const)('ends when %s', (_, answer, absence) => {
      const third = after(record('Open'), LEFT, [0, 5, 10]);
      expect(plan(answer, absence, { history: third?.history }).history.disputed).toBe(0);
    });
  });

  it('forgets all silences once a record is shown', () => {
    const history = { ...NO_HISTORY, silences: 2, unexplained: 1, contradicted: 1, unseen: 1 };
    expect(plan(record('Open'), LISTED, { history }).history).toBe(NO_HISTORY);
  });

  it('reviews a contested cancel only against an answer that was to be had', () => {
    const question = { ...QUESTION, reason: 'unconfirmed' } as const;
    expect(rules(NO_RECORD, LISTED, { question })).toEqual(['Contest']);
    expect(rules(NO_ANSWER, LISTED, { question })).toEqual(['Contest']);
    expect(rules(NO_BUDGET, LISTED, { question })).toEqual([]);
  });

  it('ends a contested cancel for want of a record only when answers can be late no more', () => {
    const question = { ...QUESTION, reason: 'unconfirmed' } as const;
    const acknowledged = { status: 'Cancelled', grade: 'Acknowledged' } as const;
    const state = aState({ order: anOrder({ ...acknowledged, contestedSince: noon(0) }) });
    const ends = (graceMs: number): boolean[] =>
      plan(NO_RECORD, LISTED, { question, graceMs }).decisions.map(
        ({ decide }) => decide(state, at(30)) !== null,
      );
    expect([ends(29_000), ends(31_000)]).toEqual([[true], [false]]);
  });

  it('follows a closed order that was shown working, and says whether the record shows it closed', () => {
    const question = { ...QUESTION, isEnded: true };
    expect(rules(record('Open'), LISTED, { question })).toEqual(['ClosedOrder']);
    expect(plan(record('Open'), LISTED, { question }).confirmsEnd).toBe(false);
    expect(plan(record('Cancelled'), LISTED, { question }).confirmsEnd).toBe(true);
    expect(plan(NO_RECORD, LISTED, { question }).confirmsEnd).toBe(false);
  });
});
