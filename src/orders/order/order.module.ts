import { Module } from '@nestjs/common';
import { BreaksModule } from '../breaks/breaks.module.js';
import { OrderStore } from './order-store.js';

/** An order and its requests: state, rules and the one store. */
@Module({
  imports: [BreaksModule],
  providers: [OrderStore],
  exports: [OrderStore, BreaksModule],
})
export class OrderModule {}
