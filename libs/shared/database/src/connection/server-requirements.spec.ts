import type { DataSource } from 'typeorm';
import { commandLineLimits } from './database-limits.ts';
import { UnsupportedServer } from '../errors/operator.errors.ts';
import { requireSupportedServer } from './server-requirements.ts';

/** Checks a server that answers so, and whose sessions have no wrong setting. */
function check(server: object): Promise<void> {
  const query = jest.fn().mockResolvedValueOnce([server]).mockResolvedValue([]);
  return requireSupportedServer({ query } as unknown as DataSource, commandLineLimits);
}

it('refuses a server older than PostgreSQL 15', async () => {
  const checking = check({ version: 14, name: '14.20', encoding: 'UTF8' });
  await expect(checking).rejects.toThrow(UnsupportedServer);
  await expect(checking).rejects.toThrow('the database is PostgreSQL 14.20; 15 or newer is needed');
  await expect(check({ version: 15, name: '15.1', encoding: 'UTF8' })).resolves.toBeUndefined();
});
