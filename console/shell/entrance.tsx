import { Modal } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { Session } from '../api/answers.js';
import { CallError, onSignedOut } from '../api/call.js';
import { SessionContext, currentSession } from '../api/session.js';
import { stream } from '../live/stream.js';
import { Failed } from '../parts/states.js';
import { router } from '../routes.js';
import { SignIn, SignInForm } from '../sign-in/sign-in.js';

/** Whoever has a session sees the desk; when it ends, the desk stays as it is until they sign in again. */
export function Entrance(): ReactNode {
  const [session, setSession] = useState<Session | null | 'unknown'>('unknown');
  const [ended, setEnded] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const look = (): void => {
    setError(null);
    currentSession().then(setSession, (failure: unknown) => {
      if (failure instanceof CallError && failure.status === 401) setSession(null);
      else setError(failure);
    });
  };
  useEffect(look, []);
  useEffect(() => {
    onSignedOut(() => {
      stream.stop();
      setEnded(true);
    });
  }, []);
  const signedIn = (fresh: Session): void => {
    // Somebody else continues with a page of their own.
    if (session !== null && session !== 'unknown' && session.person.name !== fresh.person.name) {
      window.location.reload();
      return;
    }
    setSession(fresh);
    setEnded(false);
    stream.start();
  };

  if (error !== null) return <Failed error={error} onRetry={look} />;
  if (session === 'unknown') return null;
  if (session === null) return <SignIn onSignedIn={signedIn} />;
  return (
    <SessionContext value={session}>
      <RouterProvider router={router} />
      <Modal
        opened={ended}
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title="Signed out"
        size="sm"
      >
        <SignInForm
          onSignedIn={signedIn}
          why="Your session has ended. Sign in with a key to go on: what you typed is still here."
        />
      </Modal>
    </SessionContext>
  );
}
