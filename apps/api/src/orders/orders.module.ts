import { Module } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { ChangeOrder, GetOrder, ListOrders, PlaceOrder } from '@petstore/store-application';
import { OrderedPets, OrderRepository } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { OrdersController } from './orders.controller.ts';

/** The use cases that change an order and its animal. */
const changes = [PlaceOrder, ChangeOrder];

@Module({
  controllers: [OrdersController],
  providers: [
    {
      provide: OrderRepository,
      useFactory: (dataSource: DataSource) => new TypeOrmOrderRepository(dataSource),
      inject: [DataSource],
    },
    { provide: ListOrders, useFactory: (orders: OrderRepository) => new ListOrders(orders), inject: [OrderRepository] },
    { provide: GetOrder, useFactory: (orders: OrderRepository) => new GetOrder(orders), inject: [OrderRepository] },
    ...changes.map((useCase) => ({
      provide: useCase,
      useFactory: (orders: OrderRepository, pets: OrderedPets, transactions: Transactions) =>
        new useCase(orders, pets, transactions),
      inject: [OrderRepository, OrderedPets, Transactions],
    })),
  ],
  exports: [OrderRepository],
})
export class OrdersModule {}
