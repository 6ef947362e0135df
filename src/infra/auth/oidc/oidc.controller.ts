import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { Config } from '../../config/config.js';
import type { OidcConfig } from '../../config/oidc-config.js';
import { RateLimits } from '../../http/limits/rate-limits.js';
import { Answers } from '../../http/openapi/answers.js';
import { problem } from '../../http/problems/problem.js';
import { AppLogger } from '../../observability/logging.js';
import type { AuthenticatedRequest } from '../api-key.guard.js';
import { actorFrom } from '../identification.js';
import { Denials } from '../denials.js';
import { Public } from '../scope.js';
import { flawOfOrigin } from '../sessions/cross-site.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { Sessions } from '../sessions/sessions.js';
import { consolePath } from './console-path.js';
import { IdentityProvider } from './identity-provider.js';
import { OidcCookie } from './oidc-cookie.js';
import { OidcSignIn } from './oidc-sign-in.js';
import { OidcQuery } from './oidc.dto.js';
import { SignInAttempts } from './sign-in-attempts.js';
import type { SignInOptionsView } from './sign-in-options-view.js';
import { SignInRefused } from './sign-in-refusal.js';

/** Where the console reads why nobody is signed in. */
const REFUSAL_PARAMETER = 'signInRefused';

/** Signing in at an OpenID provider. Browsers go through these routes; they answer with redirects, refusals too. */
@ApiTags('Access')
@Controller('v1/session')
export class OidcController {
  private readonly logger: Logger;

  constructor(
    private readonly config: Config,
    private readonly attempts: SignInAttempts,
    private readonly provider: IdentityProvider,
    private readonly signIn: OidcSignIn,
    private readonly sessions: Sessions,
    private readonly cookies: OidcCookie,
    private readonly sessionCookies: SessionCookie,
    private readonly limits: RateLimits,
    private readonly denials: Denials,
    logger: AppLogger,
  ) {
    this.logger = logger.for('sign-in');
  }

  @Get('options')
  @Public()
  @Answers({ 200: { description: 'The ways to sign in.', schema: 'SignInOptions' } })
  @ApiOperation({ summary: 'How people can sign in' })
  options(): SignInOptionsView {
    const { oidc, consoleSignIn } = this.config;
    return {
      keys: consoleSignIn === 'keys',
      identityProvider: oidc === null ? null : { name: oidc.name },
    };
  }

  @Get('oidc')
  @Public()
  @Answers(
    { 303: { description: 'To the identity provider.', headers: ['Location', 'Set-Cookie'] } },
    ['not-found', 'foreign-origin'],
  )
  @ApiOperation({
    summary: 'Sign in at the identity provider',
    description:
      'For browsers: a link of the console leads here. Leads on to the provider (authorization code with PKCE), and sets the cookie `marina_sign_in` (HttpOnly, SameSite=Lax, ten minutes; when live `__Host-marina_sign_in`), without which the way back is refused. Whoever has a session is led to `returnTo` at once. If the provider cannot be reached, or after too many sign-ins from one address, leads to the console, which says so. 404 without an identity provider (`OIDC_ISSUER`).',
  })
  async start(
    @Query() { returnTo }: OidcQuery,
    @Req() request: AuthenticatedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.mustBeConfigured();
    const foreign = flawOfOrigin(request);
    if (foreign !== null) throw foreign;
    const path = consolePath(returnTo);
    const token = this.sessionCookies.tokenIn(request);
    if (token !== null && (await this.sessions.of(token)) !== null) {
      go(reply, path);
      return;
    }
    try {
      await this.checkLimit(request, reply);
      const attempt = this.attempts.begin(path);
      const url = await this.provider.authorizationUrl(attempt);
      this.cookies.set(request, reply, attempt.cookie);
      go(reply, url.href);
    } catch (error) {
      go(reply, await this.refusedAt(path, request, error));
    }
  }

  @Get('oidc/callback')
  @Public()
  @Answers({ 303: { description: 'To the console.', headers: ['Location', 'Set-Cookie'] } }, [
    'not-found',
  ])
  @ApiQuery({ name: 'code', required: false, type: String, description: 'The authorization code.' })
  @ApiQuery({ name: 'state', required: false, type: String, description: 'As it was sent.' })
  @ApiQuery({ name: 'error', required: false, type: String, description: 'Why there is no code.' })
  @ApiOperation({
    summary: 'Come back from the identity provider',
    description:
      'Only for the browser that began the sign-in, and once. If the verified account belongs to a person who is not disabled, sets the cookie of a session as `POST /v1/session` does and leads to the console; else leads there with the reason in `signInRefused`, and opens nothing. Other parameters of the provider are allowed.',
  })
  async finish(
    @Query() query: Record<string, unknown>,
    @Req() request: AuthenticatedRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    this.mustBeConfigured();
    const state = typeof query['state'] === 'string' ? query['state'] : null;
    const attempt = this.attempts.of(this.cookies.valueIn(request), state);
    const returnTo = attempt?.returnTo ?? consolePath(undefined);
    try {
      // Any page can lead a browser here: that must neither end its sign-in nor use up those of its address.
      if (attempt === null) throw new SignInRefused('not-begun', 'STATE');
      this.cookies.clear(request, reply);
      await this.checkLimit(request, reply);
      if (!(await this.attempts.end(attempt))) throw new SignInRefused('not-begun', 'USED');
      const given = request.url.slice(request.url.indexOf('?') + 1);
      const { session, token } = await this.signIn.finish(attempt, given, (caller) =>
        actorFrom(caller, request),
      );
      request.actor = actorFrom(session.caller, request);
      this.sessionCookies.set(request, reply, token);
      go(reply, returnTo);
    } catch (error) {
      go(reply, await this.refusedAt(returnTo, request, error));
    }
  }

  private mustBeConfigured(): OidcConfig {
    const { oidc } = this.config;
    if (oidc === null) throw problem('not-found', 'No identity provider is configured here.');
    return oidc;
  }

  private async checkLimit(request: AuthenticatedRequest, reply: FastifyReply): Promise<void> {
    const tooMany = await this.limits.ofSignIn(request, reply);
    if (tooMany !== null) throw new SignInRefused('too-many', 'ADDRESS');
  }

  /** The address in the console that says why, late if many are refused; every other error is thrown on. */
  private async refusedAt(
    path: string,
    request: AuthenticatedRequest,
    error: unknown,
  ): Promise<string> {
    if (!(error instanceof SignInRefused)) throw error;
    const { reason, causeCode, personId } = error;
    const about = { reason, code: causeCode, person: personId, requestId: request.id };
    this.logger.warn(about, 'sign-in refused');
    if (reason !== 'provider-unavailable') {
      const more = personId === null ? {} : { person: personId };
      this.denials.record(request, `sign-in-${reason}`, more);
    }
    await this.limits.ofKeyless(request);
    return `${path}${path.includes('?') ? '&' : '?'}${REFUSAL_PARAMETER}=${reason}`;
  }
}

function go(reply: FastifyReply, where: string): void {
  void reply.redirect(where, 303);
}
