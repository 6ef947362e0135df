import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/actor.js';
import { Problem, type ProblemCode } from '../../http/problems/problem.js';
import { callerFor, type Caller } from '../caller.js';
import { Sessions, type NewSession } from '../sessions/sessions.js';
import { IdentityProvider } from './identity-provider.js';
import { LinkedPersons } from './linked-persons.js';
import type { Attempt } from './sign-in-attempts.js';
import { SignInRefused, type SignInRefusal } from './sign-in-refusal.js';

/** Why no session was started. */
const REFUSALS: Partial<Record<ProblemCode, SignInRefusal>> = {
  'rate-limited': 'too-many',
  unauthenticated: 'person-changed',
};

/** What ends a sign-in at the identity provider: a session of the person, or {@link SignInRefused}. */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly provider: IdentityProvider,
    private readonly persons: LinkedPersons,
    private readonly sessions: Sessions,
  ) {}

  /** `query`: what the browser has brought back; `actorOf`: the caller, from where it calls. */
  async finish(
    attempt: Attempt,
    query: string,
    actorOf: (caller: Caller) => Actor,
  ): Promise<NewSession> {
    const identity = await this.provider.identityFrom(query, attempt);
    const found = await this.persons.personOf(identity, (one) => actorOf(callerFor(one)));
    if ('refusal' in found) {
      throw new SignInRefused(found.refusal, 'PERSON', found.person?.id ?? null);
    }
    const opened = this.sessions.openedFor(found.person);
    if (opened === null) throw new SignInRefused('person-disabled', 'PERSON', found.person.id);
    const more = { identityProvider: identity.issuer };
    try {
      return await this.sessions.start(opened, actorOf(opened.caller), null, more);
    } catch (error) {
      const refusal = error instanceof Problem ? REFUSALS[error.code] : undefined;
      throw refusal === undefined ? error : new SignInRefused(refusal, 'PERSON', found.person.id);
    }
  }
}
