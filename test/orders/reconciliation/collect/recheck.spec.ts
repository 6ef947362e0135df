import type { OrderRecord } from '../../../../src/infra/exchange/api/enquiry-api.js';
import { recheckOf, type NotTaken } from '../../../../src/orders/reconciliation/collect/recheck.js';
import { noon } from '../../../support/builders.js';
import { aListed } from '../rows.js';

function said(rows: readonly OrderRecord[], notTaken: NotTaken | null = null): string {
  const times = { askedAt: noon(0), answeredAt: noon(1) };
  const answer = { kind: 'Answer', rows, odd: 0, callId: 'call_1', ...times } as const;
  return recheckOf(answer, notTaken).said;
}

describe('What the exchange has said of an order that people ask about again', () => {
  it('is told with what the record has, and no more', () => {
    expect(said([aListed()])).toBe('The exchange shows BUY 100 SD11PLC as Open.');
    const matched = aListed({ matchedUnits: '40', pendingUnits: '60' });
    expect(said([matched])).toBe(
      'The exchange shows BUY 100 SD11PLC as Open, 40 matched, 60 pending.',
    );
  });

  it('is not guessed from a record that cannot be read', () => {
    expect(said([])).toBe('The exchange answered with a record that cannot be read.');
  });

  it('is told with the reason where the break has taken nothing from it', () => {
    expect(said([aListed()], 'not-listed')).toBe(
      'The exchange shows BUY 100 SD11PLC as Open. No list of today has shown that order under our broker code, so the break has taken nothing from it.',
    );
  });
});
