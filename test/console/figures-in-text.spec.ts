import { withFigures } from '../../console/parts/figures-in-text.js';
import { breakWords } from '../../console/breaks/break-words.js';
import { explained } from '../../console/parts/explained.js';

describe('A sentence about a break', () => {
  it.each([
    // Units.
    ['the exchange has 1000000 units, we have 900000', 'the exchange has 1,000,000 units, we have 900,000'],
    ['BUY 7000 SD11PLC (Open) is under no number of ours', 'BUY 7,000 SD11PLC (Open) is under no number of ours'],
    ['the record says 4000 matched and nothing pending of 10000 units', 'the record says 4,000 matched and nothing pending of 10,000 units'],
    ['the record says 4000 matched, 5000 were proven before', 'the record says 4,000 matched, 5,000 were proven before'],
    ['the exchange says 4000 are matched, and its trades have shown 3000', 'the exchange says 4,000 are matched, and its trades have shown 3,000'],
    ['now 4000 are matched and 3000 booked', 'now 4,000 are matched and 3,000 booked'],
    ['12000 units are traded of an order of 10000', '12,000 units are traded of an order of 10,000'],
    ['an enquiry shows 2000 units after the edit to 1000', 'an enquiry shows 2,000 units after the edit to 1,000'],
    ['700001 is shown with 2000 units, and nobody here has changed 1000', '700001 is shown with 2,000 units, and nobody here has changed 1,000'],
    ['700001 has 2000 units at the exchange, the order has 1000', '700001 has 2,000 units at the exchange, the order has 1,000'],
    ['OrderEnquiry shows SELL 2000 SDFOO under 7000001', 'OrderEnquiry shows SELL 2,000 SDFOO under 7000001'],
    ['equal rows with one matching id may be several trades: 1000 of 5000 units are pending, and 3000 are booked', 'equal rows with one matching id may be several trades: 1,000 of 5,000 units are pending, and 3,000 are booked'],
    // Prices.
    ['the exchange has a price of 12.5000, we had 1250', 'the exchange has a price of ₦12.50, we had ₦1,250.00'],
    ["the day's trades show it resting at 12, we have 12.345", "the day's trades show it resting at ₦12.00, we have ₦12.345"],
    ["the day's trades show a limit of 12.5 under 700001, ours is 12", "the day's trades show a limit of ₦12.50 under 700001, ours is ₦12.00"],
    ['an edit to 12 was acknowledged, and an enquiry still shows BasePrice 11.5, the limit before it', 'an edit to ₦12.00 was acknowledged, and an enquiry still shows BasePrice ₦11.50, the limit before it'],
    ['BasePrice has shown the limits that we know, and shows 13 instead of 12.5', 'BasePrice has shown the limits that we know, and shows ₦13.00 instead of ₦12.50'],
    ['700001 traded beyond the limit of the order, 12.5', '700001 traded beyond the limit of the order, ₦12.50'],
    ['an edit of ours has set 12.5', 'an edit of ours has set ₦12.50'],
    // Both.
    ['4000 were traded at 12.5, beyond the limit of 12: the edit to 12.2 was refused, but has taken effect', '4,000 were traded at ₦12.50, beyond the limit of ₦12.00: the edit to ₦12.20 was refused, but has taken effect'],
    ['the trade 9000123 now reads 4000 at 12.4; it is booked as 4000 at 12.5', 'the trade 9000123 now reads 4,000 at ₦12.40; it is booked as 4,000 at ₦12.50'],
    ['the trade TM1 of 4000 at 12.4 leaves 6000 pending, 1000 are booked, and the order has 12000: it is not booked', 'the trade TM1 of 4,000 at ₦12.40 leaves 6,000 pending, 1,000 are booked, and the order has 12,000: it is not booked'],
    ['the trade 9000123 of order 7000001 is shown with a price of 12.45, as 1000 traded, 4000 matched, 6000 pending: it is not booked', 'the trade 9000123 of order 7000001 is shown with a price of ₦12.45, as 1,000 traded, 4,000 matched, 6,000 pending: it is not booked'],
    ['BUY 4000 SD11PLC at 12.4 was traded under a number that is no order of ours', 'BUY 4,000 SD11PLC at ₦12.40 was traded under a number that is no order of ours'],
  ])('has its figures as they are written elsewhere: %s', (stored, shown) => {
    expect(withFigures(stored)).toBe(shown);
    // What is readable already stays as it is.
    expect(withFigures(shown)).toBe(shown);
  }); // prettier-ignore

  it.each([
    'the day of this order, 2026-11-20, is over, and nothing has shown how it ended',
    'the trade 9000123 of 2026-11-20 is no longer shown',
    '7000001 may be it, though it was taken to be refused',
    'the exchange has acknowledged it as 7000001 and as 7000002',
    "order number 7000001, which was to be this order's, belongs to another",
    'the enquiry was answered with HTTP 503 after 5000 ms, at 10:02:11',
    'BUY 7,000 SD11PLC at ₦12.50 was sent, and it is not known whether the exchange has it (no reply)',
  ])('keeps what only looks like a figure: %s', (stored) => {
    expect(withFigures(stored)).toBe(stored);
  });

  it('reads the same in the list and in the trail', () => {
    const detail = 'the exchange has 2000 units, we have 1000';
    const shown = 'the exchange has 2,000 units, we have 1,000';
    expect(breakWords({ detail, candidates: [], mayBeOf: [] })).toBe(shown);
    const explanation = `A break was opened, UnitsMismatch: ${detail}.`;
    expect(explained({ explanation, body: { breakType: 'UnitsMismatch' } })).toBe(
      `A break was opened, Units mismatch: ${shown}.`,
    );
  });
});
