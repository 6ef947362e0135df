import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { AuditEvent, Order } from '../api/answers.js';
import { call, CallError, read, readAll } from '../api/call.js';
import { useSession } from '../api/session.js';
import { Dialog } from '../parts/dialog.js';
import { grouped, naira, typedDecimal, valueOf } from '../parts/figures.js';
import { priceProblem, unitsProblem } from '../ticket/terms.js';
import { nameOf } from './history.js';
import { changedFirst, isAsSeen, notWorking, outcomeOfEdit } from './outcome.js';

const WAIT_SECONDS = 8;

export function EditOrder({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const session = useSession();
  const [units, setUnits] = useState(order.units);
  const [price, setPrice] = useState(order.price);
  // What the dealer has seen: an edit must not overrule what somebody else has changed since, unless they are told.
  const [seen, setSeen] = useState(order);
  const asked = { units: typedDecimal(units), price: typedDecimal(price) };
  const problems = { units: unitsProblem(asked.units), price: priceProblem(asked.price) };
  const same = asked.units === order.units && asked.price === order.price;
  const invalid = problems.units ?? problems.price;
  const unfit = invalid === null ? null : 'Correct what is marked first.';
  const idle = same ? 'Change the units or the price first.' : null;
  const blocked = notWorking(order) ?? unfit ?? idle;
  const change = `${grouped(asked.units)} at ${invalid === null ? naira(asked.price) : asked.price}`;
  return (
    <Dialog
      title={`Edit ${order.side} ${order.security}, no. ${order.orderNumber ?? 'not known'}`}
      act={blocked === null ? `Edit to ${change}` : 'Edit'}
      blocked={blocked}
      onClose={onClose}
      run={async () => {
        const body = {
          ...(asked.units === order.units ? {} : { units: asked.units }),
          ...(asked.price === order.price ? {} : { price: asked.price }),
        };
        try {
          return outcomeOfEdit(await edit(seen, body), asked);
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== 'version-stale') throw error;
          const [now, by] = await Promise.all([
            read<Order>(`/v1/orders/${order.id}`),
            whoChanged(seen),
          ]);
          const isMine = by === session.person.name;
          queries.setQueryData(['order', order.id], now);
          setSeen(now);
          return { tone: 'bad', text: changedFirst(seen, now, isMine ? 'Your own request' : by) };
        }
      }}
    >
      <p className="hint">
        Now {grouped(order.units)} at {naira(order.price)}; {grouped(order.matchedUnits)} matched.
        The exchange gives an edited order a new number, and it may lose its place in the queue.
      </p>
      <div className="fields">
        <TextInput
          label="Units"
          inputMode="numeric"
          value={units}
          error={problems.units}
          onChange={(event) => setUnits(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label="Limit ₦"
          inputMode="decimal"
          value={price}
          error={problems.price}
          onChange={(event) => setPrice(event.currentTarget.value)}
        />
      </div>
      {invalid === null && (
        <p>
          {grouped(asked.units)} at {naira(asked.price)} ={' '}
          <b>{naira(valueOf(asked.units, asked.price))}</b>
        </p>
      )}
    </Dialog>
  );
}

/** Who has asked for a change of the order since; null: nobody, or that cannot be read now. */
async function whoChanged(seen: Order): Promise<string | null> {
  const events = await readAll<AuditEvent>(`/v1/orders/${seen.id}/events`).catch(() => []);
  const since = Date.parse(seen.updatedAt);
  const last = events.findLast(
    ({ type, at }) => type.endsWith('_REQUESTED') && Date.parse(at) > since,
  );
  return last === undefined ? null : nameOf(last);
}

/** Sends the edit; once more where a record of the exchange has confirmed the order meanwhile and changed nothing. */
async function edit(seen: Order, body: Readonly<Record<string, string>>): Promise<Order> {
  const path = `/v1/orders/${seen.id}`;
  const send = async (version: number): Promise<Order> =>
    (await call<Order>('PATCH', path, { body, version, waitSeconds: WAIT_SECONDS })).data;
  try {
    return await send(seen.version);
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'version-stale') throw error;
    const now = await read<Order>(path);
    if (!isAsSeen(seen, now)) throw error;
    return send(now.version);
  }
}
