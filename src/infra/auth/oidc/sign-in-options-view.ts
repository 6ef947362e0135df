/** How people can sign in. */
export interface SignInOptionsView {
  /** Whether a key opens a session. */
  readonly keys: boolean;
  /** Null: there is none. */
  readonly identityProvider: {
    /**
     * What people call it.
     * @example "Example SSO"
     */
    readonly name: string;
  } | null;
}
