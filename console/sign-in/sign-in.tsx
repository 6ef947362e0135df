import { PasswordInput } from '@mantine/core';
import { useState, type SyntheticEvent, type ReactNode } from 'react';
import type { Session } from '../api/answers.js';
import { CallError } from '../api/call.js';
import { signIn } from '../api/session.js';

/** Signing in with an API key. The browser keeps only the session's cookie, which scripts cannot read. */
export function SignIn({
  onSignedIn,
  why,
}: {
  readonly onSignedIn: (session: Session) => void;
  readonly why?: string | null;
}): ReactNode {
  return (
    <main className="sign-in">
      <h1>Marina</h1>
      <p className="hint">Order desk and operations</p>
      <SignInForm onSignedIn={onSignedIn} why={why ?? null} />
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
      <PasswordInput
        label="Key"
        description="The API key that belongs to you. `npm start` prints one for each role of the demo."
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        error={error}
        autoComplete="current-password"
        size="sm"
        data-autofocus
        autoFocus
      />
      <button type="submit" className="button is-main is-large" aria-disabled={busy || undefined}>
        {busy ? 'Signing in…' : 'Sign in'}
      </button>
    </form>
  );
}

function messageOf(error: unknown): string {
  if (error instanceof CallError && error.status === 401) {
    return 'No one has this key: it is wrong, has expired or was revoked.';
  }
  return error instanceof Error ? error.message : 'Signing in failed.';
}
