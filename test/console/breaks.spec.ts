import { acceptedWords, effectWords, otherWords } from '../../console/approvals/proposal-words.js';
import { CallError } from '../../console/api/call.js';
import { decidedOtherwise } from '../../console/breaks/was-candidate-words.js';
import { refusalOf } from '../../console/parts/refusal.js';
import type {
  Approval, Break, NumberCandidate, Order, OrderCandidates,
} from '../../console/api/answers.js'; // prettier-ignore
import {
  decidedFirst,
  firstWords,
  offersFor,
  reasonCodesFor,
  takesTwo,
} from '../../console/breaks/resolutions.js';
import { numbersFor, ordersFor } from '../../console/breaks/candidates.js';
import { isOverdue } from '../../console/breaks/overdue.js';
import { sidesOf } from '../../console/breaks/sides.js';
import { agesOf } from '../../console/overview/ages.js';
import {
  fittingOf, searchWords, shownOf, stepsFor, termsWords, tradedWords,
} from '../../console/candidates/words.js'; // prettier-ignore
import { assignedWords, breakWords } from '../../console/breaks/break-words.js';
import {
  refuseResolution,
  needsSecondPerson,
} from '../../src/orders/break-desk/resolutions/manual-resolution.js';
import { BREAK_TYPES, SEVERITIES } from '../../src/orders/breaks/break.js';
import {
  REASON_CODES,
  RESOLUTIONS,
  breakTypesOf,
  newDecision,
  type ReasonCode,
  type Resolution,
} from '../../src/orders/breaks/resolution.js';

const NAMES = Object.keys(RESOLUTIONS) as Resolution[];
const TERMS = { price: '1', timeInForce: 'Day', accountNumber: 'C1', clientName: 'Ada' };

/** A decision with the field that its resolution needs. */
const decision = (resolution: Resolution, reasonCode: ReasonCode = 'Other') =>
  newDecision({
    resolution,
    reasonCode,
    text: 'why',
    orderNumber: resolution === 'link-number' ? '7' : null,
    orderId: resolution === 'link' ? 'ord_1' : null,
    terms: resolution === 'adopt' ? TERMS : null,
  });

describe('Resolving a break in the console', () => {
  it.each(BREAK_TYPES)('offers for %s exactly what the service allows', (type) => {
    const allowed = NAMES.filter((name) => refuseResolution(type, decision(name)) === null);
    expect(
      offersFor(type)
        .map(({ resolution }) => resolution)
        .sort(),
    ).toEqual(allowed.sort());
  });

  it.each(BREAK_TYPES)('offers for %s exactly the reason codes that the service takes', (type) => {
    const [first] = offersFor(type);
    const name = first?.resolution as Resolution;
    const codes = REASON_CODES.filter(
      (code) => refuseResolution(type, decision(name, code)) === null,
    );
    const served = REASON_CODES.map((code) => ({
      code,
      meaning: '',
      breakTypes: [...breakTypesOf(code)],
    }));
    expect(reasonCodesFor(type, served).map(({ code }) => code)).toEqual(codes);
    expect(reasonCodesFor(type, [])).toEqual([]);
  });

  it('says beforehand whether a second person is needed', () => {
    for (const severity of SEVERITIES) {
      for (const name of NAMES) {
        expect(takesTwo(severity, name)).toBe(needsSecondPerson(severity, decision(name)));
      }
    }
  });
});

const BREAK = {
  type: 'UnitsMismatch', orderNumber: '700001', shown: null, trade: null, traded: [], openedAt: '2026-11-25T10:00:00.000Z',
  severity: 'High', candidates: [],
} as unknown as Break; // prettier-ignore
const ORDER = {
  side: 'BUY', security: 'SD11PLC', units: '1000', matchedUnits: '0', price: '12.5', status: 'Open',
  exchangeStatus: 'Open', orderNumber: '700001', accountNumber: 'C1',
} as Order; // prettier-ignore

