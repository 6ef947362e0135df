import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  AuthorizationResponseError,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { Config } from '../../config/config.js';
import type { OidcConfig } from '../../config/oidc-config.js';
import { Clock } from '../../runtime/clock.js';
import { boundedFetch } from './bounded-fetch.js';
import type { Identity } from './person-of-identity.js';
import type { Attempt } from './sign-in-attempts.js';
import { SignInRefused, type SignInRefusal } from './sign-in-refusal.js';

/** Of one request. Somebody waits for it. */
const TIMEOUT_S = 10;
/** What the provider says of itself is read anew after this time. */
const DISCOVERED_FOR_MS = 3_600_000;

interface Discovered {
  readonly provider: Promise<Configuration>;
  readonly at: number;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * The OpenID provider, by authorization code with PKCE. Only the service talks to it; its tokens are used here and then
 * forgotten. Failures are {@link SignInRefused}.
 */
@Injectable()
export class IdentityProvider {
  private discovered: Discovered | null = null;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Where the browser signs in. */
  async authorizationUrl({ state, nonce, codeVerifier }: Attempt): Promise<URL> {
    const { redirectUrl, scopes, maxAgeS } = this.settings();
    const provider = await this.provider();
    return buildAuthorizationUrl(provider, {
      redirect_uri: redirectUrl,
      scope: scopes,
      response_type: 'code',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(maxAgeS === null ? {} : { max_age: String(maxAgeS) }),
    });
  }

  /** Whom the provider vouches for. `query`: what the browser has brought back from it. */
  async identityFrom(query: string, { state, nonce, codeVerifier }: Attempt): Promise<Identity> {
    const { issuer, clientId, redirectUrl, emailVerifiedClaim, maxAgeS } = this.settings();
    const provider = await this.provider();
    try {
      const tokens = await authorizationCodeGrant(provider, new URL(`?${query}`, redirectUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
        // Whoever sits at the browser can change what we ask for: the ID token has to say when the person signed in.
        ...(maxAgeS === null ? {} : { maxAge: maxAgeS }),
      });
      const claims = tokens.claims();
      // Addresses for many organisations (`common` at Microsoft) accept the ID tokens of each.
      if (claims === undefined || hrefOf(claims.iss) !== hrefOf(issuer)) {
        throw new SignInRefused('answer-invalid', 'FOREIGN_ISSUER');
      }
      // Issued for us, but to another client.
      if (claims['azp'] !== undefined && claims['azp'] !== clientId) {
        throw new SignInRefused('answer-invalid', 'FOREIGN_PARTY');
      }
      const { sub: subject } = claims;
      const about = await withEmail(provider, claims, tokens.access_token);
      const { email } = about;
      return {
        issuer,
        subject,
        email: typeof email === 'string' ? email : null,
        isEmailVerified: about[emailVerifiedClaim] === true,
      };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  private settings(): OidcConfig {
    const { oidc } = this.config;
    if (oidc === null) throw new Error('No identity provider is configured');
    return oidc;
  }

  /** All who come at once wait for one discovery; after one that failed, the next who comes tries again. */
  private async provider(): Promise<Configuration> {
    const now = this.clock.steady();
    if (this.discovered === null || now - this.discovered.at >= DISCOVERED_FOR_MS) {
      this.discovered = { provider: discover(this.settings()), at: now };
    }
    const asked = this.discovered;
    try {
      return await asked.provider;
    } catch (error) {
      if (this.discovered === asked) this.discovered = null;
      throw new SignInRefused('provider-unavailable', codeOf(error));
    }
  }
}

async function discover(settings: OidcConfig): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const url = new URL(issuer);
  const provider = await discovery(url, clientId, undefined, authenticationWith(clientSecret), {
    timeout: TIMEOUT_S,
    [customFetch]: boundedFetch,
    // Never when live: see `oidc-config`.
    // oxlint-disable-next-line typescript/no-deprecated -- only a mark of the library against careless use
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
  });
  // Without this the library trusts the connection in place of the token's signature.
  enableNonRepudiationChecks(provider);
  return provider;
}

/** In the header unless the provider says that it takes it only in the body: what OpenID Connect has as its default. */
function authenticationWith(secret: string): ClientAuth {
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody;
    return authenticate(server, client, body, headers);
  };
}

/**
 * Many providers put the e-mail address into the ID token; the others tell it when they are asked. Never of both: a
 * mark that an address is verified is about the address beside it.
 */
async function withEmail(
  provider: Configuration,
  claims: Claims & { readonly sub: string },
  accessToken: string,
): Promise<Claims> {
  const hasEndpoint = provider.serverMetadata().userinfo_endpoint !== undefined;
  if (claims['email'] !== undefined || !hasEndpoint) return claims;
  return fetchUserInfo(provider, accessToken, claims.sub);
}

function refusalOf(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  return new SignInRefused(reasonOf(error), codeOf(error));
}

function reasonOf(error: unknown): SignInRefusal {
  if (error instanceof AuthorizationResponseError) return 'provider-refused';
  if (error instanceof ResponseBodyError) {
    if (OURS.has(error.error)) return 'answer-invalid';
    return error.status < SERVER_ERROR ? 'provider-refused' : 'provider-unavailable';
  }
  const chain = causesOf(error);
  const isUnavailable = chain.some(
    // `fetch` of Node.js gives a network error no code, only a cause with one.
    (one) => one.message === 'fetch failed' || NO_ANSWER.has(codeIn(one) ?? ''),
  );
  return isUnavailable ? 'provider-unavailable' : 'answer-invalid';
}

const SERVER_ERROR = 500;
/** Faults of our registration or configuration, which nobody mends by another try. */
const OURS: ReadonlySet<string> = new Set([
  'invalid_client',
  'invalid_scope',
  'unauthorized_client',
]);
const NO_ANSWER: ReadonlySet<string> = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']);
/** What providers say (RFC 6749, OpenID Connect Core). Other words of theirs are not repeated. */
const SAID: ReadonlySet<string> = new Set([
  'access_denied', 'account_selection_required', 'consent_required', 'interaction_required', 'invalid_client',
  'invalid_grant', 'invalid_request', 'invalid_scope', 'login_required', 'server_error', 'temporarily_unavailable',
  'unauthorized_client', 'unsupported_grant_type', 'unsupported_response_type',
]); // prettier-ignore

/** For the log: a code of the standard, the system or the library, and never a text of the provider. */
function codeOf(error: unknown): string {
  const isSaid = error instanceof AuthorizationResponseError || error instanceof ResponseBodyError;
  if (isSaid && SAID.has(error.error)) return error.error;
  const codes = causesOf(error).map(codeIn);
  return codes.findLast((code) => code !== null) ?? 'UNKNOWN';
}

interface Cause {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

const CAUSES_MAX = 5;

/** The error, and what it says has caused it. */
function causesOf(error: unknown): readonly Cause[] {
  const chain: Cause[] = [];
  let next = error;
  while (typeof next === 'object' && next !== null && chain.length < CAUSES_MAX) {
    chain.push(next);
    next = (next as Cause).cause;
  }
  return chain;
}

function codeIn({ code }: Cause): string | null {
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code) ? code : null;
}

function hrefOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).href : null;
}
