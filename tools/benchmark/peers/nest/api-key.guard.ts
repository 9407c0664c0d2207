import { createHash } from 'node:crypto';
import { Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import { IsNull, Repository } from 'typeorm';
import { ApiKeyEntity } from './api-key.entity.ts';

/** Reads the key from the database for every request, as a typical guard does. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(@InjectRepository(ApiKeyEntity) private readonly keys: Repository<ApiKeyEntity>) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { authorization = '' } = context.switchToHttp().getRequest<Request>().headers;
    const [scheme, secret] = authorization.split(' ');
    if (scheme !== 'Bearer' || !secret) throw new UnauthorizedException();
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const key = await this.keys.findOneBy({ secretHash, revokedAt: IsNull() });
    if (!key) throw new UnauthorizedException();
    return true;
  }
}
