import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { refusedAs } from '../parts/refusal.js';
import type { Outcome } from '../parts/outcome.js';
import { grouped } from '../parts/figures.js';
import { notWorking, outcomeOfCancel } from './outcome.js';

const WAIT_SECONDS = 3;

/** Cancels the orders that were selected when it was opened, one after the other, each with its result. */
export function BulkCancel({
  orders,
  onClose,
}: {
  readonly orders: readonly Order[];
  readonly onClose: () => void;
}): ReactNode {
  const [results, setResults] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const able = orders.filter((order) => notWorking(order) === null);
  const run = async (): Promise<Outcome> => {
    const done = new Map<string, Outcome>();
    for (const order of able) {
      const ask = { body: {}, waitSeconds: WAIT_SECONDS };
      const result = await call<Order>('POST', `/v1/orders/${order.id}/cancel`, ask).then(
        ({ data }) => outcomeOfCancel(data),
        (error: unknown) => refusedAs(error),
      );
      done.set(order.id, result);
      setResults(new Map(done));
    }
    const all = [...done.values()];
    const text = all
      .map(
        (result, index) =>
          `${able[index]?.security ?? ''} ${grouped(able[index]?.units)}: ${result.text}`,
      )
      .join('\n');
    const proven = all.every(({ tone }) => tone === 'good');
    return { tone: proven ? 'good' : 'doubt', text };
  };
  const what = able.length === 1 ? 'Cancel 1 order' : `Cancel ${String(able.length)} orders`;
  return (
    <Dialog
      title={what}
      act={what}
      danger
      isExplicit
      blocked={able.length === 0 ? 'None of the selected orders works at the exchange.' : null}
      onClose={onClose}
      run={run}
    >
      <p>Asks the exchange to cancel each of them. Until it confirms, each may still fill.</p>
      <ul className="plain">
        {orders.map((order) => (
          <li key={order.id}>
            {order.side} {grouped(order.units)} <b>{order.security}</b>{' '}
            <span className="hint">{results.get(order.id)?.text ?? notWorking(order) ?? ''}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
