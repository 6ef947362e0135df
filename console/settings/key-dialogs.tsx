import { Modal } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import type { ApiKey, IssuedKey } from '../api/answers.js';
import { call } from '../api/call.js';
import { Dialog } from '../parts/dialog.js';
import { instantTyped, typedMinute } from '../parts/lagos-time.js';
import { TextField } from '../parts/text-field.js';
import { shownTime, Time } from '../parts/times.js';

interface KeyProps {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

/** Gives a key a new secret, while the present one opens as long as callers need to change over. */
export function RotateKey({
  of,
  onClose,
  onIssued,
}: KeyProps & { readonly onIssued: (key: IssuedKey) => void }): ReactNode {
  const [until, setUntil] = useState('');
  const previousSecretUntil = instantTyped(until);
  return (
    <Dialog
      title={`New secret for ${of.name}`}
      act={
        previousSecretUntil === null
          ? 'Make a new secret, end the old one now'
          : `Make a new secret, old one until ${shownTime(previousSecretUntil, Date.now())}`
      }
      danger={previousSecretUntil === null}
      fields={['previousSecretUntil']}
      onClose={onClose}
      run={async () => {
        const body = previousSecretUntil === null ? {} : { previousSecretUntil };
        const path = `/v1/api-keys/${of.id}/rotate`;
        const { data } = await call<IssuedKey>('POST', path, { body });
        onIssued(data);
        return { tone: 'good', text: 'The new secret is made.' };
      }}
    >
      {(said) => (
        <>
          <p>The key gets a new secret, which is shown once. What it may do stays as it is.</p>
          <TextField
            label="The present secret opens until (Lagos)"
            hint="30 days ahead at most. Left empty it ends at once, and whoever still uses it is locked out."
            type="datetime-local"
            value={until}
            onChange={setUntil}
            error={said('previousSecretUntil')}
            isFirst
          />
        </>
      )}
    </Dialog>
  );
}

export function SetExpiry({ of, onClose }: KeyProps): ReactNode {
  const [typed, setTyped] = useState(typedMinute(of.expiresAt));
  const expiresAt = instantTyped(typed);
  return (
    <Dialog
      title={`Expiry of ${of.name}`}
      act={
        expiresAt === null ? 'Let it never expire' : `Expires ${shownTime(expiresAt, Date.now())}`
      }
      fields={['expiresAt']}
      onClose={onClose}
      run={async () => {
        await call('PATCH', `/v1/api-keys/${of.id}`, { body: { expiresAt } });
        return {
          tone: 'good',
          text: expiresAt === null ? 'It never expires.' : 'It expires then.',
        };
      }}
    >
      {(said) => (
        <>
          <p>
            Now it expires: {of.expiresAt === null ? 'never' : <Time at={of.expiresAt} />}. From
            then on the key opens nothing, and it cannot be given a new secret.
          </p>
          <TextField
            label="Expires (Lagos; empty: never)"
            type="datetime-local"
            value={typed}
            onChange={setTyped}
            error={said('expiresAt')}
            isFirst
          />
        </>
      )}
    </Dialog>
  );
}

export function RevokeKey({ of, onClose }: KeyProps): ReactNode {
  return (
    <Dialog
      title={`Revoke the key ${of.name}`}
      act="Revoke it for ever"
      danger
      onClose={onClose}
      run={async () => {
        await call('DELETE', `/v1/api-keys/${of.id}`);
        return { tone: 'good', text: 'Revoked: the key and its sessions open nothing any more.' };
      }}
    >
      <p>
        The key, and everybody who has signed in with it, is locked out at once and for ever.{' '}
        {of.lastUsedAt === null ? (
          'It was never used.'
        ) : (
          <>
            It was last used at <Time at={of.lastUsedAt} />.
          </>
        )}
      </p>
    </Dialog>
  );
}

interface SecretProps {
  readonly of: IssuedKey;
  readonly onClose: () => void;
}

/** The one time that a secret is shown. It is closed by its button alone. */
export function Secret({ of, onClose }: SecretProps): ReactNode {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = (): void => {
    field.current?.select();
    // Over plain http browsers have no clipboard; the text is selected then.
    const written = window.isSecureContext
      ? navigator.clipboard.writeText(of.secret)
      : Promise.reject(new Error('no clipboard'));
    written.then(
      () => setCopied('yes'),
      () => setCopied('no'),
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={`The secret of ${of.name}`}
      size="md"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className="dialog">
        <p className="outcome is-doubt">
          It is shown only now. Marina keeps no copy: whoever loses it needs a new one.
        </p>
        <input
          ref={field}
          className="secret"
          aria-label="Secret"
          readOnly
          value={of.secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p role="status" className="hint">
          {copied === 'yes' && 'Copied.'}
          {copied === 'no' && 'The browser did not let it be copied: it is selected, press Ctrl C.'}
        </p>
        <div className="dialog-foot">
          <button type="button" className="button" onClick={copy} data-autofocus>
            Copy
          </button>
          <button type="button" className="button is-main" onClick={onClose}>
            I have kept it
          </button>
        </div>
      </div>
    </Modal>
  );
}
