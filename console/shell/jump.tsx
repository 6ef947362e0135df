import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Order, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';
import { grouped, money } from '../parts/figures.js';
import { SCREENS } from './screens.js';

interface Target {
  readonly id: string;
  readonly what: string;
  readonly name: string;
  readonly hint: string;
  readonly go: () => void;
}

/** Jump to anything: a screen, or an order by its number, reference, account, client id or security. */
export function Jump({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const targets = useTargets(text.trim(), onClose);
  const current = Math.min(at, targets.length - 1);
  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(targets.length - 1, current + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, current - 1));
    else if (event.key === 'Enter') targets[current]?.go();
    else return;
    event.preventDefault();
  };
  return (
    <Modal opened onClose={onClose} withCloseButton={false} size="lg" padding={0} aria-label="Jump">
      <input
        className="jump"
        role="combobox"
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={
          targets[current] === undefined ? undefined : `jump-${String(current)}`
        }
        aria-label="Jump to a screen or an order"
        placeholder="Order number, reference, account, security, screen…"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={keys}
        data-autofocus
      />
      <ul className="jump-list" id="jump-list" role="listbox" aria-label="Places">
        {targets.map((target, index) => (
          <li
            key={target.id}
            id={`jump-${String(index)}`}
            role="option"
            aria-selected={index === current}
            onMouseMove={() => setAt(index)}
            onClick={target.go}
          >
            <span className="hint">{target.what}</span> <b>{target.name}</b>
            <span className="hint">{target.hint}</span>
          </li>
        ))}
        {targets.length === 0 && (
          <li role="option" aria-selected="false" aria-disabled="true">
            Nothing has this name, number or account.
          </li>
        )}
      </ul>
    </Modal>
  );
}

function useTargets(text: string, onClose: () => void): readonly Target[] {
  const session = useSession();
  const navigate = useNavigate();
  const { data } = useQuery({
    queryKey: ['jump', text],
    enabled: text.length > 2,
    queryFn: () => found(text),
  });
  const needle = text.toLowerCase();
  const screens = SCREENS.filter(
    ({ name, scope }) =>
      name.toLowerCase().includes(needle) && (scope === undefined || may(session, scope)),
  ).map(({ to, name }) => ({
    id: to,
    what: 'Screen',
    name,
    hint: '',
    go: () => {
      onClose();
      void navigate({ to });
    },
  }));
  const orders = (data ?? []).map((order) => ({
    id: order.id,
    what: 'Order',
    name: order.orderNumber ?? order.clientOrderId,
    hint: `${order.side} ${grouped(order.units)} ${order.security} at ${money(order.price)} · ${order.status} · ${order.clientName}`,
    go: () => {
      onClose();
      void navigate({ to: '/orders', search: { order: order.id } });
    },
  }));
  return [...screens, ...orders];
}

const FOUND_MOST = 12;
const FIELDS = ['orderNumber', 'accountNumber', 'clientOrderId', 'orderRef', 'security'] as const;

async function found(text: string): Promise<readonly Order[]> {
  const byId = text.startsWith('ord_')
    ? read<Order>(`/v1/orders/${text}`).then(
        (order) => [order],
        () => [],
      )
    : Promise.resolve<Order[]>([]);
  const pages = await Promise.all(
    FIELDS.map((field) =>
      read<Page<Order>>('/v1/orders', { [field]: text, limit: 5 }).then(
        ({ data }) => data,
        () => [],
      ),
    ),
  );
  const all = new Map([...(await byId), ...pages.flat()].map((order) => [order.id, order]));
  return [...all.values()].slice(0, FOUND_MOST);
}
