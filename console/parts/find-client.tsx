import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FoundClient, Page } from '../api/answers.js';
import { read } from '../api/call.js';
import { may, useSession } from '../api/session.js';

/** Accounts have a digit; what has none is taken for a name. */
export function isClientName(text: string): boolean {
  return text.trim().length >= 2 && !/\d/.test(text);
}

const CLIENTS_MOST = 8;

/** The clients with that name; null while nobody asks, or not yet known. */
export function useClientsNamed(text: string | null): {
  readonly clients: readonly FoundClient[] | null;
  readonly hasMore: boolean;
  readonly error: Error | null;
} {
  const session = useSession();
  const mayAsk = may(session, 'orders:read') && !session.masksClients && session.accounts === null;
  const name = text?.trim() ?? '';
  const { data, error } = useQuery({
    queryKey: ['clients', name],
    enabled: mayAsk && isClientName(name),
    queryFn: () => read<Page<FoundClient>>('/v1/clients', { name, limit: CLIENTS_MOST }),
  });
  return { clients: data?.data ?? null, hasMore: data?.page.hasMore === true, error };
}

interface ChooseClientProps {
  /** What was typed. */
  readonly name: string;
  readonly onChoose: (accountNumber: string) => void;
}

/** Which account a typed name means: lists are filtered by account. */
export function ChooseClient({ name, onChoose }: ChooseClientProps): ReactNode {
  const session = useSession();
  const { clients, hasMore, error } = useClientsNamed(name);
  const [shown] = useState(name);
  const only = clients?.length === 1 && !hasMore ? clients[0]?.accountNumber : undefined;
  const chosen = useRef(onChoose);
  useEffect(() => {
    chosen.current = onChoose;
  });
  // Nothing is left to choose.
  useEffect(() => {
    if (only !== undefined) chosen.current(only);
  }, [only]);
  if (session.masksClients)
    return (
      <p className="hint client-choice">Clients are masked for you: search by order number.</p>
    );
  if (error !== null) return <p className="tone-bad client-choice">{error.message}</p>;
  if (clients === null) return <p className="hint client-choice">Looking for {shown}…</p>;
  return (
    <p className="client-choice" role="status">
      {clients.length === 0 && !hasMore && `No client with orders here is called “${name}”.`}
      {clients.length === 0 && hasMore && 'Not among the first accounts; type the account number.'}
      {clients.length > 0 && <span className="hint">Which client?</span>}
      {clients.map(({ accountNumber, clientName }) => (
        <button
          key={accountNumber}
          type="button"
          className="button"
          onClick={() => onChoose(accountNumber)}
        >
          <bdi>{clientName}</bdi> <span className="hint">{accountNumber}</span>
        </button>
      ))}
      {clients.length > 0 && hasMore && <span className="hint">and perhaps more</span>}
    </p>
  );
}
