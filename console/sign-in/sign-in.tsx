import { PasswordInput } from '@mantine/core';
import { useState, type SyntheticEvent, type ReactNode } from 'react';
import type { Session } from '../api/answers.js';
import { CallError } from '../api/call.js';
import { signIn } from '../api/session.js';
import { ProviderSignIn, useSignInOptions } from './provider-sign-in.js';
import { REFUSED } from './taken-refusal.js';

/** Signing in with an API key, or at the identity provider if there is one, or there alone. The browser keeps only the session's cookie, which scripts cannot read. */
export function SignIn({
  onSignedIn,
}: {
  readonly onSignedIn: (session: Session) => void;
}): ReactNode {
  return (
    <main className="sign-in">
      <h1>Marina</h1>
      <p className="hint">Order desk and operations</p>
      {REFUSED !== null && (
        <p className={`outcome is-${REFUSED.tone}`} role="alert">
          {REFUSED.text}
        </p>
      )}
      <SignInForm onSignedIn={onSignedIn} why={null} />
    </main>
  );
}

export function SignInForm({
  onSignedIn,
  why,
}: {
  readonly onSignedIn: (session: Session) => void;
  readonly why: string | null;
}): ReactNode {
  const { keys, identityProvider } = useSignInOptions();
  const provider = identityProvider?.name ?? null;
  const [key, setKey] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (busy) return;
    if (key.trim() === '') {
      setError('Enter your key.');
      return;
    }
    setBusy(true);
    setError(null);
    signIn(key.trim())
      .then(onSignedIn, (failure: unknown) => setError(messageOf(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit} className="stack">
      {why !== null && (
        <p className="outcome is-info" role="status">
          {why}
        </p>
      )}
      {provider !== null && (
        <ProviderSignIn name={provider} isOnlyWay={!keys} losesInput={why !== null} />
      )}
      {keys && (
        <>
          <PasswordInput
            label="Key"
            description="The API key that an administrator gave you. A demo prints its keys where it was started."
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            error={error}
            autoComplete="current-password"
            size="sm"
            data-autofocus
            autoFocus
          />
          <button
            type="submit"
            className={`button is-large ${provider === null ? 'is-main' : ''}`}
            aria-disabled={busy || undefined}
          >
            {busy ? 'Signing in…' : provider === null ? 'Sign in' : 'Sign in with the key'}
          </button>
        </>
      )}
    </form>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof CallError && error.status === 401) {
    return 'No one has this key: it is wrong, has expired or was revoked.';
  }
  return error instanceof Error ? error.message : 'Signing in failed.';
}
