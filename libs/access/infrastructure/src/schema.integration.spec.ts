import { createTestDatabase, schemaContract } from '@petstore/database/testing';
import { accessPersistence } from './index.ts';

describe('the schema', () => {
  for (const [rule, verify] of Object.entries(schemaContract)) {
    it(rule, async () => {
      const database = await createTestDatabase();
      try {
        await verify(await database.open([accessPersistence]));
      } finally {
        await database.drop();
      }
    });
  }
});
