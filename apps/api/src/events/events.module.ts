import { Module } from '@nestjs/common';
import { TypeOrmEventLog } from '@petstore/database';
import { EventLog } from '@petstore/kernel';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';
import { EventsController } from './events.controller.ts';

@Module({
  controllers: [EventsController],
  // The metrics get TypeOrmEventLog itself, because EventLog has no `delay`.
  providers: [provide(TypeOrmEventLog, [DataSource]), { provide: EventLog, useExisting: TypeOrmEventLog }],
})
export class EventsModule {}