describe('A break in the console', () => {
  it('is overdue from its own due time on, until it is closed', () => {
    const of = { dueAt: '2026-11-25T10:00:00.000Z', closedAt: null };
    const due = Date.parse(of.dueAt);
    expect([isOverdue(of, due - 1_000), isOverdue(of, due), isOverdue(of, due + 1_000)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(isOverdue({ ...of, closedAt: of.dueAt }, due + 1_000)).toBe(false);
  });
});

describe('A colleague who was first', () => {
  const proposal = {
    state: 'Pending', proposedBy: 'key:Oge Nna', decidedBy: null, decision: null,
    payload: { resolution: 'not-at-exchange', reasonCode: 'Other', text: 'It never arrived.' },
  } as unknown as Approval; // prettier-ignore
  const open = { closedAt: null, closedBy: null, outcome: null, approvals: [] };

  it('is named with the proposal that waits, or with the end of the break', () => {
    expect(firstWords(open)).toBeNull();
    expect(firstWords({ ...open, approvals: [proposal] })).toMatch(
      /^Oge Nna has already proposed: Not at the exchange.* Reason: It never arrived\.\n/,
    );
    expect(firstWords({ ...open, approvals: [{ ...proposal, state: 'Rejected' }] })).toBeNull();
    const closed = {
      ...open,
      closedAt: '2026-11-25T10:00:00.000Z',
      closedBy: 'key:Ada',
      outcome: 'Linked',
    };
    expect(firstWords(closed)).toBe('It is closed meanwhile, by Ada: Linked.');
  });

  it('is named with what became of a proposal', () => {
    expect(decidedFirst(proposal)).toBeNull();
    expect(
      decidedFirst({ ...proposal, state: 'Rejected', decidedBy: 'key:Ada', decision: 'No proof' }),
    ).toBe('Ada has rejected it first: No proof.');
    expect(decidedFirst({ ...proposal, state: 'Expired' })).toBe(
      'It is expired meanwhile: it waits for nobody any more.',
    );
  });
});

describe('The owners of a break', () => {
  const of = (assignee: string | null, onBehalfOf: string | null = null) =>
    assignedWords({ by: 'key:Ada', onBehalfOf, assignee });

  it('are said as taken, given or given back, by the person who did it', () => {
    expect(of('Ada')).toBe('taken by Ada');
    expect(of('Bola')).toBe('given to Bola by Ada');
    expect(of(null)).toBe('given back by Ada');
    expect(of('Bola', 'Bola')).toBe('taken by Bola');
  });
});

describe('Both sides of a break', () => {
  it('marks what differs, and not what is only written otherwise', () => {
    const record = {
      side: 'buy',
      security: 'SD11PLC',
      units: '900',
      basePrice: '12.50',
      orderNumber: '700001',
    };
    const { rows, difference } = sidesOf(BREAK, ORDER, record);
    expect(rows.filter(({ differs }) => differs).map(({ field }) => field)).toEqual(['Units']);
    expect(difference).toEqual({ units: '-100', value: null });
  });

  it('counts the difference of a trade in units and in Naira', () => {
    const trade = {
      tradeDate: '2026-11-25', shownFor: '2026-11-25', matchingId: 'TM1', orderNumber: '700001', side: 'BUY',
      booked: { units: '100', price: '12.5' }, shown: { units: '100', price: '12.45' },
    }; // prettier-ignore
    expect(sidesOf({ ...BREAK, trade }, ORDER, null).difference).toEqual({
      units: '0',
      value: '-5',
    });
    expect(sidesOf({ ...BREAK, trade: { ...trade, shown: null } }, null, null).difference).toEqual({
      units: '-100',
      value: '-1250',
    });
  });

  it('does not call unknown what the exchange has not shown different', () => {
    expect(sidesOf(BREAK, ORDER, null)).toMatchObject({ difference: null });
    expect(sidesOf(BREAK, ORDER, null).rows.some(({ differs }) => differs)).toBe(false);
  });
});

describe('The candidates of a break', () => {
  const order = (changes: Partial<Order>): Order =>
    ({ id: 'ord_1', side: 'BUY', security: 'SD11PLC', units: '1000', price: '12.50', orderNumber: null, clientOrderId: 'a', ...changes }) as Order; // prettier-ignore
  const listed = { orderNumber: '7', side: 'BUY', security: 'SD11PLC', units: '1000', status: 'Open' }; // prettier-ignore

  it('name what fits and what does not, the likeliest first, and whose a number is already', () => {
    const other = order({ id: 'ord_2', units: '1000', orderNumber: '9' });
    const rows = [
      { ...listed, orderNumber: '8', side: 'SELL', units: '500' },
      { ...listed, orderNumber: '9' },
      { ...listed, side: 'Buy', units: '1000.0' },
      { ...listed, orderNumber: null },
    ];
    expect(numbersFor(order({}), rows, new Map([['9', other]]))).toEqual([
      expect.objectContaining({ id: '7', fits: ['side', 'security', 'units'], differs: [] }),
      expect.objectContaining({ id: '9', differs: ['it is our BUY 1,000 SD11PLC already'] }),
      expect.objectContaining({
        id: '8',
        fits: ['security'],
        differs: ['side SELL instead of BUY', 'units 500 instead of 1,000'],
      }),
    ]);
  });

  const external = (changes: Partial<Break>): Break =>
    ({ shown: null, trade: null, traded: [], mayBeOf: [], candidates: [], ...changes }) as unknown as Break; // prettier-ignore

  it('are our orders where the exchange shows one that is not known, and unknown fields say nothing', () => {
    const shown = { side: 'BUY', security: 'SD11PLC', units: '900', statusWord: 'Open' };
    const orders = [order({ id: 'ord_3', orderNumber: '5' }), order({ units: '900' })];
    expect(ordersFor(external({ shown }), orders)).toMatchObject([
      { id: 'ord_1', fits: ['side', 'security', 'units'], differs: [], impossible: false },
      { id: 'ord_3', differs: ['units 900 instead of 1,000', 'it has number 5'], impossible: true },
    ]);
  });

  it('of a trade are compared by what was traded, and those that a search has named come first', () => {
    const traded = [
      { tradeDate: '2026-11-26', orderNumber: '7', accountNumber: 'C1', security: 'SD11PLC', side: 'BUY', executions: 1, units: '1000', value: '12400' },
    ]; // prettier-ignore
    const orders = [
      order({ id: 'ord_2', accountNumber: 'C1', units: '700' }),
      order({ id: 'ord_3', accountNumber: 'C1', side: 'SELL' }),
      order({ accountNumber: 'C1' }),
    ];
    const found = ordersFor(external({ traded, mayBeOf: ['ord_1'] }), orders);
    expect(found.map(({ id, impossible }) => [id, impossible])).toEqual([
      ['ord_1', false], ['ord_2', false], ['ord_3', true],
    ]); // prettier-ignore
    expect(found[0]).toMatchObject({ differs: [], orderId: 'ord_1' });
    expect(found[0]?.fits).toContain('price within the limit');
    expect(found[1]?.differs).toEqual(['1,000 units traded, more than 700']);
  });
});

describe('An order whose reply was lost', () => {
  const pending = { kind: 'Post', state: 'Unknown' } as Order['pending'];
  const evidence = { certain: false } as Order['evidence'];
  const lost: Order = { ...ORDER, orderNumber: null, orderRef: 'REF1', pending, evidence };
  const named = (orderNumber: string, differs: NumberCandidate['differs'] = []): NumberCandidate =>
    ({ orderNumber, side: 'BUY', security: 'SD11PLC', units: '1000', traded: [], statusWord: null, named: true, differs, fits: ['units'], proposals: [] }) as unknown as NumberCandidate; // prettier-ignore
  const found = (...numbers: NumberCandidate[]): OrderCandidates =>
    ({ kind: 'Post', searches: 3, found: null, numbers }) as unknown as OrderCandidates;

  it('is never advised to be sent again by hand', () => {
    for (const one of [null, found(), found(named('7')), found(named('7'), named('8'))]) {
      expect(stepsFor(lost, one, true).join(' ')).not.toMatch(/post it again|new order/i);
      expect(stepsFor(lost, one, true).join(' ')).toMatch(/do not send (it|the order) again/i);
    }
    expect(stepsFor(lost, null, true)[0]).toMatch(/^Wait a moment/);
  });

  it('that was refused is not said to be sent again, and each reader knows what is theirs to do', () => {
    const refused = {
      ...lost,
      pending: { kind: 'Post', state: 'Unknown', refused: true },
    } as Order;
    const [first, ...others] = stepsFor(refused, null, false);
    expect(first).toMatch(/^Wait: Marina does not send it again\..* becomes Rejected\.$/);
    expect(others).toContainEqual(expect.stringMatching(/^Operations does this: search now/));
    expect(stepsFor(refused, null, true).join(' ')).not.toMatch(/Operations does/);
  });

  it('and whose number is inferred is no matter for an enquiry, but for people', () => {
    const inferred = { ...lost, orderNumber: '700001', pending: null } as Order;
    const evidence = { certain: false, number: 'Inferred' } as Order['evidence'];
    const steps = stepsFor({ ...inferred, evidence }, null, true);
    expect(steps[0]).toMatch(/by telephone, whether 700001 is this order, our reference REF1/);
    expect(steps.join(' ')).toMatch(/do not send the order again/);
    expect(steps.join(' ')).not.toMatch(/enquiry/);
  });

  it('that two numbers fit is decided by asking the exchange which one has our reference', () => {
    const two = found(named('700374'), named('700375'));
    expect(searchWords(two)).toBe(
      'Two numbers fit: 700374 and 700375. Nothing that the exchange shows tells them apart.',
    );
    const steps = stepsFor(lost, two, true);
    expect(steps[0]).toMatch(/which of 700374 and 700375 carries our reference REF1/);
    expect(steps.join(' ')).not.toMatch(/search now|not placed/i);
    const told = found(named('700374'), named('700375', ['units']));
    expect(fittingOf(told).map(({ orderNumber }) => orderNumber)).toEqual(['700374']);
    expect(searchWords(told)).toBe('Two numbers may be it: 700374 or 700375.');
  });

  it('is linked by two people who both read of the other numbers that fit', () => {
    const link = { resolution: 'link-number', orderNumber: '700374' } as const;
    const other = { orderNumber: '700375', differs: [], acceptedBy: null };
    expect(otherWords(other, link)).toBe('700375 fits as well: nothing here tells them apart.');
    expect(otherWords(other, { ...link, differences: ['700374 has 600 units'] })).toMatch(/better/);
    expect(otherWords({ ...other, differs: ['units'] }, link)).toBe('700375 may be it, too: other units.'); // prettier-ignore
    expect(otherWords({ ...other, differs: ['side'] }, link)).toMatch(/cannot be the order/);
    expect(otherWords({ ...other, acceptedBy: 'key:ada, key:bola' }, link)).toMatch(
      /^700375 was named, too; ada and bola accepted it as another desk's order/,
    );
    expect(effectWords(link, [other])).toMatch(
      /700374 is the number of our order.* 700375 stays nobody's here/,
    );
    const nowhere = { resolution: 'not-at-exchange', orderNumber: null } as const;
    expect(effectWords(nowhere, [other])).toMatch(/rejected/);
    expect(otherWords(other, nowhere)).toMatch(/fits: nothing here shows that it is not our order/);
    expect(acceptedWords({ ...nowhere, differences: ['7 fits it'] })).toMatch(
      /all the same: 7 fits it/,
    );
    const former = { ...link, orderId: 'ord_1', decidedBy: 'key:ada, key:bola', decidedAt: '' };
    expect(decidedOtherwise(former)).toBe('ada and bola decided that it is 700374.');
  });

  it('is refused a resolution in words that are said once', () => {
    const detail = 'belongs to another order of ours';
    const errors = [{ field: 'orderNumber', message: detail }];
    expect(refusalOf(new CallError(422, 'resolution-unfit', '', detail, null, errors))).toBe(
      detail,
    );
    const other = [{ field: 'price', message: 'must be a price' }];
    expect(
      refusalOf(new CallError(400, 'validation-failed', '', 'It is not valid.', null, other)),
    ).toBe('It is not valid. price must be a price');
  });

  it('claims of a search no more than it has found', () => {
    expect(searchWords(found(named('7')))).toMatch(/nothing proves yet/);
    expect(searchWords(found())).toBe('No search has named a number that may be it.');
    expect(searchWords({ ...found(), searches: 0 })).toBe('No search has been finished yet.');
  });

  it('has candidates in words, with what was traded under them', () => {
    const trade = { tradeDate: '2026-11-26', orderNumber: '7', accountNumber: 'C1', security: 'SD11PLC', side: 'BUY', executions: 1, units: '1000', value: '11650' }; // prettier-ignore
    const traded = { ...named('7'), traded: [trade] };
    expect(termsWords(traded)).toBe('BUY 1,000 SD11PLC');
    expect(tradedWords(traded)).toBe('1,000 at ₦11.65, filled');
    const shown = shownOf([{ shown: null, traded: [trade] }]);
    expect(shown === null ? null : [termsWords(shown), tradedWords(shown)]).toEqual([
      'BUY SD11PLC', '1,000 at ₦11.65',
    ]); // prettier-ignore
    expect(shownOf([{ shown: null, traded: [] }])).toBeNull();
    const of = { detail: 'sent', candidates: ['7', '8'], mayBeOf: [] };
    expect(breakWords(of)).toBe('may be 7 or 8: sent');
  });
});

describe('The overview', () => {
  it('puts each open break into one age', () => {
    const at = Date.parse('2026-11-25T12:00:00.000Z');
    const opened = ['11:58', '11:50', '11:30', '09:00', '00:30'].map((time) => ({
      ...BREAK,
      openedAt: `2026-11-25T${time}:00.000Z`,
    }));
    const old = { ...BREAK, openedAt: '2026-11-20T00:00:00.000Z', severity: 'Critical' } as Break;
    const bars = agesOf([...opened, old], at);
    expect(bars.map(({ total }) => total)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(bars.at(-1)?.bySeverity).toMatchObject({ Critical: 1, High: 0 });
  });
});
