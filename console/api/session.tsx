import { createContext, useContext } from 'react';
import type { Scope, Session } from './answers.js';
import { SCOPE_WORDS } from './scope-words.js';
import { call, endCalls, keepCsrfToken, resumeCalls } from './call.js';

/** Who is signed in, and what that person may do. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('This part is only shown to people who have signed in');
  return session;
}

export function may(session: Session, scope: Scope): boolean {
  return session.scopes.some((one) => one === scope || one === 'admin');
}

/** Whose roles have a scope, as people call them. */
const ROLES_WITH: Readonly<Record<Scope, string>> = {
  'orders:read': 'viewer, dealer, operations, compliance',
  'orders:write': 'dealer, operations lead',
  'market:read': 'viewer, dealer, operations, compliance',
  'exchange:read': 'dealer, operations, compliance',
  'recon:read': 'operations, compliance',
  'recon:write': 'operations',
  'recon:approve': 'operations lead',
  'audit:read': 'compliance',
  'audit:export': 'compliance',
  'ops:read': 'operations',
  'ops:write': 'operations lead',
  admin: 'administrator',
};

/** Why a person may not do something, without the names that programs use; null: they may. */
export function lacking(session: Session, scope: Scope): string | null {
  if (may(session, scope)) return null;
  if (scope === 'recon:approve')
    return 'Somebody with the right to approve has to do this (operations lead).';
  return `Your role does not let you ${SCOPE_WORDS[scope]}. Roles with that right: ${ROLES_WITH[scope]}.`;
}

/** Whether whoever is signed in has proposed it: then another person decides. */
export function isOwnProposal(
  session: Session,
  { proposedBy }: { readonly proposedBy: string | null },
): boolean {
  return proposedBy?.replace(/^key:/, '') === session.person.name;
}

/** Why nobody approves what they have proposed, and who can. */
export function ownProposalWords(session: Session): string {
  const who = may(session, 'recon:approve') ? 'another operations lead' : 'an operations lead';
  return `You proposed it yourself: ${who} has to approve it.`;
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
