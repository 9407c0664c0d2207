import { Module } from '@nestjs/common';
import { TypeOrmEventLog } from '@petstore/database';
import { EventLog } from '@petstore/kernel';
import { DataSource } from 'typeorm';
import { EventsController } from './events.controller.ts';

@Module({
  controllers: [EventsController],
  providers: [
    {
      provide: TypeOrmEventLog,
      useFactory: (dataSource: DataSource) => new TypeOrmEventLog(dataSource),
      inject: [DataSource],
    },
    { provide: EventLog, useExisting: TypeOrmEventLog },
  ],
})
export class EventsModule {}
