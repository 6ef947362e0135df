import {
  filledPercent,
  grouped,
  money,
  naira,
  percentAway,
  separatorProblem,
  signed,
  typedDecimal,
  unitsOrNothing,
  valueOf,
} from '../../console/parts/figures.js';
import { priceProblem, unitsProblem } from '../../console/ticket/terms.js';

describe('Figures of the console', () => {
  it.each([
    ['1234567', '1,234,567'],
    ['999', '999'],
    ['1234.5', '1,234.5'],
    ['-12345', '-12,345'],
    [null, '—'],
  ])('groups %s as %s', (given, shown) => {
    expect(grouped(given)).toBe(shown);
  });

  it.each([
    ['12.5', '12.50'],
    ['1000', '1,000.00'],
    ['0.123456', '0.123456'],
    ['7.5000', '7.50'],
    [null, '—'],
  ])('shows a price of %s as %s', (given, shown) => {
    expect(money(given)).toBe(shown);
  });

  it('keeps every digit of a large value', () => {
    expect(naira(valueOf('999999999999999', '0.000001'))).toBe('₦999,999,999.999999');
    expect(naira('-12.5')).toBe('-₦12.50');
  });

  it('shows a change with its sign, and none without', () => {
    expect(['1.20', '-0.40', '0.00', '+3'].map(signed)).toEqual(['+1.20', '-0.40', '0.00', '+3']);
  });

  it('shows no units as nothing, and never as zero', () => {
    expect([unitsOrNothing('0'), unitsOrNothing('400')]).toEqual(['—', '400']);
  });

  it('fills a bar to whole percents, at most 100', () => {
    expect([filledPercent('1', '3'), filledPercent('5', '4'), filledPercent('1', '0')]).toEqual([
      33, 100, 0,
    ]);
  });

  it('says how far a price is from the last', () => {
    expect(percentAway('14', '12.5')).toBe('12');
    expect(percentAway('11.9', '12.5')).toBe('-4.8');
    expect(percentAway('12', null)).toBeNull();
  });

  it.each([
    [' 1,250,000 ', '1250000'],
    ['1,130', '1130'],
    ['1,250.50', '1250.50'],
    ['1 250 000', '1250000'],
    ['₦12.50', '12.50'],
    ['₦ 1,250', '1250'],
    ['12500', '12500'],
    ['', ''],
  ])('reads %p as %p', (typed, decimal) => {
    expect(typedDecimal(typed)).toBe(decimal);
    expect(separatorProblem(typedDecimal(typed))).toBeNull();
  });

  it.each([
    ['11,30', 'Write 11.30 with a point: a comma only separates thousands, as in 12,500.'],
    ['13,60', 'Write 13.60 with a point: a comma only separates thousands, as in 12,500.'],
    ['1,1300', 'Write 1.1300 with a point: a comma only separates thousands, as in 12,500.'],
    ['0,500', 'Write 0.500 with a point: a comma only separates thousands, as in 12,500.'],
    ['1,25,000', 'A comma or a blank only separates thousands, as in 12,500.50.'],
    ['1.250,50', 'A comma or a blank only separates thousands, as in 12,500.50.'],
    ['1,250 000', 'A comma or a blank only separates thousands, as in 12,500.50.'],
    ['12 50', 'A comma or a blank only separates thousands, as in 12,500.50.'],
    ['12,', 'A comma or a blank only separates thousands, as in 12,500.50.'],
    [',5', 'A comma or a blank only separates thousands, as in 12,500.50.'],
  ])('never reads a thousand into %p', (typed, why) => {
    expect(typedDecimal(typed)).toBe(typed);
    expect(separatorProblem(typed)).toBe(why);
    expect(priceProblem(typedDecimal(typed))).toBe(why);
    expect(unitsProblem(typedDecimal(typed))).toMatch(/^Whole units/);
  });
});
