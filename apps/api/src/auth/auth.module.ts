import { Module } from '@nestjs/common';
import { CheckKey, IssueFirstKey, VerifyKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock, Cryptography } from '@petstore/access-domain';
import { NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
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
    ...[CheckKey, IssueFirstKey].map((useCase) => ({
      provide: useCase,
      useFactory: (keys: ApiKeyRepository, cryptography: Cryptography) => new useCase(keys, cryptography),
      inject: [ApiKeyRepository, Cryptography],
    })),
  ],
  exports: [VerifyKey],
})
export class AuthModule {}
