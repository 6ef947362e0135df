import {
  basePrice,
  editKeepsOrderNumber,
  editUnits,
  partFilledEdit,
} from '../../../src/conformance/conclusions/conclude-changes.js';
import { statusWords } from '../../../src/conformance/conclusions/conclude-words.js';
import { whenSeen } from '../../../src/conformance/conclusions/conclusion.js';
import type { Call } from '../../../src/conformance/courier.js';
import type { Edited, Findings } from '../../../src/conformance/findings.js';
import {
  aCall,
  aPost,
  aRecord,
  aResting,
  findings,
  no,
  notSeen,
  ok,
  seen,
  SILENCE,
} from '../calls.js';

const AMENDED = ok({ OrderNo: 700001, Status: 'Amended', Message: 'ok' });

function anEdit(changes: Partial<Edited> = {}): Edited {
  return {
    call: AMENDED,
    units: '3',
    price: '11.70',
    orderNumber: '700001',
    shown: seen(aRecord()),
    ...changes,
  };
}

/** One of five units was matched, then the order was edited to three. */
function partFilled(edit: Edited): Findings {
  const before = aRecord({ Quantity: 5, MatchedQuantity: 1, PendingQuantity: 4 });
  return findings({
    resting: aResting({ edit: anEdit() }),
    crossing: {
      resting: aPost(),
      first: null,
      partFilled: seen(before),
      edit,
      behind: null,
      second: null,
      filled: null,
    },
  });
}

const record = (Quantity: number, MatchedQuantity: number, PendingQuantity: number): Call =>
  aRecord({ Quantity, MatchedQuantity, PendingQuantity });

describe('The units of an edit', () => {
  it.each<[string, Call, string]>([
    ['are the total', record(3, 1, 2), 'total'],
    ['are the remainder', record(4, 1, 3), 'remaining'],
    ['are the total of an order that is replaced', record(2, 0, 2), 'total'],
    ['are the remainder of an order that is replaced', record(3, 0, 3), 'remaining'],
    ['are not known when more was matched meanwhile', record(3, 2, 1), 'unknown'],
    ['are not known when the record does not add up', record(9, 1, 2), 'unknown'],
    ['are not known when neither reading fits', record(5, 1, 4), 'unknown'],
    ['are not known without quantities', aRecord({ PendingQuantity: null }), 'unknown'],
  ])('%s', (_, after, value) => {
    expect(editUnits(partFilled(anEdit({ shown: seen(after) }))).value).toBe(value);
  });

  it('are unknown when the edit is never shown, or was never made', () => {
    expect(editUnits(partFilled(anEdit({ shown: notSeen(record(5, 1, 4)) }))).value).toBe(
      'unknown',
    );
    expect(editUnits(findings()).value).toBe('unknown');
  });
});

describe('A part-filled order', () => {
  it.each<[string, Edited, string]>([
    ['can be edited', anEdit({ shown: seen(record(3, 1, 2)) }), 'accepted'],
    ['cannot be edited', anEdit({ call: no(400, 'x'), shown: notSeen() }), 'refused'],
    [
      'cannot be edited, as another word says',
      anEdit({
        call: ok({ OrderNo: 700001, Status: 'Rejected' }),
        shown: notSeen(record(5, 1, 4)),
      }),
      'refused',
    ],
    ['was acknowledged and never shown', anEdit({ shown: notSeen(record(5, 1, 4)) }), 'unknown'],
    ['was not answered', anEdit({ call: aCall(SILENCE), shown: notSeen() }), 'unknown'],
  ])('%s', (_, edit, value) => {
    expect(partFilledEdit(partFilled(edit)).value).toBe(value);
  });
});

describe('An edited order', () => {
  const edited = (edit: Edited): Findings => findings({ resting: aResting({ edit }) });

  it.each<[string, unknown, string]>([
    ['its new limit', 11.7, 'current-limit'],
    ['its first limit', 11.85, 'original-limit'],
    ['something else', 12.5, 'other'],
    ['nothing', null, 'absent'],
    ['no number', 'soon', 'unknown'],
  ])('shows %s as BasePrice', (_, BasePrice, value) => {
    const found = edited(anEdit({ shown: seen(aRecord({ BasePrice })) }));
    expect(basePrice(found).value).toBe(value);
  });

  it.each<[string, Edited, string]>([
    ['keeps its number', anEdit(), 'yes'],
    ['keeps it when the reply names none', anEdit({ call: ok({ Status: 'Amended' }) }), 'yes'],
    ['gets another', anEdit({ call: ok({ OrderNo: 700002 }), orderNumber: '700002' }), 'no'],
    ['proves nothing by an acknowledgement alone', anEdit({ shown: notSeen() }), 'unknown'],
  ])('%s', (_, edit, value) => {
    expect(editKeepsOrderNumber(edited(edit)).value).toBe(value);
  });
});

describe('Status words', () => {
  const gone = { MatchedQuantity: 0, PendingQuantity: 0 };
  const withWords = (
    words: { edited: string; cancelled: string; partly?: string },
    cancelled: Record<string, unknown> = gone,
  ): Findings => ({
    ...partFilled(anEdit({ shown: notSeen() })),
    resting: aResting({
      edit: anEdit({ shown: seen(aRecord({ Status: words.edited })) }),
      cancelShown: seen(aRecord({ Status: words.cancelled, ...cancelled })),
    }),
    crossing: {
      ...partFilled(anEdit()).crossing!,
      edit: null,
      partFilled: seen(
        aRecord({
          Status: words.partly ?? 'PF',
          Quantity: 5,
          MatchedQuantity: 1,
          PendingQuantity: 4,
        }),
      ),
    },
  });

  it('mean what the situation proves', () => {
    const { value, detail } = statusWords(withWords({ edited: 'RPL', cancelled: 'X' }));
    expect(value).toBe('mapped');
    expect(detail?.['words']).toEqual({ Open: 'Open', RPL: 'Amended', PF: 'Open', X: 'Cancelled' });
  });

  it('mean nothing when situations of two meanings share them', () => {
    const { value, detail } = statusWords(withWords({ edited: 'Open', cancelled: 'OPEN' }));
    expect(value).toBe('ambiguous');
    expect(detail?.['words']).toEqual({ PF: 'Open' });
  });

  it('mean nothing when the quantities do not prove the situation', () => {
    const matched = { MatchedQuantity: 1, PendingQuantity: 0 };
    const { detail } = statusWords(withWords({ edited: 'Open', cancelled: 'X' }, matched));
    expect(detail?.['words']).toEqual({ Open: 'Open', PF: 'Open' });
  });

  it('are unknown when no record was seen', () => {
    expect(statusWords(findings()).value).toBe('unknown');
  });
});

describe('A change', () => {
  const sighting = (answers: number, askedAfterMs: number) => ({
    calls: Array.from({ length: answers }, () => aRecord()),
    found: aRecord(),
    askedAfterMs,
    afterMs: askedAfterMs,
  });
  it.each([
    [1, 0, 'at-once'],
    [1, 2_000, 'at-once'],
    [1, 2_001, 'unknown'],
    [2, 0, 'later'],
  ])('shown in answer %i, first asked after %i ms, was shown %s', (answers, asked, value) => {
    expect(whenSeen(sighting(answers, asked)).value).toBe(value);
  });

  it('that is never shown is not seen; one that was never asked for is unknown', () => {
    expect(whenSeen(notSeen(aRecord())).value).toBe('not-seen');
    expect(whenSeen(notSeen()).value).toBe('unknown');
    expect(whenSeen(null).value).toBe('unknown');
  });
});
