import type { PersonRow } from '../person.entity.js';
import type { SignInRefusal } from './sign-in-refusal.js';

/** What the identity provider says of somebody, verified. */
export interface Identity {
  readonly issuer: string;
  /** How the issuer names the account, for ever. */
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
}

type Person = Pick<PersonRow, 'id' | 'email' | 'disabledAt' | 'oidcIssuer' | 'oidcSubject'>;

export type Decision<T extends Person> =
  /** `isNew`: the account is not linked to the person yet. */
  | { readonly person: T; readonly isNew: boolean }
  | { readonly refusal: SignInRefusal; readonly person: T | null };

/**
 * Who somebody is here. The account that is linked to a person is that person, whatever its e-mail address has become.
 * Without a link, a verified address has to be that of exactly one person who is not disabled and has no link to this
 * issuer yet: a link to another one is left from a provider that is no longer in use. Pure.
 */
export function personOf<T extends Person>(identity: Identity, persons: readonly T[]): Decision<T> {
  const { issuer, subject, email } = identity;
  if (subject === '') return refused('answer-invalid');
  const linked = persons.find((one) => one.oidcIssuer === issuer && one.oidcSubject === subject);
  if (linked !== undefined) {
    return linked.disabledAt === null
      ? { person: linked, isNew: false }
      : { refusal: 'person-disabled', person: linked };
  }
  if (email === null || !identity.isEmailVerified) return refused('email-unverified');
  const address = folded(email);
  const named = persons.filter((one) => one.email !== null && folded(one.email) === address);
  const active = named.filter(({ disabledAt }) => disabledAt === null);
  const [person] = active;
  if (person === undefined) {
    const [disabled] = named;
    return disabled === undefined
      ? refused('person-unknown')
      : { refusal: 'person-disabled', person: disabled };
  }
  if (active.length > 1) return refused('person-ambiguous');
  if (person.oidcIssuer === issuer) return { refusal: 'account-differs', person };
  return { person, isNew: true };
}

function refused<T extends Person>(refusal: SignInRefusal): Decision<T> {
  return { refusal, person: null };
}

/** Other letters than those of ASCII are not folded: some fold to one of them, and are another address. */
function folded(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
