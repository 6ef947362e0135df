import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { default as Provider, Context } from 'oidc-provider';

const CLIENT = { id: 'marina', secret: 'test-client-secret-0123456789' };
const CALLBACK = '/v1/session/oidc/callback';
const REDIRECTS_MAX = 10;

/** What the provider knows of an account besides its subject. */
export interface Account {
  readonly email?: string;
  readonly email_verified?: boolean;
  /** What its ID token says besides `sub`. The rest is told at the userinfo endpoint alone. */
  readonly inIdToken?: Readonly<Record<string, unknown>>;
}

/**
 * A real OpenID provider over HTTP, from the `oidc-provider` package. Whoever comes is signed in with the account `who`
 * without a page; null: they cancel. For browsers it is another site than the service, whose port is known only later:
 * so the callback that it knows is an address of its own, which leads on to `service`.
 */
export class TestProvider {
  who: string | null = null;
  service = '';
  /** Changes what the token endpoint answers. */
  spoil: ((tokens: Record<string, string>) => void) | null = null;
  readonly accounts = new Map<string, Account>();
  /** The cookies of the browser that comes; null: each time another one comes. */
  browser: Map<string, string> | null = null;

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  static async start(): Promise<TestProvider> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const started = new TestProvider(server, issuer);
    await started.serve();
    return started;
  }

  /** Of a service that lets people sign in here. */
  get environment(): Record<string, string> {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_REDIRECT_URL: `${this.issuer}${CALLBACK}`,
      OIDC_NAME: 'Test SSO',
    };
  }

  /** What a browser that signs in at this address brings back: the query of the callback. */
  async visit(address: string): Promise<string> {
    const cookies = this.browser ?? new Map<string, string>();
    let next = new URL(address);
    for (let times = 0; times < REDIRECTS_MAX; times += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const set of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
        cookies.set(name, value);
      }
      const location = answer.headers.get('location');
      if (location === null) throw new Error(`${next.pathname} answered ${answer.status}`);
      next = new URL(location, next);
      if (next.pathname === CALLBACK) return next.search;
    }
    throw new Error('The provider leads on and on');
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }

  private async serve(): Promise<void> {
    const provider = await quietly(async () => {
      const { default: Kind } = await import('oidc-provider');
      return new Kind(this.issuer, this.configuration());
    });
    provider.use(async (context, next) => {
      if (context.path === CALLBACK) context.redirect(`${this.service}${context.url}`);
      else if (context.path.startsWith('/interaction/')) await this.interact(provider, context);
      else await next();
      const { body } = context;
      if (context.path === '/token' && isTokens(body)) this.spoil?.(body);
    });
    const answer = provider.callback();
    this.server.on('request', (request, response) => answer(request, response));
  }

  private async interact(provider: Provider, context: Context): Promise<void> {
    context.respond = false;
    const cancelled = { error: 'access_denied', error_description: 'a text of the provider' };
    const result = this.who === null ? cancelled : { login: { accountId: this.who } };
    await provider.interactionFinished(context.req, context.res, result);
  }

  private configuration(): object {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${this.issuer}${CALLBACK}`],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'one' }] },
      claims: {
        openid: ['sub', 'email', 'email_verified', 'azp'],
        email: ['email', 'email_verified'],
      },
      interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['signs the cookies of the provider'] },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: (use: string) => {
          const { inIdToken, ...told } = this.accounts.get(sub) ?? {};
          return { sub, ...(use === 'id_token' ? inIdToken : told) };
        },
      }),
      loadExistingGrant: consent,
    };
  }
}

interface Consenting {
  readonly oidc: {
    readonly provider: Provider;
    readonly client: { readonly clientId: string };
    readonly session: { readonly accountId: string };
  };
}

/** Nobody is asked what the service may know. */
async function consent({ oidc }: Consenting): Promise<object> {
  const { clientId } = oidc.client;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope('openid email');
  await grant.save();
  return grant;
}

/** It warns that it is no provider for production, and older Node.js none that it supports. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console;
  Object.assign(console, { warn: () => undefined });
  try {
    return await work();
  } finally {
    Object.assign(console, { warn });
  }
}

function isTokens(body: unknown): body is Record<string, string> {
  return typeof body === 'object' && body !== null && 'id_token' in body;
}
