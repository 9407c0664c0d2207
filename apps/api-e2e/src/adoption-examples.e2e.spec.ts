import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstoreOutput, type ServiceProcess } from '@petstore/processes';
import { documentExamples, runExample } from './testing/document-examples.ts';
import { startService } from './testing/start-service.ts';

let database: TestDatabase;
let service: ServiceProcess;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startService({ DATABASE_URL: database.url }, { BETA: 'on' });
  const KEY = await petstoreOutput({ DATABASE_URL: database.url }, 'keys', 'issue', 'reader');
  env = { API: `${service.address}/v1`, KEY };
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

const examples = documentExamples('docs/adoption.md');
const operations = ['pets"', 'orders"', 'pets/1"', 'complete"', 'cancel"', 'return"', 'orders/1"', 'orders?'];

/** Replaces times, because they are those of the run. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z"/g, '"<time>"'));

// One test, because each example continues the ones before it.
it('the commands of docs/adoption.md print what it says', async () => {
  for (const operation of operations) expect(examples.map(({ command }) => command).join('')).toContain(operation);
  for (const { command, output } of examples) {
    expect([command, withoutTimes(await runExample(command, env))]).toEqual([command, withoutTimes(output)]);
  }
});
