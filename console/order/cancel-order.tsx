import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { grouped, naira } from '../parts/figures.js';
import { CLOSED, isPostUnknown, notWorking, outcomeOfCancel, waitsUntil } from './outcome.js';

const WAIT_SECONDS = 8;

export function CancelOrder({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  const left = grouped(order.pendingUnits);
  const waits = waitsUntil(order);
  // A colleague, or the exchange, may be first while the dialog is open.
  const over = CLOSED.has(order.status) ? notWorking(order) : null;
  return (
    <Dialog
      title={`Cancel ${order.side} ${grouped(order.units)} ${order.security}`}
      act={
        over !== null
          ? 'Cancel'
          : waits !== null
            ? 'Cancel as soon as it is proven'
            : `Cancel ${left} ${order.security}`
      }
      over={over}
      isExplicit
      danger
      onClose={onClose}
      run={async () => {
        // Of no version: a record that only confirms the order must not hold up its cancel.
        const ask = {
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
          waitSeconds: WAIT_SECONDS,
        };
        return outcomeOfCancel(
          (await call<Order>('POST', `/v1/orders/${order.id}/cancel`, ask)).data,
        );
      }}
    >
      {waits !== null && (
        <p className="outcome is-doubt">
          {waits}
          {isPostUnknown(order) &&
            ' Once a cancel is asked for, Marina never sends the order again.'}
        </p>
      )}
      {waits === null && (
        <p>
          Asks the exchange to cancel the {left} units that are not matched, at {naira(order.price)}
          , for <bdi>{order.clientName}</bdi>. Until it confirms, they may still fill.
        </p>
      )}
      <TextInput
        label="Reason (optional, kept in the audit trail)"
        value={reason}
        maxLength={200}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Dialog>
  );
}
