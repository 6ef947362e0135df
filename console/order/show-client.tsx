import { useState, type ReactNode } from 'react';
import type { Client, Order } from '../api/answers.js';
import { call } from '../api/call.js';
import { useSession } from '../api/session.js';
import { Dialog } from '../parts/dialog.js';
import { grouped } from '../parts/figures.js';
import { Reason } from '../parts/reason.js';

/** For a person for whom clients are masked: asks why the client must be known, and shows it until the pane is closed. */
export function ShowClient({ order }: { readonly order: Order }): ReactNode {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const [client, setClient] = useState<Client | null>(null);
  if (!session.masksClients) return null;
  if (client !== null) {
    return (
      <span role="status">
        <bdi>{client.clientName}</bdi>, account <bdi>{client.accountNumber}</bdi>
      </span>
    );
  }
  return (
    <>
      <button type="button" className="button is-plain" onClick={() => setAsking(true)}>
        Show client
      </button>
      {asking && (
        <Ask
          order={order}
          onShown={(shown) => {
            setClient(shown);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface AskProps {
  readonly order: Order;
  readonly onShown: (client: Client) => void;
  readonly onClose: () => void;
}

function Ask({ order, onShown, onClose }: AskProps): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title={`Show the client of ${order.side} ${grouped(order.units)} ${order.security}`}
      act="Show the client"
      onClose={onClose}
      blocked={reason.trim() === '' ? 'Say why you need to know the client.' : null}
      run={async () => {
        const ask = { body: { reason: reason.trim() } };
        onShown((await call<Client>('POST', `/v1/orders/${order.id}/unmask`, ask)).data);
        return { tone: 'good', text: 'Shown.' };
      }}
    >
      <p>
        Your role does not need to know clients. Your name and the reason are kept in the audit
        trail.
      </p>
      <Reason label="Reason" value={reason} onChange={setReason} isFirst />
    </Dialog>
  );
}
