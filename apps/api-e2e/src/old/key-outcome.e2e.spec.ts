import { createTestDatabase, succeeded, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation } from '@petstore/processes';

let database: TestDatabase;
let proxy: WireProxy;
let location: DatabaseLocation;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await WireProxy.startFor(database.url);
  location = { DATABASE_URL: proxy.urlOf(database.url) };
  expect((await petstore(location, 'migrate')).exitCode).toBe(0);
});

afterAll(async () => {
  proxy.close();
  await database.drop();
});

const listKeyLines = async () => (await petstore(location, 'keys', 'list')).stdout.trimEnd().split('\n').slice(1);

/** Runs a command, and closes its connection to the database instead of sending the response to COMMIT. */
async function runWithoutCommitResponse(...args: string[]) {
  proxy.replace = (response) => (succeeded(response, 'COMMIT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  try {
    return await petstore(location, ...args);
  } finally {
    proxy.replace = () => undefined;
  }
}

it('a command reports how to revoke the new key if the connection is lost during COMMIT', async () => {
  const issued = await runWithoutCommitResponse('keys', 'issue', 'front desk');
  const [first] = await listKeyLines();
  const id = first!.split('\t')[0]!;
  const rotated = await runWithoutCommitResponse('keys', 'rotate', id);
  expect(await listKeyLines()).toHaveLength(2);
  for (const { exitCode, stdout, stderr } of [issued, rotated]) {
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^petstore: database: [^\n]*\npetstore: [^\n]*\n$/);
    expect(stderr).toContain('the new key may exist, but its secret is lost');
    expect(stderr).toContain('keys list');
    expect(stderr).toContain('keys revoke');
  }
});
