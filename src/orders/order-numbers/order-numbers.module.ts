import { Module } from '@nestjs/common';
import { SightingRegister } from './sighting-register.js';

/** Whose an order number is: ours, another desk's, or not known. */
@Module({
  providers: [SightingRegister],
  exports: [SightingRegister],
})
export class OrderNumbersModule {}
