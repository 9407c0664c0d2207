import { Module } from '@nestjs/common';
import { bind, provide } from '@petstore/http/nest/providers';
import { CreateOrder, GetOrder } from '@petstore/store-application';
import { OrderRepository } from '@petstore/store-domain';
import { TypeOrmOrderRepository } from '@petstore/store-infrastructure';
import { DataSource } from 'typeorm';
import { OrdersController } from './orders.controller.ts';

@Module({
  controllers: [OrdersController],
  providers: [
    bind(OrderRepository, TypeOrmOrderRepository, DataSource),
    provide(CreateOrder, OrderRepository),
    provide(GetOrder, OrderRepository),
  ],
})
export class StoreModule {}
