import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ApprovedMappings } from './approved-mappings.js';
import { DecideStatusMappingsHandler } from './decide-status-mappings.js';
import { GetStatusMappingsHandler, FindStatusMappingsHandler } from './find-status-mappings.js';
import { MappingsInForce } from './mappings-in-force.js';
import { ProposeStatusMappingsHandler } from './propose-status-mappings.js';
import { StatusMappingDesk } from './status-mapping-desk.js';
import { StatusMappingsController } from './status-mappings.controller.js';

/** What the exchange's undocumented status words mean, as two people have agreed. */
@Module({
  imports: [CqrsModule],
  controllers: [StatusMappingsController],
  providers: [
    ApprovedMappings,
    StatusMappingDesk,
    MappingsInForce,
    ProposeStatusMappingsHandler,
    DecideStatusMappingsHandler,
    GetStatusMappingsHandler,
    FindStatusMappingsHandler,
  ],
  exports: [MappingsInForce],
})
export class StatusMappingsModule {}
