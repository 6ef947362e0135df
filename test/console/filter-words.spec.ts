import { countWords } from '../../console/audit/count-words.js';
import { allWords, isFromLink } from '../../console/audit/filter-words.js';
import { linkedWords } from '../../console/breaks/linked-words.js';
import { orderName } from '../../console/order/outcome.js';
import { filterWords } from '../../console/orders/filters.js';

const ORDER = { orderNumber: '700001', clientOrderId: 'desk-7', side: 'BUY', units: '1000', security: 'SD11PLC' } as const; // prettier-ignore
const ID = 'ord_01M7W9V1GHGDXV473P1P44ZYCB';

describe('A filter that comes from a link', () => {
  it('names an order by its number, or by its client id while it has none', () => {
    expect(orderName(ORDER)).toBe('700001, BUY 1,000 SD11PLC');
    expect(orderName({ ...ORDER, orderNumber: null })).toBe('desk-7, BUY 1,000 SD11PLC');
  });

  it('names people and entries of the trail as they are known, and times in Lagos', () => {
    const known = {
      order: orderName(ORDER),
      titles: new Map([['ORDER_RECEIVED', 'Order received']]),
    };
    const filters = {
      actor: 'key:Ada', orderId: ID, type: 'ORDER_RECEIVED', from: '2026-11-25T23:00:00.000Z', security: 'SD11PLC',
    }; // prettier-ignore
    expect(allWords(filters, known)).toEqual([
      'Entry: Order received',
      'Security: SD11PLC',
      'From: 2026-11-26 00:00',
      'Key of: Ada',
      'Order: 700001, BUY 1,000 SD11PLC',
    ]);
    expect(allWords({ actor: 'system:reconciler' }, known)).toEqual([
      'Part of the service: reconciler',
    ]);
  });

  it('is shown in words where it is an id or a name as the trail writes it; what is typed stays a field', () => {
    expect([isFromLink('orderId', ID), isFromLink('actor', 'key:Ada')]).toEqual([true, true]);
    expect([isFromLink('actor', 'Ada'), isFromLink('orderNumber', '700001')]).toEqual([
      false,
      false,
    ]);
  });

  it('says what the queue of breaks is narrowed to', () => {
    expect(linkedWords('orderId', ID, orderName(ORDER))).toBe('Order: 700001, BUY 1,000 SD11PLC');
    expect(linkedWords('type', 'PostUnconfirmed', null)).toBe('Type: Post unconfirmed');
    expect(linkedWords('assignee', 'key:Ada', null)).toBe('Owner: Ada');
  });

  it('says what the list of orders is narrowed to', () => {
    expect(filterWords('createdFrom', '2026-11-25T23:00:00.000Z')).toBe(
      'Entered from: 2026-11-26 00:00',
    );
    expect(['true', 'false'].map((value) => filterWords('hasBreaks', value))).toEqual([
      'With breaks',
      'Without breaks',
    ]);
    expect(filterWords('side', 'BUY')).toBe('Side: BUY');
  });
});

describe('An export of the trail', () => {
  it('says before it is made how many entries it would have, as far as they were counted', () => {
    expect(countWords(12_345, null)).toBe('12,345 now');
    expect(countWords(null, null)).toMatch(/^More than 2,000/);
    expect(countWords(undefined, null)).toBe('Counting…');
    expect(countWords(undefined, new Error('no answer'))).toMatch(/^Not counted/);
  });
});
