import { reportWaiting } from '../../../src/orders/dispatch/report-waiting.js';
import type { OrderRequest } from '../../../src/orders/order/requests/order-request.js';
import { aNewOrder, anOrder, aRequest, aState, at, openBreaks } from '../../support/builders.js';
import { sendOrDrop } from './send-facts.js';

const told = (
  requests: readonly OrderRequest[],
  twin: string | null = null,
): readonly (readonly [string, string | undefined, string])[] =>
  (
    reportWaiting(aState({ order: aNewOrder(), requests }), 'req_1', twin, at())?.breaksOpened ?? []
  ).map(({ type, key, detail }) => [type, key, detail]);

describe('A request that is not sent', () => {
  it('is told of with the order that it could not be told from', () => {
    expect(told([aRequest()], 'ord_9')).toEqual([
      [
        'PostUnconfirmed',
        'waits',
        'it waits: nobody knows what became of ord_9, which could not be told from it at the exchange',
      ],
    ]);
  });

  it.each(['Post', 'Edit', 'Cancel'] as const)('is told of with the %s before it', (kind) => {
    const before = aRequest({ id: 'req_0', kind, state: 'Unknown' });
    const detail = `it waits: nobody knows what became of the ${kind.toLowerCase()} before it`;
    expect(told([before, aRequest({ kind: 'Cancel' })])).toEqual([
      ['CancelUnconfirmed', 'waits', detail],
    ]);
  });

  it('is not told of when nothing is before it, or when it was sent or dropped meanwhile', () => {
    const before = aRequest({ id: 'req_0', state: 'Unknown' });
    expect(told([aRequest({ kind: 'Cancel' })])).toEqual([]);
    expect(told([before])).toEqual([]);
    expect(told([before, aRequest({ kind: 'Cancel', state: 'Sent' })])).toEqual([]);
  });

  it('has no such break any more when it is sent', () => {
    const request = aRequest({ kind: 'Cancel' });
    const state = aState({
      order: anOrder(),
      requests: [request],
      breaks: openBreaks('CancelUnconfirmed'),
    });
    const sending = sendOrDrop({ state, request });
    expect(sending.kind === 'Send' && sending.change.breaksClosed).toEqual([
      { type: 'CancelUnconfirmed', key: 'waits', outcome: 'it was sent' },
    ]);
  });
});
