import { ApiKeyRepository, type ApiKey } from '@petstore/access-domain';
import { translate } from '@petstore/database';
import type { DataSource, Repository } from 'typeorm';
import { apiKeyTable, toApiKey, toRow, type ApiKeyRow } from './api-key.table.ts';

export class TypeOrmApiKeyRepository extends ApiKeyRepository {
  private readonly rows: Repository<ApiKeyRow>;

  constructor(dataSource: DataSource) {
    super();
    this.rows = dataSource.getRepository(apiKeyTable);
  }

  async add(apiKey: ApiKey, secretHash: string): Promise<void> {
    await this.rows.insert(toRow(apiKey, secretHash)).catch(translate('change'));
  }

  async findUsable(secretHash: string): Promise<ApiKey | undefined> {
    const row = await this.rows
      .createQueryBuilder('key')
      .where('key.secretHash = :secretHash', { secretHash })
      .andWhere('key.revokedAt IS NULL')
      .andWhere('(key.expiresAt IS NULL OR key.expiresAt > now())')
      .getOne()
      .catch(translate('read'));
    return row ? toApiKey(row) : undefined;
  }

  hasAny(): Promise<boolean> {
    return this.rows.exists().catch(translate('read'));
  }
}
