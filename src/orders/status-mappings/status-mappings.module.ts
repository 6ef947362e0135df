import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { DecideStatusWordsHandler } from './decide-status-mappings.js';
import { GetStatusWordsHandler, FindStatusWordsHandler } from './find-status-mappings.js';
import { WordsInForce } from './mappings-in-force.js';
import { ProposeStatusWordsHandler } from './propose-status-mappings.js';
import { WordDesk } from './status-mapping-desk.js';
import { StatusWordsController } from './status-mappings.controller.js';

/** What the exchange's undocumented status words mean, as two people have agreed. */
@Module({
  imports: [CqrsModule],
  controllers: [StatusWordsController],
  providers: [
    WordDesk,
    WordsInForce,
    ProposeStatusWordsHandler,
    DecideStatusWordsHandler,
    GetStatusWordsHandler,
    FindStatusWordsHandler,
  ],
  exports: [WordsInForce],
})
export class StatusMappingsModule {}
