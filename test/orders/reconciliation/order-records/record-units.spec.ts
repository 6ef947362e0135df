import type { EditShown } from '../../../../src/orders/reconciliation/order-records/record-rules.js';
import { NO_MAPPINGS } from '../../../../src/orders/order/order-status.js';
import { readAccountList } from '../../../../src/orders/reconciliation/order-records/listed-by-account.js';
import {
  after,
  at,
  aRecord,
  anOrder,
  aRequest,
  aState,
  changeOf,
  factsOf,
  matchedRecord,
  noon,
  raisedBy,
  GRACE_MS,
} from '../../../support/builders.js';
import { read, RULES } from '../../order/reading.js';

describe('Units that were changed elsewhere', () => {
  const units = { units: '60', pendingUnits: '60' };

  it('are taken over from an enquiry, and a person is told (C5, C11)', () => {
    const state = aState();
    const change = changeOf(read(state, aRecord(units)));
    expect(change.order).toMatchObject({ units: '60' });
    expect(change.order).not.toHaveProperty('price');
    expect(raisedBy(change)).toEqual(['UnitsMismatch', 'IdentityMismatch']);
    expect(factsOf(change)).toContain('TERMS_CHANGED');
  });

  describe('leave the number doubtful, since it may have been given to another order,', () => {
    const doubted = changeOf(read(aState(), aRecord(units))).order;
    const state = aState({ order: anOrder({ ...doubted, askedAt: noon(31) }) });
    const later = { ...units, askedAt: noon(40) };
    const { orderNumber, security, side } = aRecord(later);
    const row = {
      orderNumber,
      security,
      side,
      units: '60',
      statusWord: 'Open',
      pendingUnits: '60',
    };
    const NO_RULES = { external: new Set<string>(), mappings: NO_MAPPINGS };
    const byAccount = (askedAt: number, ...rows: readonly (typeof row)[]) =>
      readAccountList(state, { rows, askedAt }, NO_RULES, at())?.order;

    it('until the list of its account shows it so', () => {
      expect(doubted).toMatchObject({ numberDoubt: 'AccountList' });
      expect(byAccount(noon(40), row)).toMatchObject({ numberDoubt: null });
    });

    it('whatever enquiries and the list of the broker show, which may be the other order', () => {
      for (const source of ['OrderEnquiry', 'BrokerList'] as const) {
        const shown = changeOf(read(state, aRecord({ ...later, source })));
        expect(shown.order).not.toHaveProperty('numberDoubt');
      }
    });

    it.each([
      ['an earlier list', noon(29), [row]],
      ['a list without it', noon(40), []],
      ['one that shows other units', noon(40), [{ ...row, units: '100' }]],
      ['one that shows another side', noon(40), [{ ...row, side: 'SELL' }]],
    ] as const)('and %s ends nothing', (_, askedAt, rows) => {
      expect(byAccount(askedAt, ...rows) ?? {}).not.toHaveProperty('numberDoubt');
    });

    it('until the list of the broker does where an edit of ours may not have been done', () => {
      const doubtAfterEdit = (unitsBefore: string | null, unitsBeforeEditAt: number) => {
        const order = anOrder({ editAcknowledgedAt: noon(0), unitsBefore, unitsBeforeEditAt });
        return changeOf(read(aState({ order }), aRecord(units))).order.numberDoubt;
      };
      expect(doubtAfterEdit('60', noon(0))).toBe('BrokerList');
      expect(doubtAfterEdit('80', noon(0))).toBe('AccountList');
      expect(doubtAfterEdit(null, noon(0))).toBe('AccountList');
      expect(doubtAfterEdit('60', noon(-60))).toBe('AccountList');
    });
  });

  it('are not taken over where they were those before our edit, and another number shows what that asked for', () => {
    const edit = { editAcknowledgedAt: noon(0), unitsBefore: '60', unitsBeforeEditAt: noon(0) };
    for (const lastOwnChangeAt of [noon(0), noon(29)]) {
      const state = aState({ order: anOrder({ ...edit, status: 'Amended', lastOwnChangeAt }) });
      const shownElsewhere = (editShownElsewhere: EditShown) =>
        changeOf(read(state, aRecord(units), { ...RULES, editShownElsewhere }));
      const change = shownElsewhere('ForAccount');
      expect(change.order).toMatchObject({ numberDoubt: 'AccountList' });
      expect(change.order).not.toHaveProperty('units');
      expect(raisedBy(change)).toEqual(['IdentityMismatch']);
      expect(shownElsewhere('Listed').order).toMatchObject({ numberDoubt: 'AccountList' });
    }
  });

  it('are not taken over where nothing has shown the order before: its acknowledgement may have named another', () => {
    const order = anOrder({ status: 'Posted', numberGrade: 'Acknowledged', shownWorkingAt: null });
    const change = changeOf(read(aState({ order }), aRecord(units)));
    expect(change.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
    expect(change.order).not.toHaveProperty('units');
    expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    const state = after(aState({ order }), change);
    const again = read(state, aRecord({ ...units, askedAt: noon(40) }));
    expect(again?.order ?? {}).not.toHaveProperty('numberDoubt');
    const shown = changeOf(read(state, aRecord({ askedAt: noon(40) })));
    expect(shown.order).toMatchObject({ numberDoubt: null });
    const filled = anOrder({ ...order, status: 'Filled', matchedUnits: '60', filledUnits: '60' });
    const after60 = changeOf(read(aState({ order: filled }), matchedRecord(60, { units: '60' })));
    expect(after60.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
    expect(after60.order).not.toHaveProperty('units');
    const edited = anOrder({ ...order, editAcknowledgedAt: noon(0) });
    const ofEdit = changeOf(read(aState({ order: edited }), aRecord(units)));
    expect(ofEdit.order).not.toMatchObject({ numberDoubt: 'OrderEnquiry' });
    const more = changeOf(read(aState({ order: edited }), aRecord({ units: '370' })));
    expect(more.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
    const before = anOrder({ ...edited, unitsBefore: '370' });
    const ofBefore = read(aState({ order: before }), aRecord({ units: '370' }));
    expect(ofBefore?.order ?? {}).not.toMatchObject({ numberDoubt: 'OrderEnquiry' });
    const isRight = { ...RULES, isNumberCalledRight: true };
    const called = changeOf(read(aState({ order }), aRecord(units), isRight));
    expect(called.order).toMatchObject({ units: '60', numberDoubt: 'AccountList' });
  });

  it('that it had before its last edit show it working all the same, beside what an edit since is searched for', () => {
    const edited = noon(0);
    const order = anOrder({
      status: 'Amended', numberGrade: 'Acknowledged', shownWorkingAt: null, units: '150', lastOwnChangeAt: noon(1),
      editAcknowledgedAt: edited, unitsBefore: '60', unitsBeforeEditAt: edited,
    }); // prettier-ignore
    const edit = aRequest({ kind: 'Edit', state: 'Unknown', sends: 1, units: '240' });
    const seen = (record: object) =>
      changeOf(read(aState({ order, requests: [edit] }), aRecord(record))).order.shownWorkingAt;
    expect(seen(units)).toBe(aRecord(units).askedAt);
    expect(seen({ units: '70', pendingUnits: '70' })).toBeUndefined();
  });

  it('doubt the number while a cancel is on its way, which changes none', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Sent' });
    const change = changeOf(read(aState({ requests: [cancel] }), aRecord(units)));
    expect(change.order).toMatchObject({ numberDoubt: 'BrokerList' });
    expect(change.order).not.toHaveProperty('units');
    const edit = aRequest({ kind: 'Edit', state: 'Sent' });
    expect(read(aState({ requests: [edit] }), aRecord(units))).toBeNull();
    expect(read(aState({ requests: [cancel] }), aRecord())).toBeNull();
  });

  it('doubt it then also where nothing says whether they are all units or what is left', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Sent' });
    const record = aRecord({ units: '60', matchedUnits: null, pendingUnits: '60' });
    const change = changeOf(read(aState({ requests: [cancel] }), record));
    expect(change.order).toMatchObject({ numberDoubt: 'BrokerList' });
  });

  it('of an order that ended under an unexplained word are told of, and not taken over', () => {
    const ended = { matchedUnits: '0', pendingUnits: '0', statusWord: 'Lapsed' };
    const change = changeOf(read(aState(), aRecord({ units: '60', ...ended })));
    expect(raisedBy(change)).toContain('UnitsMismatch');
    expect(change.order).not.toHaveProperty('units');
    const rest = aRecord({ units: '60', ...ended, matchedUnits: '40' });
    const filled = aState({ order: anOrder({ matchedUnits: '40' }) });
    expect(raisedBy(changeOf(read(filled, rest)))).not.toContain('UnitsMismatch');
  });

  it('asked for while a cancel was on its way doubt it also when the cancel has had its answer since', () => {
    const cancel = aRequest({ kind: 'Cancel', state: 'Unknown', claimedAt: noon(20) });
    const order = anOrder({ lastOwnChangeAt: noon(40) });
    const shown = (askedAt: number) =>
      read(aState({ order, requests: [cancel] }), aRecord({ ...units, askedAt }));
    expect(shown(noon(30))?.order).toMatchObject({ numberDoubt: 'BrokerList' });
    expect(shown(noon(10))).toBeNull();
  });

  it('that may be what unseen trades have left doubt the number, until an enquiry explains them', () => {
    const odd = { units: '60', matchedUnits: null, pendingUnits: null };
    const state = aState();
    const change = changeOf(read(state, aRecord(odd)));
    expect(change.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
    expect(change.order).not.toHaveProperty('units');
    const doubted = aState({ order: anOrder({ ...state.order, ...change.order }) });
    const again = changeOf(read(doubted, aRecord({ ...odd, askedAt: noon(40) })));
    expect(again.order).not.toHaveProperty('numberDoubt');
    const explained = changeOf(read(doubted, aRecord({ askedAt: noon(40) })));
    expect(explained.order).toMatchObject({ numberDoubt: null });
    const traded = aState({ order: anOrder({ matchedUnits: '40', filledUnits: '40' }) });
    expect(read(traded, aRecord(odd))?.order).not.toHaveProperty('numberDoubt');
  });

  it.each([
    ['Open', 'BrokerList'],
    ['Amended', undefined],
  ] as const)(
    'soon after our last mutation doubt the number of one that is %s: %s',
    (status, doubt) => {
      const state = aState({ order: anOrder({ status }) });
      const { order } = changeOf(read(state, aRecord({ ...units, askedAt: noon(1) })));
      expect(order.numberDoubt).toBe(doubt);
      expect(order).not.toHaveProperty('units');
    },
  );

  it('just after an edit of ours leave nothing certain, until an enquiry shows the edited ones', () => {
    const order = anOrder({ status: 'Amended' });
    const soon = changeOf(read(aState({ order }), aRecord({ ...units, askedAt: noon(1) })));
    expect(soon.order).toMatchObject({ doubtedSince: expect.any(Number) });
    expect(raisedBy(soon)).toEqual([]);
    const doubted = anOrder({ ...order, ...soon.order });
    const shown = changeOf(read(aState({ order: doubted }), aRecord({ askedAt: noon(2) })));
    expect(shown.order).toMatchObject({ doubtedSince: null });
  });

  it('are doubted soon after our post also where the record says Amended, which no edit of ours explains', () => {
    const record = aRecord({ ...units, statusWord: 'Amended', askedAt: noon(1) });
    const { order } = changeOf(read(aState({ order: anOrder({ status: 'Posted' }) }), record));
    expect(order).toMatchObject({ status: 'Amended', numberDoubt: 'BrokerList' });
    expect(order).not.toHaveProperty('units');
  });

  it('of an order that is over by the same record leave no doubt of a number that nothing is sent by', () => {
    const change = changeOf(read(aState(), matchedRecord(40, { units: '40' })));
    expect(change.order).not.toHaveProperty('numberDoubt');
  });

  it.each([30, 1])(
    'are taken over from an enquiry %d s after our last mutation, when all of them are matched',
    (seconds) => {
      const record = matchedRecord(40, { units: '40', askedAt: noon(seconds) });
      const change = changeOf(read(aState(), record));
      expect(change.order).toMatchObject({ status: 'Filled', units: '40', matchedUnits: '40' });
      expect(raisedBy(change)).toContain('UnitsMismatch');
      expect(factsOf(change)).toContain('TERMS_CHANGED');
    },
  );

  it('are taken over at once from an enquiry that shows the order Cancelled', () => {
    const record = aRecord({
      units: '60',
      pendingUnits: '0',
      statusWord: 'Cancelled',
      askedAt: noon(1),
    });
    const change = changeOf(read(aState(), record));
    expect(change.order).toMatchObject({ status: 'Cancelled', units: '60' });
    expect(raisedBy(change)).toContain('UnitsMismatch');
  });

  it.each<[string, string, string, string | null]>([
    ['BrokerList', 'that neither it nor the order has', '2000', '1700'],
    ['OrderEnquiry', 'that neither it nor the order has, and nothing explains', '2000', null],
    ['none', 'of the edit', '1100', null],
    ['none', 'of before it', '1000', null],
    ['none', 'that it left of the order', '700', null],
    ['none', 'that were left of the edit', '800', null],
    ['none', 'of the edit beside what was matched', '1400', null],
  ])(
    'while an edit of unknown outcome may have given the number to another order doubt it (%s) by units %s',
    (doubt, _, shown, pending) => {
      const edit = aRequest({
        kind: 'Edit',
        state: 'Unknown',
        units: '1100',
        price: '13',
        dueAt: noon(90),
      });
      const order = anOrder({ units: '1000', matchedUnits: '300', filledUnits: '300' });
      const state = aState({ order, requests: [edit] });
      const matchedUnits = pending === null ? null : '300';
      const record = aRecord({ units: shown, matchedUnits, pendingUnits: pending });
      const next = after(state, read(state, record));
      expect(next.order.numberDoubt ?? 'none').toBe(doubt);
      expect(next.breaks.map(({ type }) => type).includes('IdentityMismatch')).toBe(
        doubt !== 'none',
      );
    },
  );

  it('are taken over from a Cancelled order also while an edit to others is Unknown', () => {
    const edit = aRequest({ kind: 'Edit', state: 'Unknown', units: '150' });
    const state = aState({ order: anOrder({ status: 'Cancelled' }), requests: [edit] });
    const ended = aRecord({ units: '60', pendingUnits: '0', statusWord: 'Cancelled' });
    expect(read(state, ended)?.order.units).toBe('60');
  });

  it('that are fewer than were traded make the order Filled, and a person is told', () => {
    const traded = { matchedUnits: '50', filledUnits: '50', filledValue: '620' };
    const record = matchedRecord(40, { units: '40', pendingUnits: '0', statusWord: 'Open' });
    const open = aRecord({ units: '50', matchedUnits: '50', pendingUnits: '0' });
    expect(changeOf(read(aState({ order: anOrder(traded) }), open)).order.status).toBe('Filled');
    const change = changeOf(read(aState({ order: anOrder(traded) }), record));
    expect(change.order).toMatchObject({ status: 'Filled', units: '40' });
  });

  it('are not taken over from a list', () => {
    const record = aRecord({ ...units, source: 'BrokerList' });
    expect(changeOf(read(aState(), record)).order).not.toHaveProperty('units');
  });

  it.each(['Queued', 'Unknown'] as const)('are not taken over while an edit is %s', (state) => {
    const request = aRequest({ kind: 'Edit', state, units: '80' });
    const change = changeOf(read(aState({ requests: [request] }), aRecord(units)));
    expect(change.order).not.toHaveProperty('units');
    expect(raisedBy(change)).toContain('IdentityMismatch');
    expect(raisedBy(change)).not.toContain('UnitsMismatch');
  });

  describe('under the old number of an edit that was acknowledged under another one', () => {
    const edit = { kind: 'Edit', state: 'Unknown', sends: 1, units: '60' } as const;
    const state = aState({ requests: [aRequest({ ...edit, unprovenNumber: '700010' })] });
    const traded = { matchedUnits: '150', pendingUnits: '130' };

    it('are those of another order if neither has them: nothing of it is taken', () => {
      const change = changeOf(read(state, aRecord({ ...traded, units: '280' })));
      expect(change.order).toMatchObject({ numberDoubt: 'OrderEnquiry' });
      expect(change.order).not.toHaveProperty('matchedUnits');
      expect(change.order).not.toHaveProperty('status');
      expect(raisedBy(change)).toEqual(['IdentityMismatch']);
    });

    it('are not those of its own end, which may count what was executed alone', () => {
      const end = { units: '40', matchedUnits: '40', pendingUnits: '0', statusWord: 'Cancelled' };
      const change = changeOf(read(state, aRecord(end)));
      expect(change.order).not.toHaveProperty('numberDoubt');
    });

    it.each([
      ['its own', '100', '40', '60'],
      ["the edit's", '60', '40', '20'],
    ])('are read if they are %s', (_, units, matchedUnits, pendingUnits) => {
      const change = changeOf(read(state, aRecord({ units, matchedUnits, pendingUnits })));
      expect(change.order).not.toHaveProperty('numberDoubt');
      expect(change.order).toMatchObject({ matchedUnits });
    });
  });

  it('are of nobody while an edit to them waits: it has changed nothing yet', () => {
    const waits = aRequest({ kind: 'Edit', state: 'Queued', units: '60' });
    const change = changeOf(read(aState({ requests: [waits] }), aRecord(units)));
    expect(raisedBy(change)).toContain('IdentityMismatch');
  });

  it.each([
    [GRACE_MS, false],
    [GRACE_MS + 1, true],
  ])('asked for %d ms after our last mutation are taken over: %s', (later, taken) => {
    const record = aRecord({ ...units, askedAt: noon(0) + later });
    const change = changeOf(read(aState(), record));
    expect('units' in change.order).toBe(taken);
  });
});
