import { Module } from '@nestjs/common';
import { SightingRegister } from './sighting-register.js';

/** Who owns an order number: one of our orders, another desk, or nobody knows. */
@Module({
  providers: [SightingRegister],
  exports: [SightingRegister],
})
export class OrderNumbersModule {}
