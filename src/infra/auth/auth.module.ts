import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.js';
import { Denials } from './denials.js';
import { PersonsController } from './persons/persons.controller.js';
import { Persons } from './persons/persons.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionController } from './sessions/session.controller.js';
import { Sessions } from './sessions/sessions.js';

/** API keys, persons, sessions and the guard that protects every route. */
@Global()
@Module({
  controllers: [ApiKeysController, PersonsController, SessionController],
  providers: [
    ApiKeys,
    Persons,
    Sessions,
    SessionCookie,
    Denials,
    { provide: APP_GUARD, useClass: ApiKeyGuard },
  ],
  exports: [ApiKeys],
})
export class AuthModule {}
