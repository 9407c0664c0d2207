import { Module, type DynamicModule } from '@nestjs/common';
import { Database, TypeOrmTransactions } from '@petstore/database';
import { Transactions } from '@petstore/kernel';
import { DataSource } from 'typeorm';

/** The database, and its transactions. */
@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
    const { dataSource } = database;
    const providers = [
      { provide: Database, useValue: database },
      { provide: DataSource, useValue: dataSource },
      { provide: Transactions, useValue: new TypeOrmTransactions(dataSource) },
    ];
    return { module: DatabaseModule, global: true, providers, exports: providers };
  }
}
