import { Module } from '@nestjs/common';
import { BreakRegister } from './break-register.js';

/** The register of breaks: what disagrees with the exchange, or is not known. */
@Module({
  providers: [BreakRegister],
  exports: [BreakRegister],
})
export class BreaksModule {}
