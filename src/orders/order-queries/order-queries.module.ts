import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ClientsController } from './clients.controller.js';
import { FindClientsHandler } from './find-clients.js';
import { FindOrdersHandler } from './find-orders.js';
import { FindOrdersAsOfHandler } from './find-orders-as-of.js';
import { GetOrderHandler } from './get-order.js';
import { OrderHistoryHandler } from './order-history.js';
import { UnmaskClientHandler } from './unmask-client.js';
import { OrderQueriesController } from './order-queries.controller.js';

/** Reading orders: one, lists, history, whose it is. */
@Module({
  imports: [CqrsModule],
  controllers: [OrderQueriesController, ClientsController],
  providers: [
    GetOrderHandler,
    FindOrdersHandler,
    FindOrdersAsOfHandler,
    OrderHistoryHandler,
    UnmaskClientHandler,
    FindClientsHandler,
  ],
})
export class OrderQueriesModule {}
