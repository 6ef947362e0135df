/** How people can sign in besides with a key. */
export interface SignInOptionsView {
  /** Null: not at all. */
  readonly identityProvider: {
    /**
     * What people call it.
     * @example "Example SSO"
     */
    readonly name: string;
  } | null;
}
