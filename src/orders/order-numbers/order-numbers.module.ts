import { Module } from '@nestjs/common';
import { StrangerBook } from './sighting-register.js';

/** Whose an order number is: ours, another desk's, or not known. */
@Module({
  providers: [StrangerBook],
  exports: [StrangerBook],
})
export class OrderNumbersModule {}
