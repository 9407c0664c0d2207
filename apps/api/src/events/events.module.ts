import { Module } from '@nestjs/common';
import { TypeOrmEventLog } from '@petstore/event-log/typeorm-event-log';
import { EventLog } from '@petstore/kernel';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';
import { EventsController } from './events.controller.ts';

@Module({
  controllers: [EventsController],
  providers: [provide(TypeOrmEventLog, [DataSource], EventLog)],
})
export class EventsModule {}
