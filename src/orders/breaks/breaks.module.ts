import { Module } from '@nestjs/common';
import { BreakBook } from './break-register.js';

/** The register of breaks: what disagrees with the exchange, or is not known. */
@Module({
  providers: [BreakBook],
  exports: [BreakBook],
})
export class BreaksModule {}
