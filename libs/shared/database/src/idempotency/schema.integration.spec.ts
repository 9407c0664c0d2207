import { createTestDatabase, schemaContract } from '../testing/index.ts';
import { idempotencyPersistence } from './idempotency.persistence.ts';

describe('the schema', () => {
  for (const [rule, holds] of Object.entries(schemaContract)) {
    it(rule, async () => {
      const database = await createTestDatabase();
      try {
        await holds(await database.open([idempotencyPersistence]));
      } finally {
        await database.drop();
      }
    });
  }
});
