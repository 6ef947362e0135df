import {
  capability,
  type KeyReport,
  type ScopeReport,
} from '../../../../src/infra/exchange/keys/capabilities.js';

const KEYS = [
  { id: 'aaaa', secret: 'sk_test_a', scopes: ['daily.trades', 'order.post'] },
  { id: 'bbbb', secret: 'sk_test_b', scopes: [] },
];

function key(id: string, state: KeyReport['state'], scope?: Partial<ScopeReport>): KeyReport {
  const base = { scope: 'daily.trades', state: 'Working', since: null, answeredAt: null } as const;
  return {
    id,
    state,
    slots: 100,
    held: 0,
    heldByLane: {},
    httpStatus: state === 'Working' ? null : state === 'Limited' ? '429' : '402',
    since: null,
    restsUntil: null,
    scopes: scope === undefined ? [] : [{ failure: null, ...base, ...scope }],
  };
}

function fills(reports: readonly KeyReport[], silent = false) {
  const without = 'blind to fills';
  return capability('fills', 'daily.trades', without, KEYS, reports, silent);
}

describe('The desk sees fills', () => {
  it('while one key that may read them works', () => {
    const answeredAt = '2026-11-20T10:00:00.000Z';
    const reports = [key('aaaa', 'Refused'), key('bbbb', 'Working', { answeredAt })];
    expect(fills(reports)).toMatchObject({ state: 'Up', answeredAt, says: null });
  });

  it('as far as is known, before anything was asked', () => {
    expect(fills([key('aaaa', 'Working')])).toMatchObject({ state: 'Untried', says: null });
  });
});

describe('The desk is blind to fills', () => {
  it('when the exchange refuses the scope to every key that may have it', () => {
    const refused = { state: 'Refused' } as const;
    const seen = fills([key('aaaa', 'Working', refused), key('bbbb', 'Working', refused)]);
    expect(seen.state).toBe('Down');
    expect(seen.says).toBe(
      'blind to fills (the exchange refuses the scope daily.trades to key aaaa; the exchange refuses the scope daily.trades to key bbbb)',
    );
  });

  it.each([
    ['Refused', '402'],
    ['Limited', '429'],
  ] as const)('when its keys are %s', (state, status) => {
    const seen = fills([key('aaaa', state), key('bbbb', state)]);
    expect(seen.state).toBe('Down');
    expect(seen.says).toContain(`blind to fills (the exchange refuses key aaaa (${status})`);
  });

  it('when the exchange does not answer at all', () => {
    expect(fills([key('aaaa', 'Working', {})], true)).toMatchObject({
      state: 'Down',
      says: 'blind to fills (the exchange does not answer)',
    });
  });

  it('when no key has the scope', () => {
    expect(capability('fills', 'daily.trades', 'blind to fills', [], [], false)).toMatchObject({
      state: 'Down',
      says: 'blind to fills (no key has the scope daily.trades)',
    });
  });

  it('while replies are not documented ones', () => {
    const failing = { state: 'Failing', failure: 'whatever the exchange writes' } as const;
    expect(fills([key('aaaa', 'Working', failing)])).toMatchObject({
      state: 'Failing',
      says: 'blind to fills (the exchange does not answer as documented)',
    });
  });
});

describe('The desk posts', () => {
  it('although the last posts had no documented answer: nothing is held for that', () => {
    const failing = { scope: 'order.post', state: 'Failing', failure: 'no reply' } as const;
    const without = 'no order can be posted: they stay queued';
    const reports = [key('aaaa', 'Working', failing), key('bbbb', 'Working', failing)];
    const seen = capability('posting', 'order.post', without, KEYS, reports, false);
    expect(seen.state).toBe('Failing');
    expect(seen.says).toMatch(
      /^orders are sent, but .* \(the exchange does not answer as documented\)$/,
    );
  });
});
