import { createTestDatabase, succeeded, WireProxy, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation } from '@petstore/processes';

let database: TestDatabase;
let proxy: WireProxy;
let place: DatabaseLocation;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await WireProxy.before(database.url);
  place = { DATABASE_URL: proxy.through(database.url) };
  expect((await petstore(place, 'migrate')).exitCode).toBe(0);
});

afterAll(async () => {
  proxy.close();
  await database.drop();
});

const listed = async () => (await petstore(place, 'keys', 'list')).stdout.trimEnd().split('\n').slice(1);

async function withoutAnswerToCommit(...args: string[]) {
  proxy.replace = (answer) => (succeeded(answer, 'COMMIT') ? { bytes: Buffer.alloc(0), then: 'ended' } : undefined);
  try {
    return await petstore(place, ...args);
  } finally {
    proxy.replace = () => undefined;
  }
}

it('reports how to revoke a key that may exist and whose secret is lost', async () => {
  const issued = await withoutAnswerToCommit('keys', 'issue', 'front desk');
  const [first] = await listed();
  const id = first!.split('\t')[0]!;
  const rotated = await withoutAnswerToCommit('keys', 'rotate', id);
  expect(await listed()).toHaveLength(2);
  for (const { exitCode, stdout, stderr } of [issued, rotated]) {
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^petstore: [^\n]*\n$/);
    expect(stderr).toContain('the new key may exist, but its secret is lost');
    expect(stderr).toContain('keys list');
    expect(stderr).toContain('keys revoke');
  }
});
