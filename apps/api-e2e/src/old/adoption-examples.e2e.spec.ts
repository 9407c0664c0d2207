import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createTestDatabase, OwnServer, type TestDatabase } from '@petstore/database/testing';
import { PetstoreClient, type Pet } from '@petstore/client';
import type { ServiceProcess } from '@petstore/processes';
import { createTestDirectory } from './testing/create-test-directory.ts';
import { documentExamples, runExample } from './testing/document-examples.ts';
import { startService } from './testing/start-service.ts';

// A transaction in any database of the server delays the feed, so that these tests need a server that nothing else uses.
let server: OwnServer;
let database: TestDatabase;
let service: ServiceProcess;
let env: Record<'API' | 'KEY' | 'DATABASE_URL', string>;

beforeAll(async () => {
  server = await OwnServer.start();
  database = await createTestDatabase(server.url);
  service = await startService({ DATABASE_URL: database.url }, { BETA: 'on' });
  env = { API: `${service.address}/v1`, KEY: '', DATABASE_URL: database.url };
  // The first line is the address of the example.
  const [, setKey = ''] = setUp.split('\n');
  env.KEY = await runExample(`${setKey}\nprintf %s "$KEY"`, env);
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await database?.drop();
  await server?.remove();
});

const examples = documentExamples('docs/adoption.md');
const withOutput = examples.filter(({ output }) => output !== undefined);
const [setUp = '', ...mirror] = examples.filter(({ output }) => output === undefined).map(({ command }) => command);

/** Replaces times, because they are those of the run. */
const withoutTimes = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll(/"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z"/g, '"<time>"'));

it('the document has an example of each operation, and the tests execute all its commands', () => {
  const operations = ['pets"', 'orders"', 'pets/1"', 'complete"', 'cancel"', 'return"', 'orders/1"', 'orders?'];
  for (const operation of operations) expect(withOutput.map(({ command }) => command).join('')).toContain(operation);
  expect(setUp).toMatch(/^API=http:\/\/127\.0\.0\.1:3000\/v1\nKEY=.*\n$/);
  expect(mirror.map((command) => command.trimStart().split(/[('=\s]/)[0])).toEqual([
    'page',
    'CHANGES',
    'LIST',
    'while',
  ]);
});

// One test, because each example continues the ones before it.
it('the commands print what the document says', async () => {
  for (const { command, output } of withOutput) {
    expect([command, withoutTimes(JSON.parse(await runExample(command, env)))]).toEqual([
      command,
      withoutTimes(output),
    ]);
  }
});

describe('the mirror of the document', () => {
  const directory = createTestDirectory();
  const [setPage = '', takeCursor = '', readList = '', follow = ''] = mirror;
  let shell: ChildProcessByStdio<Writable, Readable, Readable>;
  let output: string;

  /** Runs the commands in a shell, which is the leader of a process group so that the test can end `curl` too. */
  function start(...commands: string[]): void {
    const options = { cwd: directory, env: { ...process.env, ...env }, detached: true, stdio: 'pipe' } as const;
    shell = spawn('sh', ['-ec', commands.join('\n')], options);
    output = '';
    shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  }

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await once(shell.stdout, 'data');
  }

  afterEach(() => shell?.exitCode === null && process.kill(-shell.pid!, 'SIGKILL'));

  it('has all animals in their last state', async () => {
    const { pets } = new PetstoreClient({ baseUrl: env.API, apiKey: env.KEY });
    for (let index = 0; index < 220; index++) await pets.create({ name: `Pet ${index}`, categoryId: index });
    // At `read` the shell waits until the test has changed an animal.
    start(setPage, takeCursor, 'echo ready; read -r _', readList, '[ -z "$LIST" ]', follow);
    await until(() => output === 'ready\n');
    await pets.update(1, { name: 'changed before the walk' });
    shell.stdin.write('\n');
    await until(() => output.split('changed before the walk').length === 3);
    await pets.update(2, { status: 'sold' });
    await pets.create({ name: 'last', categoryId: 1 });
    await until(() => output.includes('"name":"last"'));

    const copy = new Map<unknown, Pet>();
    for (const [page] of output.matchAll(/\[.*?\]/g))
      for (const pet of JSON.parse(page) as Pet[]) copy.set(pet.id, pet);
    const stored: Pet[] = [];
    for await (const pet of pets.list({ limit: 100 })) stored.push(pet);
    expect(stored).toHaveLength(222);
    expect([...copy.values()]).toEqual(stored);
  });

  it.each([
    ['the walk', 'LIST=/v1/pets?cursor=unknown', readList, 'printf "%s" "$LIST"', '/v1/pets?cursor=unknown'],
    [
      'the feed',
      'CHANGES=/v1/pets/changes?cursor=unknown',
      follow,
      'printf "%s" "$CHANGES"',
      '/v1/pets/changes?cursor=unknown',
    ],
  ])(
    'ends %s with an error, and keeps its position, if a request is refused',
    async (_, position, loop, print, kept) => {
      start(setPage, position, loop.replace(/^ *LIST=.*\n/, ''), print);
      const [error] = await Promise.all([text(shell.stderr), once(shell, 'close')]);
      expect(error).toContain('The requested URL returned error: 400');
      expect(output).toBe(kept);
    },
  );
});
