import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { ApiKeys } from './api-keys/api-keys.js';
import { Denials } from './denials.js';
import { Identification } from './identification.js';
import { IdentityProvider } from './oidc/identity-provider.js';
import { LinkedPersons } from './oidc/linked-persons.js';
import { OidcCookie } from './oidc/oidc-cookie.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { OidcController } from './oidc/oidc.controller.js';
import { SignInAttempts } from './oidc/sign-in-attempts.js';
import { PersonsController } from './persons/persons.controller.js';
import { Persons } from './persons/persons.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionController } from './sessions/session.controller.js';
import { Sessions } from './sessions/sessions.js';
import { TrailReads } from './trail-reads.js';

/** API keys, persons, sessions, sign-in at an identity provider, the guard that protects every route, and what the trail has of its readers. */
@Global()
@Module({
  controllers: [ApiKeysController, PersonsController, SessionController, OidcController],
  providers: [
    ApiKeys,
    Persons,
    Sessions,
    SessionCookie,
    IdentityProvider,
    LinkedPersons,
    OidcCookie,
    OidcSignIn,
    SignInAttempts,
    Denials,
    Identification,
    TrailReads,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
    { provide: APP_INTERCEPTOR, useExisting: TrailReads },
  ],
  exports: [ApiKeys],
})
export class AuthModule {}
