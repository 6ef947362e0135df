import { useEffect, useState, type ReactNode } from 'react';
import type { SignInOptions } from '../api/answers.js';
import { read, urlOf } from '../api/call.js';

/** As long as the service remembers. */
const PATH_MAX = 1_000;

const NOT_KNOWN_YET: SignInOptions = { keys: true, identityProvider: null };

/** How people can sign in. */
export function useSignInOptions(): SignInOptions {
  const [options, setOptions] = useState(NOT_KNOWN_YET);
  useEffect(() => {
    // The form for keys says what is wrong with the service.
    read<SignInOptions>('/v1/session/options').then(setOptions, () => undefined);
  }, []);
  return options;
}

/** A link: the service leads the browser to the provider, and that leads it back to this screen. */
export function ProviderSignIn({
  name,
  isOnlyWay,
  losesInput,
}: {
  readonly name: string;
  readonly isOnlyWay: boolean;
  /** Whether something that was typed may be on the screen. */
  readonly losesInput: boolean;
}): ReactNode {
  const { pathname, search } = window.location;
  const here = pathname + search;
  const returnTo = here.length > PATH_MAX ? null : here;
  return (
    <div className="provider">
      <a className="button is-main is-large is-link" href={urlOf('/v1/session/oidc', { returnTo })}>
        Sign in with <bdi>{name}</bdi>
      </a>
      {losesInput && (
        <p className="hint">It leaves this page, and with it what you typed and did not send.</p>
      )}
      {!isOnlyWay && <p className="or">or with a key</p>}
    </div>
  );
}
