import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeys } from './api-keys.js';

/** Who may call, and for what. Every route is guarded. */
@Global()
@Module({
  controllers: [ApiKeysController],
  providers: [ApiKeys, { provide: APP_GUARD, useClass: ApiKeyGuard }],
  exports: [ApiKeys],
})
export class AuthModule {}
