import { Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { LegalHold } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { Reason } from '../parts/reason.js';
import { TextField } from '../parts/text-field.js';

const PATH = '/v1/legal-holds';

interface PlaceProps {
  /** The order that is to be held; null: what to hold is chosen here. */
  readonly order: string | null;
  readonly onClose: () => void;
}

export function PlaceHold({ order, onClose }: PlaceProps): ReactNode {
  const [kind, setKind] = useState<'account' | 'order'>(order === null ? 'account' : 'order');
  const [subject, setSubject] = useState(order ?? '');
  const [reason, setReason] = useState('');
  const held = subject.trim();
  const blocked =
    held === '' ? `Give the ${kind}.` : reason.trim() === '' ? 'Say why it must be kept.' : null;
  return (
    <Dialog
      title="Place a legal hold"
      act={kind === 'account' ? 'Hold all orders of the account' : 'Hold the order'}
      blocked={blocked}
      fields={['accountNumber', 'orderId', 'reason']}
      onClose={onClose}
      run={async () => {
        const on = kind === 'account' ? { accountNumber: held } : { orderId: held };
        await call<LegalHold>('POST', PATH, { body: { ...on, reason: reason.trim() } });
        return { tone: 'good', text: 'The hold is in force.' };
      }}
    >
      {(said) => (
        <>
          {order === null && (
            <Radio.Group
              label="On"
              value={kind}
              onChange={(value) => setKind(value === 'order' ? 'order' : 'account')}
            >
              <div className="choices is-row">
                <Radio value="account" label="An account, with all its orders" />
                <Radio value="order" label="One order" />
              </div>
            </Radio.Group>
          )}
          {kind === 'account' ? (
            <TextField
              label="Account"
              maxLength={40}
              value={subject}
              onChange={setSubject}
              error={said('accountNumber')}
              hint="In any spelling; orders that come later are held, too."
              isFirst
            />
          ) : (
            <TextField
              label="Id of the order"
              maxLength={60}
              value={subject}
              onChange={order === null ? setSubject : () => undefined}
              error={said('orderId')}
              hint="The last of its terms. The order itself has a button for this."
              isFirst={order === null}
            />
          )}
          <Reason label="Reason" value={reason} onChange={setReason} isFirst={order !== null} />
          {said('reason') !== null && <p className="outcome is-bad">Reason {said('reason')}</p>}
        </>
      )}
    </Dialog>
  );
}

export function ReleaseHold({
  of,
  onClose,
}: {
  readonly of: LegalHold;
  readonly onClose: () => void;
}): ReactNode {
  const [reason, setReason] = useState('');
  return (
    <Dialog
      title="Release a legal hold"
      act="Release the hold"
      danger
      blocked={reason.trim() === '' ? 'Say why it need not be kept any more.' : null}
      fields={[]}
      onClose={onClose}
      run={async () => {
        await call('DELETE', `${PATH}/${of.id}`, { body: { reason: reason.trim() } });
        return { tone: 'good', text: 'Released. It stays in the list, with your reason.' };
      }}
    >
      <p>
        {of.orderId === null ? (
          <>
            All orders of account <b>{of.accountNumber}</b>
          </>
        ) : (
          <>
            Order <code>{of.orderId}</code>
          </>
        )}{' '}
        can be removed again when the time has come, unless another hold keeps them.
      </p>
      <p className="hint">
        Placed because: <bdi>{of.reason}</bdi>
      </p>
      <Reason label="Reason" value={reason} onChange={setReason} isFirst />
    </Dialog>
  );
}
