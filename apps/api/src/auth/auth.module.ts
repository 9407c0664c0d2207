import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { CheckKey, IssueFirstKey, VerifyKey } from '@petstore/access-application';
import { ApiKeyRepository, Clock, Cryptography } from '@petstore/access-domain';
import { NodeClock, NodeCryptography, TypeOrmApiKeyRepository } from '@petstore/access-infrastructure';
import { Batching } from '@petstore/database';
import { bind, provide } from '@petstore/http/nest/providers';
import { DataSource } from 'typeorm';
import { ApiKeyGuard } from './api-key.guard.ts';

@Module({
  providers: [
    bind(ApiKeyRepository, TypeOrmApiKeyRepository, DataSource, Batching),
    bind(Cryptography, NodeCryptography),
    bind(Clock, NodeClock),
    provide(VerifyKey, ApiKeyRepository, Cryptography, Clock),
    provide(CheckKey, ApiKeyRepository, Cryptography),
    provide(IssueFirstKey, ApiKeyRepository, Cryptography),
    provide(ApiKeyGuard, VerifyKey),
    { provide: APP_GUARD, useExisting: ApiKeyGuard },
  ],
})
export class AuthModule {}
