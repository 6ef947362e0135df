import { Module } from '@nestjs/common';
import { BreakRegister } from './break-register.js';
import { SystemBreaks } from './system-breaks.js';

/** The register of breaks: what disagrees with the exchange, or is not known. */
@Module({
  providers: [BreakRegister, SystemBreaks],
  exports: [BreakRegister, SystemBreaks],
})
export class BreaksModule {}
