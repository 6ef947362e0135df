import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.js';
import { Denials } from './denials.js';
import { SessionController } from './sessions/session.controller.js';
import { Sessions } from './sessions/sessions.js';

/** API keys, sessions and the guard that protects every route. */
@Global()
@Module({
  controllers: [ApiKeysController, SessionController],
  providers: [ApiKeys, Sessions, Denials, { provide: APP_GUARD, useClass: ApiKeyGuard }],
  exports: [ApiKeys],
})
export class AuthModule {}
