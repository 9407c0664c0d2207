import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { ChangeOrder, GetOrder, ListOrders, PlaceOrder } from '@petstore/store-application';
import { OrderedPets, OrderRepository } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';
import { OrdersController } from './orders.controller.ts';

@Module({
  controllers: [OrdersController],
  providers: [
    provide(TypeOrmOrderRepository, [DataSource], OrderRepository),
    provide(ListOrders, [OrderRepository]),
    provide(GetOrder, [OrderRepository]),
    provide(PlaceOrder, [OrderRepository, OrderedPets, Transactions]),
    provide(ChangeOrder, [OrderRepository, OrderedPets, Transactions]),
  ],
  exports: [OrderRepository],
})
export class OrdersModule {}
