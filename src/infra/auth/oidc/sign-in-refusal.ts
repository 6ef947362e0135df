/**
 * Why a sign-in at the identity provider opens nothing. The console has a sentence for each (`console/sign-in`), so
 * that no text of a provider is shown.
 */
export const SIGN_IN_REFUSALS = [
  /** Not begun in this browser, too long ago, or finished before. */
  'not-begun',
  /** The provider has said no, or the person has. */
  'provider-refused',
  'provider-unavailable',
  /** What it has answered is not what it must be: its signature, whom it is for, when, or what for. */
  'answer-invalid',
  'email-unverified',
  'person-unknown',
  'person-ambiguous',
  'person-disabled',
  /** The person was disabled or unlinked while the sign-in ended. */
  'person-changed',
  /** The person signs in with another account of the provider. */
  'account-differs',
  'too-many',
] as const;

export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

/** What the identity provider, or the way to it, has made of a sign-in. `causeCode`: for the log, one of a fixed set. */
export class SignInRefused extends Error {
  constructor(
    readonly reason: SignInRefusal,
    readonly causeCode: string,
    /** Whom it concerns here; null: nobody. */
    readonly personId: string | null = null,
  ) {
    super(`${reason} (${causeCode})`);
  }
}
