import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { MarketModule } from '../../market/market.module.js';
import { BestExecutionController } from './best-execution.controller.js';
import { FindBestExecutionHandler, GetBestExecutionHandler } from './find-best-execution.js';
import { QuoteRecorder } from './record-quotes.js';

/** The market of the time of each order, kept and compared with what was executed. */
@Module({
  imports: [CqrsModule, MarketModule],
  controllers: [BestExecutionController],
  providers: [QuoteRecorder, FindBestExecutionHandler, GetBestExecutionHandler],
  exports: [QuoteRecorder],
})
export class BestExecutionModule {}
