import { createTestDatabase, type TestDatabase } from '@petstore/database/testing';
import { petstore, type DatabaseLocation, type ServiceProcess } from '@petstore/processes';
import pg from 'pg';
import { GeneratedClient } from './testing/generated-client.ts';
import { startService } from './testing/start-service.ts';

const categories = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '7', '0'];

/** The first id of the test. JavaScript rounds it to 9007199254740992. */
const firstId = 9007199254740993n;

/** Creates animals, reads one, and lists all of them page by page. Writes the values as JSON with int64 as strings. */
const program = `
import { client } from './generated/client.gen.js';
import { createPet, getPet, listPets, type Pet } from './generated/index.js';
import { nextCursor } from './next-cursor.js';
import { useExactIntegers } from './use-exact-integers.js';

const { BASE_URL = '', API_KEY = '', EXACT } = process.env;
client.setConfig({ baseUrl: BASE_URL, auth: API_KEY });
if (EXACT) useExactIntegers();

const created: Pet[] = [];
for (const categoryId of ${JSON.stringify(categories)}) {
  const { data, error } = await createPet({ body: { name: categoryId, categoryId: BigInt(categoryId) } });
  if (data) created.push(data);
  else console.error(error.code satisfies string);
}
const first = created[0] && (await getPet({ path: { petId: created[0].id }, throwOnError: true })).data;
const pages: Pet[][] = [];
let cursor: string | undefined;
do {
  const query = { limit: 2, ...(cursor && { cursor }) };
  const { data, response } = await listPets({ query, throwOnError: true });
  pages.push(data);
  cursor = nextCursor(response);
} while (cursor);
const { error, response } = await listPets({ query: { limit: 0 } });
const refused = { code: error?.code, status: response?.status };
const result = { created, first, pages, refused };
console.log(JSON.stringify(result, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
`;

let database: TestDatabase;
let service: ServiceProcess;
let client: GeneratedClient;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  const location: DatabaseLocation = { DATABASE_URL: database.url };
  service = await startService(location);
  const API_KEY = (await petstore(location, 'keys', 'issue', 'generated')).stdout.trim();
  env = { BASE_URL: `${service.address}/v1`, API_KEY };
  const connection = new pg.Client(database.url);
  await connection.connect();
  await connection.query(`ALTER TABLE pets ALTER COLUMN id RESTART WITH ${firstId}`);
  await connection.end();
  client = await GeneratedClient.create();
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
});

it('the generated client type-checks', async () => {
  expect(await client.compile(program)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});

it('the generated client creates, gets, and lists animals page by page, with exact ids and categories', async () => {
  const { created, first, pages, refused } = JSON.parse(await client.run({ ...env, EXACT: 'true' })) as Record<
    string,
    unknown
  >;
  const pets = categories.map((categoryId, index) => ({
    id: String(firstId + BigInt(index)),
    name: categoryId,
    categoryId,
    status: 'available',
  }));
  expect(created).toEqual(pets);
  expect(first).toEqual(pets[0]);
  expect(pages).toEqual([pets.slice(0, 2), pets.slice(2, 4), pets.slice(4)]);
  expect(refused).toEqual({ code: 'invalid_parameter', status: 400 });
});

it('the generated client needs the function of the guide: without it, it sends text and rounds ids', async () => {
  const { created, pages } = JSON.parse(await client.run(env)) as { created: unknown[]; pages: { id: string }[][] };
  expect(created).toEqual([]);
  expect(pages[0]?.[0]?.id).toBe('9007199254740992');
});
