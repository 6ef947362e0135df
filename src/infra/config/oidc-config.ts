/** Where the provider sends browsers back, below the public address of the service. */
export const OIDC_CALLBACK = '/v1/session/oidc/callback';

/** Sign-in with OpenID Connect. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** {@link OIDC_CALLBACK} as browsers reach it, and as the provider knows it. */
  readonly redirectUrl: string;
  /** Space-separated. */
  readonly scopes: string;
  /** What people call the provider. */
  readonly name: string;
  /** The claim that is true when the provider has verified the e-mail address. */
  readonly emailVerifiedClaim: string;
  /** Seconds that a sign-in at the provider may be old; null: as old as the provider lets it become. */
  readonly maxAgeS: number | null;
}

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_REDIRECT_URL'] as const; // prettier-ignore
const OPTIONAL = [
  'OIDC_SCOPES',
  'OIDC_NAME',
  'OIDC_EMAIL_VERIFIED_CLAIM',
  'OIDC_MAX_AGE_S',
] as const;

export const OIDC_SETTINGS = [...REQUIRED, ...OPTIONAL] as const;

type Name = (typeof OIDC_SETTINGS)[number];
export type OidcSettings = Readonly<Record<Name, string | undefined>>;

const SCOPES = 'openid email';
const NAME = 'your organisation';
const NAME_MAX = 40;
const CLAIM = 'email_verified';
const MAX_AGE_S = 86_400;

/** Null without any of the settings. Pushes onto `problems` what is missing or wrong. */
export function oidcFrom(
  given: OidcSettings,
  isLive: boolean,
  problems: string[],
): OidcConfig | null {
  const set = OIDC_SETTINGS.filter((name) => given[name] !== undefined);
  if (set.length === 0) return null;
  for (const name of REQUIRED.filter((one) => given[one] === undefined)) {
    problems.push(`${name} is required when ${set.join(', ')} is set`);
  }
  const oidc: OidcConfig = {
    issuer: given.OIDC_ISSUER ?? '',
    clientId: given.OIDC_CLIENT_ID ?? '',
    clientSecret: given.OIDC_CLIENT_SECRET ?? '',
    redirectUrl: given.OIDC_REDIRECT_URL ?? '',
    scopes: (given.OIDC_SCOPES ?? SCOPES).split(/[\s,]+/).join(' '),
    name: given.OIDC_NAME ?? NAME,
    emailVerifiedClaim: given.OIDC_EMAIL_VERIFIED_CLAIM ?? CLAIM,
    maxAgeS: maxAgeFrom(given.OIDC_MAX_AGE_S, problems),
  };
  checkAddress('OIDC_ISSUER', given.OIDC_ISSUER, { isLive, problems });
  const redirect = checkAddress('OIDC_REDIRECT_URL', given.OIDC_REDIRECT_URL, { isLive, problems });
  if (redirect !== null && redirect.pathname !== OIDC_CALLBACK) {
    problems.push(`OIDC_REDIRECT_URL must have the path ${OIDC_CALLBACK}`);
  }
  if (!oidc.scopes.split(' ').includes('openid')) {
    problems.push('OIDC_SCOPES must be a list, separated by spaces, with openid in it');
  }
  if (oidc.name.length > NAME_MAX) {
    problems.push(`OIDC_NAME must have at most ${NAME_MAX} characters`);
  }
  return oidc;
}

function maxAgeFrom(text: string | undefined, problems: string[]): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (seconds > MAX_AGE_S) {
    problems.push(`OIDC_MAX_AGE_S must be a whole number from 0 to ${MAX_AGE_S}`);
  }
  return seconds;
}

/** Null if it is missing or cannot be used. */
function checkAddress(
  name: Name,
  text: string | undefined,
  { isLive, problems }: { readonly isLive: boolean; readonly problems: string[] },
): URL | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const schemes = isLive ? ['https:'] : ['https:', 'http:'];
  const isPlain =
    url !== null && [url.username, url.password, url.search, url.hash].join('') === '';
  if (isPlain && schemes.includes(url.protocol)) return url;
  const allowed = isLive ? 'an https:// address' : 'an https:// or http:// address';
  const when = isLive ? ' with MARINA_ENV=live' : '';
  problems.push(`${name} must be ${allowed}${when}, without credentials, query or fragment`);
  return null;
}
