import { createTestDatabase, schemaContract } from '@petstore/database/testing';
import { storePersistence } from './index.ts';

describe('the schema', () => {
  for (const [rule, verify] of Object.entries(schemaContract)) {
    it(rule, async () => {
      const database = await createTestDatabase();
      try {
        await verify(await database.open([storePersistence]));
      } finally {
        await database.drop();
      }
    });
  }
});
