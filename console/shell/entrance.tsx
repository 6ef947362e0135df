import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import type { Session } from '../api/answers.js';
import { ASKED, CallError, endCalls, mayPass, onSignedOut } from '../api/call.js';
import {
  SIGNED_OUT,
  SessionContext,
  currentSession,
  identityOf,
  otherTabs,
} from '../api/session.js';
import { stream } from '../live/stream.js';
import { Failed } from '../parts/states.js';
import { router } from '../routes.js';
import { SignIn, SignInForm } from '../sign-in/sign-in.js';

const AGAIN_MS = 5_000;

/** Whoever has a session sees the desk; when it ends, the desk stays as it is until they sign in again. */
export function Entrance(): ReactNode {
  const queries = useQueryClient();
  const [session, setSession] = useState<Session | null | 'unknown'>('unknown');
  const [ended, setEnded] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const goOn = (fresh: Session): void => {
    // Somebody else begins with a page of their own, on which nothing is left.
    if (typeof session === 'object' && session !== null && !isSame(session, fresh)) {
      window.location.replace('/console/');
      return;
    }
    setSession(fresh);
    if (!ended) return;
    setEnded(false);
    stream.start();
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ASKED });
  };
  const look = (): void => {
    currentSession().then(
      (fresh) => {
        setError(null);
        goOn(fresh);
      },
      (failure: unknown) => {
        const isOut = failure instanceof CallError && failure.status === 401;
        setError(isOut ? null : failure);
        if (isOut) setSession(null);
      },
    );
  };
  const signedIn = (fresh: Session): void => {
    otherTabs.postMessage(identityOf(fresh));
    goOn(fresh);
  };
  useEffect(look, []);
  useEffect(() => {
    if (!mayPass(error)) return undefined;
    const timer = setTimeout(look, AGAIN_MS);
    return () => clearTimeout(timer);
  }, [error]);
  // The session that the browser has now: perhaps another tab has signed in again, or somebody else there.
  const renew = (): void => {
    currentSession().then(goOn, (failure: unknown) => {
      if (mayPass(failure)) setTimeout(renew, AGAIN_MS);
      if (!(failure instanceof CallError) || failure.status !== 401) return;
      stream.stop();
      setEnded(true);
    });
  };
  useEffect(() => {
    if (typeof session !== 'object' || session === null) return;
    onSignedOut(() => {
      if (!ended) renew();
    });
    otherTabs.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === SIGNED_OUT) endCalls();
      renew();
    };
  });

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
          why="Your session has ended. Sign in to go on: what you typed is still here."
        />
      </Modal>
    </SessionContext>
  );
}

function isSame(one: Session, other: Session): boolean {
  return identityOf(one) === identityOf(other);
}
