import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemsOf, read, REAL, UNLIMITED } from './settings.js';

const OIDC = {
  OIDC_ISSUER: 'https://sso.example/realms/desk',
  OIDC_CLIENT_ID: 'marina',
  OIDC_CLIENT_SECRET: 'a secret of the provider',
  OIDC_REDIRECT_URL: 'https://desk.example/v1/session/oidc/callback',
};
const LIVE = { ...REAL, ...UNLIMITED, MARINA_ENV: 'live', EXCHANGE_API_KEYS: 'sk_live_a', MARINA_KEY_PEPPER: undefined }; // prettier-ignore

describe('Sign-in with OpenID Connect', () => {
  it('needs an issuer, a client with its secret, and the way back', () => {
    expect(read(OIDC).oidc).toEqual({
      issuer: 'https://sso.example/realms/desk',
      clientId: 'marina',
      clientSecret: 'a secret of the provider',
      redirectUrl: 'https://desk.example/v1/session/oidc/callback',
      scopes: 'openid email',
      name: 'your organisation',
      emailVerifiedClaim: 'email_verified',
      maxAgeS: null,
    });
    expect(read({ ...OIDC, OIDC_MAX_AGE_S: '0' }).oidc?.maxAgeS).toBe(0);
    expect(read({ ...OIDC, OIDC_MAX_AGE_S: '86400' }).oidc?.maxAgeS).toBe(86_400);
  });

  it('can be the only way into the console, and then has to be configured', () => {
    const alone = { CONSOLE_SIGN_IN: 'provider' };
    expect([read(OIDC).consoleSignIn, read({ ...OIDC, ...alone }).consoleSignIn]).toEqual(['keys', 'provider']);
    expect(problemsOf(alone)).toEqual(['CONSOLE_SIGN_IN=provider needs an OpenID provider: set OIDC_ISSUER']);
    expect(problemsOf({ CONSOLE_SIGN_IN: 'nobody' })).toEqual([expect.stringContaining('CONSOLE_SIGN_IN must be one of keys, provider')]);
  }); // prettier-ignore

  it('takes its secret from a file', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'marina-test-')), 'secret');
    writeFileSync(path, 'a secret in a file\n');
    const env = { ...OIDC, OIDC_CLIENT_SECRET: undefined, OIDC_CLIENT_SECRET_FILE: path };
    expect(read(env).oidc?.clientSecret).toBe('a secret in a file');
  });

  it.each(Object.keys(OIDC))('does not start without %s alone, and names it', (name) => {
    expect(problemsOf({ ...OIDC, [name]: undefined })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is required when .+ is set$`)),
    ]);
  });

  it('names each setting that is missing beside one that stands alone', () => {
    const problems = problemsOf({ OIDC_NAME: 'Example SSO' });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(Object.keys(OIDC));
  });

  it.each([
    ['OIDC_ISSUER', 'sso.example', 'must be an https:// or http:// address'],
    ['OIDC_ISSUER', 'https://sso.example/?tenant=1', 'without credentials, query or fragment'],
    ['OIDC_REDIRECT_URL', 'https://desk.example/console', 'must have the path /v1/session/oidc/callback'],
    ['OIDC_SCOPES', 'email profile', 'with openid in it'],
    ['OIDC_NAME', 'x'.repeat(41), 'must have at most 40 characters'],
    ['OIDC_MAX_AGE_S', '86401', 'must be a whole number from 0 to 86400'],
    ['OIDC_MAX_AGE_S', '-1', 'must be a whole number from 0 to 86400'],
    ['OIDC_MAX_AGE_S', '1e3', 'must be a whole number from 0 to 86400'],
  ])('refuses %s=%s', (name, value, problem) => {
    expect(problemsOf({ ...OIDC, [name]: value })).toEqual([expect.stringContaining(problem)]);
  }); // prettier-ignore

  it('goes over https alone when live', () => {
    const plain = { OIDC_ISSUER: 'http://sso.example', OIDC_REDIRECT_URL: OIDC.OIDC_REDIRECT_URL.replace('https', 'http') }; // prettier-ignore
    expect(problemsOf({ ...OIDC, ...plain })).toEqual([]);
    expect(problemsOf({ ...LIVE, ...OIDC })).toEqual([]);
    expect(problemsOf({ ...LIVE, ...OIDC, ...plain })).toEqual([
      expect.stringContaining('OIDC_ISSUER must be an https:// address with MARINA_ENV=live'),
      expect.stringContaining('OIDC_REDIRECT_URL must be an https:// address with MARINA_ENV=live'),
    ]);
  });
});
