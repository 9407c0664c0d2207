import { Module, type DynamicModule } from '@nestjs/common';
import { Database, TypeOrmIdempotencyKeyRepository, TypeOrmTransactions } from '@petstore/database';
import { IdempotencyKeyRepository, Transactions } from '@petstore/kernel';
import { DataSource } from 'typeorm';

/** The database, and what all contexts have in it: transactions and idempotency keys. */
@Module({})
export class DatabaseModule {
  static forRoot(database: Database): DynamicModule {
    const { dataSource } = database;
    const providers = [
      { provide: Database, useValue: database },
      { provide: DataSource, useValue: dataSource },
      { provide: Transactions, useValue: new TypeOrmTransactions(dataSource) },
      { provide: IdempotencyKeyRepository, useValue: new TypeOrmIdempotencyKeyRepository(dataSource) },
    ];
    return { module: DatabaseModule, global: true, providers, exports: providers };
  }
}
