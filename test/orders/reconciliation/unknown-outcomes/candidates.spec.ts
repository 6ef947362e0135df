import { describe, expect, it } from '@jest/globals';
import { isOfSeveralAccounts } from '../../../../src/orders/reconciliation/unknown-outcomes/candidates.js';

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
