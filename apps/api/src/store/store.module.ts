import { Module } from '@nestjs/common';
import { bind, provide } from '@petstore/http/nest/providers';
import { Transactions } from '@petstore/kernel';
import { CancelOrder, CompleteOrder, GetOrder, ListOrders, PlaceOrder, ReturnOrder } from '@petstore/store-application';
import { OrderedPets, OrderRepository } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { OrdersController } from './orders.controller.ts';

@Module({
  controllers: [OrdersController],
  providers: [
    bind(OrderRepository, TypeOrmOrderRepository, DataSource),
    provide(ListOrders, OrderRepository),
    provide(GetOrder, OrderRepository),
    provide(PlaceOrder, OrderRepository, OrderedPets, Transactions),
    provide(CompleteOrder, OrderRepository, OrderedPets, Transactions),
    provide(CancelOrder, OrderRepository, OrderedPets, Transactions),
    provide(ReturnOrder, OrderRepository, OrderedPets, Transactions),
  ],
  exports: [OrderRepository],
})
export class StoreModule {}
