import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FocusEvent, type ReactNode } from 'react';
import type { AuditEvent, Order } from '../api/answers.js';
import { call, CallError, read, readAll } from '../api/call.js';
import { useSession } from '../api/session.js';
import { Dialog } from '../parts/dialog.js';
import { grouped, money, naira, typedDecimal } from '../parts/figures.js';
import { Preview } from '../ticket/preview.js';
import { useSurroundings } from '../ticket/surroundings.js';
import { priceProblem, unitsProblem } from '../ticket/terms.js';
import { UNSEEN, useSeen } from '../ticket/warning-list.js';
import { warningsOfEdit } from '../ticket/warnings.js';
import { nameOf } from './history.js';
import {
  changedFirst,
  isAsSeen,
  isSameDecimal,
  notWorking,
  outcomeOfEdit,
  sentenceOf,
  waitsUntil,
} from './outcome.js';

const WAIT_SECONDS = 8;

/** New units or a new price for an order, with the preview and the warnings of the ticket. */
export function EditOrder({
  order,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}): ReactNode {
  const queries = useQueryClient();
  const session = useSession();
  // What the dealer knows of: an edit must not overrule what somebody else has changed since, unless they are told.
  const [known, setKnown] = useState(order);
  // Null: as the order has it. What nobody has touched is never part of the edit.
  const [typedUnits, setUnits] = useState<string | null>(null);
  const [typedPrice, setPrice] = useState<string | null>(null);
  const [units, price] = [typedUnits ?? grouped(known.units), typedPrice ?? money(known.price)];
  const asked = { units: typedDecimal(units), price: typedDecimal(price) };
  const problems = { units: unitsProblem(asked.units), price: priceProblem(asked.price) };
  const invalid = problems.units ?? problems.price;
  const isSame = isSameDecimal(asked.units, known.units) && isSameDecimal(asked.price, known.price);
  const around = useSurroundings(order);
  const warnings = invalid === null && !isSame ? warningsOfEdit(order, asked, around) : [];
  const seen = useSeen(warnings);
  const change = `${grouped(asked.units)} at ${invalid === null ? naira(asked.price) : asked.price}`;
  return (
    <Dialog
      title={`Edit ${order.side} ${order.security}, no. ${order.orderNumber ?? 'not known'}`}
      act={invalid === null && !isSame ? `Edit to ${change}` : 'Edit'}
      over={notWorking(order)}
      isExplicit
      blocked={blockedBy({
        isInvalid: invalid !== null,
        isSame,
        isUnseen: seen.unseen.length > 0,
      })}
      onClose={onClose}
      run={async () => {
        const body = {
          ...(isSameDecimal(asked.units, known.units) ? {} : { units: asked.units }),
          ...(isSameDecimal(asked.price, known.price) ? {} : { price: asked.price }),
        };
        try {
          return outcomeOfEdit(await edit(known, body), asked);
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== 'version-stale') throw error;
          const [now, by] = await Promise.all([
            read<Order>(`/v1/orders/${order.id}`),
            whoChanged(known),
          ]);
          const isMine = by === session.person.name;
          queries.setQueryData(['order', order.id], now);
          setKnown(now);
          return { tone: 'bad', text: changedFirst(known, now, isMine ? 'Your own request' : by) };
        }
      }}
    >
      <WillBe order={order} />
      <div className="fields">
        <TextInput
          label="Units"
          inputMode="numeric"
          value={units}
          error={problems.units}
          onChange={(event) => setUnits(event.currentTarget.value)}
          onFocus={selectAll}
          data-autofocus
        />
        <TextInput
          label="Limit ₦"
          inputMode="decimal"
          value={price}
          error={problems.price}
          onChange={(event) => setPrice(event.currentTarget.value)}
          onFocus={selectAll}
        />
      </div>
      {invalid === null && !isSame && (
        <Preview
          sentence={sentenceOf({ ...order, ...asked })}
          warnings={warnings}
          seen={seen}
          lastPrice={around.quote?.lastPrice ?? null}
        >
          for <bdi>{order.clientName}</bdi>, account {order.accountNumber}, instead of{' '}
          {grouped(order.units)} at {naira(order.price)}
        </Preview>
      )}
    </Dialog>
  );
}

/** What an edit of the order does. */
function WillBe({ order }: { readonly order: Order }): ReactNode {
  const waits = waitsUntil(order);
  if (waits !== null) return <p className="outcome is-doubt">{waits}</p>;
  return (
    <p className="hint">
      Now {grouped(order.units)} at {naira(order.price)}; {grouped(order.matchedUnits)} matched. The
      exchange may give it a new number, and it may lose its place in the queue.
    </p>
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

/** What is typed replaces what stands there. */
function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}

function blockedBy({
  isInvalid,
  isSame,
  isUnseen,
}: {
  readonly isInvalid: boolean;
  readonly isSame: boolean;
  readonly isUnseen: boolean;
}): string | null {
  if (isInvalid) return 'Correct what is marked first.';
  if (isSame) return 'Change the units or the price first.';
  return isUnseen ? UNSEEN : null;
}

/** A list and an enquiry may confirm a new order one right after the other. */
const SENDS_MOST = 3;

/** Sends the edit; again where a record of the exchange has confirmed the order meanwhile and changed nothing. */
async function edit(seen: Order, body: Readonly<Record<string, string>>): Promise<Order> {
  const path = `/v1/orders/${seen.id}`;
  const send = async (version: number): Promise<Order> =>
    (await call<Order>('PATCH', path, { body, version, waitSeconds: WAIT_SECONDS })).data;
  let { version } = seen;
  for (let sends = 1; ; sends += 1) {
    try {
      return await send(version);
    } catch (error) {
      const isStale = error instanceof CallError && error.code === 'version-stale';
      if (!isStale || sends === SENDS_MOST) throw error;
      const now = await read<Order>(path);
      if (!isAsSeen(seen, now)) throw error;
      ({ version } = now);
    }
  }
}
