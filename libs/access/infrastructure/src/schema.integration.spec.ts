import { createTestDatabase, schemaContract } from '@petstore/database/testing';
import { accessPersistence } from './index.ts';

describe('the schema', () => {
  for (const [rule, holds] of Object.entries(schemaContract)) {
    it(rule, async () => {
      const database = await createTestDatabase();
      try {
        await holds(await database.open([accessPersistence]));
      } finally {
        await database.drop();
      }
    });
  }
});
