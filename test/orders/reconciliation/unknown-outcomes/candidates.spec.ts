import {
  isFilled,
  isOfSeveralAccounts,
} from '../../../../src/orders/reconciliation/unknown-outcomes/candidates.js';
import { aRecord } from '../../../support/builders.js';

describe('An order number in the trades of the day', () => {
  const row = (accountNumber: string | null) => ({ accountNumber });

  it.each([
    ['rows of two accounts', [row('CDS-1'), row('CDS-2')], null, true],
    ["another account's rows, and the list of ours has it", [row('CDS-2')], 'CDS-1', true],
    ['our rows alone', [row('CDS-1'), row('CDS-1')], 'CDS-1', false],
    ['rows without an account', [row(null)], 'CDS-1', false],
    ['no rows', [], 'CDS-1', false],
  ])('with %s belongs to several orders: %#', (_, rows, listedFor, isShared) => {
    expect(isOfSeveralAccounts(rows, listedFor)).toBe(isShared);
  });
});

describe('An enquiry of a number that only trades show', () => {
  const wanted = { security: 'SD11PLC', side: 'BUY', units: ['100'] };
  const filled = aRecord({ units: '100', matchedUnits: '100', pendingUnits: '0' });

  it.each([
    ['wholly matched', filled],
    ['with nothing left', { ...filled, units: '0' }],
    ['without quantities but its units', { ...filled, matchedUnits: null, pendingUnits: null }],
  ])('shows the order %s', (_, record) => {
    expect(isFilled(record, wanted)).toBe(true);
  });

  it.each([
    ['another security', { ...filled, security: 'SD12PLC' }],
    ['the other side', { ...filled, side: 'SELL' }],
    ['other units', { ...filled, units: '99' }],
    ['nothing matched', { ...filled, matchedUnits: '0' }],
    ['less matched than was traded', { ...filled, matchedUnits: '60', pendingUnits: '40' }],
    ['something pending', { ...filled, pendingUnits: '40' }],
  ])('does not show it with %s', (_, record) => {
    expect(isFilled(record, wanted)).toBe(false);
  });
});
