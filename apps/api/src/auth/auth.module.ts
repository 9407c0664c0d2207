import { Module } from '@nestjs/common';
import { CheckKey, IssueFirstKey, VerifyKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock, Cryptography } from '@petstore/access-domain';
import { NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { Transactions } from '@petstore/kernel';
import { DataSource } from 'typeorm';
import { provide } from '../provide.ts';

@Module({
  providers: [
    { provide: Cryptography, useClass: NodeCryptography },
    { provide: Clock, useValue: performance },
    provide(TypeOrmApiKeyRepository, [DataSource], ApiKeyRepository),
    provide(VerifyKey, [ApiKeyRepository, Cryptography, Clock]),
    // `start.ts` gets these two, for the first key.
    provide(CheckKey, [ApiKeyRepository, Cryptography]),
    provide(IssueFirstKey, [ApiKeyRepository, Cryptography, Transactions]),
  ],
  exports: [VerifyKey],
})
export class AuthModule {}
