import { personOf, type Identity } from '../../../../src/infra/auth/oidc/person-of-identity.js';

const ISSUER = 'https://sso.example';

const ada = {
  id: 'per_ada',
  email: 'ada.obi@example.com' as string | null,
  disabledAt: null as number | null,
  oidcIssuer: null as string | null,
  oidcSubject: null as string | null,
};
const linked = { ...ada, oidcIssuer: ISSUER, oidcSubject: 'a1' };
const bola = { ...ada, id: 'per_bola', email: 'bola@example.com' };

const account = (changes: Partial<Identity> = {}): Identity => ({
  issuer: ISSUER,
  subject: 'a1',
  email: 'ada.obi@example.com',
  isEmailVerified: true,
  ...changes,
});

describe('An account at the identity provider', () => {
  it('is the person with its verified e-mail address the first time', () => {
    expect(personOf(account({ email: 'Ada.Obi@Example.com' }), [bola, ada])).toEqual({
      person: ada,
      isNew: true,
    });
  });

  it('stays the person that it is linked to, whatever address either has', () => {
    const other = account({ email: 'bola@example.com', isEmailVerified: false });
    expect(personOf(other, [bola, linked])).toEqual({ person: linked, isNew: false });
  });

  it('is nobody without a name of its own: all such accounts would be one', () => {
    const nameless = { ...ada, oidcIssuer: ISSUER, oidcSubject: '' };
    for (const persons of [[ada], [nameless]]) {
      expect(personOf(account({ subject: '' }), persons)).toEqual({
        refusal: 'answer-invalid',
        person: null,
      });
    }
  });

  it('is nobody with an address that is not verified, or without one', () => {
    for (const unproven of [{ isEmailVerified: false }, { email: null }]) {
      expect(personOf(account(unproven), [ada])).toEqual({
        refusal: 'email-unverified',
        person: null,
      });
    }
  });

  it('is nobody when nobody has its address, also with a letter that only looks the same', () => {
    for (const email of ['eve@example.com', 'bo\u212Aa@example.com']) {
      const kemi = { ...ada, email: 'boka@example.com' };
      expect(personOf(account({ email }), [kemi, { ...ada, email: null }])).toEqual({
        refusal: 'person-unknown',
        person: null,
      });
    }
  });

  it('is nobody when two people have its address, unless one of them is disabled', () => {
    const twin = { ...ada, id: 'per_twin' };
    expect(personOf(account(), [ada, twin])).toEqual({ refusal: 'person-ambiguous', person: null });
    expect(personOf(account(), [{ ...ada, disabledAt: 1 }, twin])).toEqual({
      person: twin,
      isNew: true,
    });
  });

  it('opens nothing for a disabled person, linked or not', () => {
    for (const person of [
      { ...ada, disabledAt: 1 },
      { ...linked, disabledAt: 1 },
    ]) {
      expect(personOf(account(), [person])).toEqual({ refusal: 'person-disabled', person });
    }
  });

  it('does not take over a person who has another account there', () => {
    expect(personOf(account({ subject: 'a2' }), [linked])).toEqual({
      refusal: 'account-differs',
      person: linked,
    });
  });

  it('is linked anew where the link is to a provider that is no longer in use', () => {
    const before = { ...linked, oidcIssuer: 'https://former.example' };
    expect(personOf(account(), [before])).toEqual({ person: before, isNew: true });
  });
});
