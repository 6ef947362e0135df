import { createContext, useContext } from 'react';
import type { Session } from './answers.js';
import { call, endCalls, keepCsrfToken, resumeCalls } from './call.js';

/** Who is signed in, and what that person may do. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This part is only shown to people who have signed in');
  return session;
}

export function may(session: Session, scope: string): boolean {
  return session.scopes.some((one) => one === scope || one === 'admin');
}

const BUNDLES: Readonly<Record<string, string>> = {
  'orders:write': 'dealers and the operations lead',
  'market:read': 'viewers',
  'exchange:read': 'dealers, operations and compliance',
  'recon:read': 'operations and compliance',
  'recon:write': 'operations',
  'recon:approve': 'the operations lead',
  'audit:read': 'compliance',
  'audit:export': 'compliance',
  'ops:read': 'operations',
  'ops:write': 'the operations lead',
  admin: 'administrators',
};

/** Why a person may not do something; null: they may. */
export function lacking(session: Session, scope: string): string | null {
  if (may(session, scope)) return null;
  return `Your role does not include ${scope}; ${BUNDLES[scope] ?? 'another role'} can do this.`;
}

/** Whose session it is: a name alone may be that of two people. */
export function identityOf({ person }: Session): string {
  return person.id ?? `key ${person.name}`;
}

export async function signIn(key: string): Promise<Session> {
  return accept((await call<Session>('POST', '/v1/session', { body: { key } })).data);
}

export async function currentSession(): Promise<Session> {
  return accept((await call<Session>('GET', '/v1/session')).data);
}

/** The tabs of a browser share its session: they hear who has signed in, or that it was ended. */
export const otherTabs = new BroadcastChannel('marina-session');
export const SIGNED_OUT = 'signed-out';

/** Nothing is asked any more before the session ends, unless it cannot be ended. */
export async function signOut(everywhere: boolean): Promise<void> {
  endCalls();
  try {
    await call('DELETE', '/v1/session', { query: everywhere ? { everywhere } : {} });
  } catch (error) {
    resumeCalls();
    throw error;
  }
  keepCsrfToken(null);
  otherTabs.postMessage(SIGNED_OUT);
}

let latest: Session | null = null;

/** Of whoever signed in last; null: nobody yet. */
export function latestSession(): Session | null {
  return latest;
}

function accept(session: Session): Session {
  latest = session;
  keepCsrfToken(session.csrfToken);
  resumeCalls();
  return session;
}
