import { Module } from '@nestjs/common';
import { BreakRegister } from './break-register.js';
import { BreakSettings } from './break-settings.js';
import { BreakSettingsController } from './break-settings.controller.js';
import { SystemBreaks } from './system-breaks.js';

/** The register of breaks: what disagrees with the exchange, or is not known, and how soon it should be resolved. */
@Module({
  controllers: [BreakSettingsController],
  providers: [BreakRegister, BreakSettings, SystemBreaks],
  exports: [BreakRegister, SystemBreaks],
})
export class BreaksModule {}
