import { Module } from '@nestjs/common';
import { LegalHoldsController } from './legal-holds.controller.js';
import { LegalHolds } from './legal-holds.js';

/** How long clients are kept with their orders, and what keeps them longer. */
@Module({ controllers: [LegalHoldsController], providers: [LegalHolds] })
export class RetentionModule {}
