import {
  leftOut,
  savedSearch,
  shownView,
  viewsIn,
  withView,
  withoutView,
  type SavedView,
} from '../../console/orders/views.js';

const OPEN: SavedView = { name: 'open buys', search: { status: 'Open', side: 'BUY' } };
const WIDE: SavedView = { name: 'wide', search: { columns: 'status,client' } };

describe('The saved views of the order list', () => {
  it('keep filters and columns, and neither what is open nor who the client is', () => {
    const search = {
      status: 'Open', security: 'SD11PLC', columns: 'status', order: 'ord_1', asOf: 'x', act: 'e',
      accountNumber: 'C1000017', orderNumber: '7', clientOrderId: 'a-1', orderRef: 'R1',
    }; // prettier-ignore
    expect(savedSearch(search)).toEqual({ status: 'Open', security: 'SD11PLC', columns: 'status' });
    expect(leftOut(search).toSorted()).toEqual([
      'accountNumber', 'clientOrderId', 'orderNumber', 'orderRef',
    ]); // prettier-ignore
    const tampered = JSON.stringify([{ name: 'x', search: { accountNumber: 'C1', side: 'BUY' } }]);
    expect(viewsIn(tampered)).toEqual([{ name: 'x', search: { side: 'BUY' } }]);
  });

  it('are known again by what they show, in whatever order, and not with a filter on top', () => {
    const views = [OPEN, WIDE];
    expect(shownView(views, { side: 'BUY', status: 'Open', order: 'ord_1' })).toBe(OPEN);
    expect(shownView(views, { side: 'BUY', status: 'Open', accountNumber: 'C1' })).toBeNull();
    expect(shownView(views, {})).toBeNull();
  });

  it('are replaced under the same name, and removed by it', () => {
    const again = { name: 'wide', search: { columns: 'client' } };
    expect(withView([WIDE], OPEN)).toEqual([OPEN, WIDE]);
    expect(withView([OPEN, WIDE], again)).toEqual([OPEN, again]);
    expect(withoutView([OPEN, WIDE], 'wide')).toEqual([OPEN]);
    const many = Array.from({ length: 40 }, (_, at) => ({ name: `v${String(at)}`, search: {} }));
    expect(withView(many, OPEN)).toHaveLength(30);
  });

  it('survive their storage, and whatever else is found there counts as none', () => {
    expect(viewsIn(JSON.stringify([OPEN, WIDE]))).toEqual([OPEN, WIDE]);
    for (const stored of [null, '', '{', '{}', '[1, null, {"name": 1}, {"name": "x"}]']) {
      expect(viewsIn(stored)).toEqual([]);
    }
    expect(viewsIn('[{"name": "x", "search": {"status": 1}}]')).toEqual([]);
  });
});
