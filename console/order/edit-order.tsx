import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { Order } from '../api/answers.js';
import { call, CallError, read } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { grouped, naira, typedDecimal, valueOf } from '../parts/figures.js';
import { priceProblem, unitsProblem } from '../ticket/terms.js';
import { isAsSeen, outcomeOfEdit } from './outcome.js';

const WAIT_SECONDS = 8;

export function EditOrder({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}): ReactNode {
  const [units, setUnits] = useState(order.units);
  const [price, setPrice] = useState(order.price);
  // What the dealer saw on opening: an edit must not overrule what somebody else has changed since.
  const [seen] = useState(order);
  const asked = { units: typedDecimal(units), price: typedDecimal(price) };
  const problems = { units: unitsProblem(asked.units), price: priceProblem(asked.price) };
  const same = asked.units === order.units && asked.price === order.price;
  const invalid = problems.units ?? problems.price;
  const blocked =
    invalid !== null
      ? 'Correct what is marked first.'
      : same
        ? 'Change the units or the price first.'
        : null;
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
        return outcomeOfEdit(await edit(seen, body), asked);
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
