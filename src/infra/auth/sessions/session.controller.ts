import { Body, Controller, Delete, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Answers } from '../../http/openapi/answers.js';
import { Config } from '../../config/config.js';
import { problem } from '../../http/problems/problem.js';
import { OPEN } from '../../http/key-before-body.js';
import { RateLimits } from '../../http/limits/rate-limits.js';
import {
  actorOf,
  ASKS_WHO_IS_THERE,
  BACKGROUND,
  sessionOf,
  type AuthenticatedRequest,
} from '../api-key.guard.js';
import { actorFrom } from '../identification.js';
import { ApiKeys } from '../api-keys/api-keys.js';
import { OpenToBoundKeys } from '../api-keys/bound-keys.js';
import { NO_INSTRUCTION } from '../denials.js';
import { NeedsSession, Public } from '../scope.js';
import { flawOfOrigin } from './cross-site.js';
import { forgetCached, SessionCookie } from './session-cookie.js';
import { SignInBody, SignOutQuery } from './session.dto.js';
import { sessionView, type SessionView } from './session-view.js';
import { Sessions } from './sessions.js';

/** Signing in and out with a browser. */
@ApiTags('Access')
@Controller('v1/session')
export class SessionController {
  constructor(
    private readonly keys: ApiKeys,
    private readonly sessions: Sessions,
    private readonly cookies: SessionCookie,
    private readonly limits: RateLimits,
    private readonly config: Config,
  ) {}

  @Post()
  @RouteConfig({ ...OPEN, ...NO_INSTRUCTION })
  @HttpCode(200)
  @Public()
  @Answers({ 200: { description: 'Signed in.', schema: 'Session', headers: ['Set-Cookie'] } }, [
    'unauthenticated',
    'foreign-origin',
    'provider-required',
  ])
  @ApiOperation({
    summary: 'Sign in with an API key',
    description:
      'Sets the cookie `marina_session` (HttpOnly, SameSite=Strict, Secure over https; when live `__Host-marina_session`, always Secure), which every other route takes in place of a key; a key in the header Authorization comes first. A session ends after 30 minutes without a call, after 12 hours, when its key is revoked, expires or is rotated away, and when the key has 20 newer ones. Calls other than GET and HEAD need the header `X-CSRF-Token: <csrfToken>` (403 `csrf-token-missing`), and pages of other origins are refused (403 `foreign-origin`). `GET /v1/session`, `GET /v1/stream` and calls with the header `X-Background: true`, for what a page asks by itself, do not count as use. With `CONSOLE_SIGN_IN=provider` every key is 403 `provider-required`. A wrong key is 401; too many from one address, and more than 30 sign-ins a minute with one key, are 429.',
  })
  async signIn(
    @Body() { key }: SignInBody,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const foreign = flawOfOrigin(request);
    if (foreign !== null) throw foreign;
    // Whatever the key: the answer tells nothing about it.
    if (this.config.consoleSignIn === 'provider')
      throw problem('provider-required', 'Keys open no session here: sign in at the provider.');
    const opened = await this.keys.opened(key);
    if (opened === null) {
      const tooMany = await this.limits.ofWrongKey(request, reply);
      throw tooMany ?? problem('unauthenticated', 'The key is unknown or no longer valid.');
    }
    const actor = actorFrom(opened.caller, request);
    request.actor = actor;
    const tooMany = await this.limits.ofKey(request, reply, opened.caller.quotaId);
    if (tooMany !== null) throw tooMany;
    const before = this.cookies.tokenIn(request);
    const { session, token } = await this.sessions.start(
      opened,
      actor,
      before === null ? null : await this.sessions.of(before),
    );
    this.cookies.set(request, reply, token);
    return sessionView(session, this.config);
  }

  @Get()
  @NeedsSession()
  @OpenToBoundKeys()
  @RouteConfig({ ...BACKGROUND, ...ASKS_WHO_IS_THERE })
  @Answers({ 200: { description: 'The session.', schema: 'Session' } })
  @ApiOperation({
    summary: 'Who is signed in, until when, and the CSRF token',
    description:
      '401 `unauthenticated` without a session, also with an API key. A call without any key or session leaves no `ACCESS_DENIED` in the trail: a page asks so whether somebody has signed in.',
  })
  show(@Req() request: AuthenticatedRequest): SessionView {
    return sessionView(sessionOf(request), this.config);
  }

  @Delete()
  @RouteConfig(NO_INSTRUCTION)
  @HttpCode(204)
  @NeedsSession()
  @OpenToBoundKeys()
  @Answers({ 204: { description: 'Signed out.', headers: ['Clear-Site-Data', 'Set-Cookie'] } })
  @ApiOperation({ summary: 'Sign out', description: 'Ends the session and clears its cookie.' })
  async signOut(
    @Query() { everywhere = false }: SignOutQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(sessionOf(request), actorOf(request), everywhere);
    this.cookies.clear(request, reply);
    forgetCached(reply);
  }
}
