import { Module } from '@nestjs/common';
import { CheckKey, IssueFirstKey, VerifyKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock, Cryptography } from '@petstore/access-domain';
import { NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { Transactions } from '@petstore/kernel';
import { DataSource } from 'typeorm';

@Module({
  providers: [
    { provide: Cryptography, useClass: NodeCryptography },
    { provide: Clock, useValue: performance },
    {
      provide: ApiKeyRepository,
      useFactory: (dataSource: DataSource) => new TypeOrmApiKeyRepository(dataSource),
      inject: [DataSource],
    },
    {
      provide: VerifyKey,
      useFactory: (keys: ApiKeyRepository, cryptography: Cryptography, clock: Clock) =>
        new VerifyKey(keys, cryptography, clock),
      inject: [ApiKeyRepository, Cryptography, Clock],
    },
    {
      provide: CheckKey,
      useFactory: (keys: ApiKeyRepository, cryptography: Cryptography) => new CheckKey(keys, cryptography),
      inject: [ApiKeyRepository, Cryptography],
    },
    {
      provide: IssueFirstKey,
      useFactory: (keys: ApiKeyRepository, cryptography: Cryptography, transactions: Transactions) =>
        new IssueFirstKey(keys, cryptography, transactions),
      inject: [ApiKeyRepository, Cryptography, Transactions],
    },
  ],
  exports: [VerifyKey],
})
export class AuthModule {}
