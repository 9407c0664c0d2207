import { setImmediate } from 'node:timers/promises';
import { ApplicationServer, type ApplicationServerOptions } from '@petstore/bootstrap';
import { LogCapture } from '../application/log-capture.ts';
import { parseSamples, valueOf } from '../metrics/scrape.ts';
import { NoteRepository } from './notes/note-repository.ts';
import { notesApplication, token } from './notes-application.ts';

const address = { host: '127.0.0.1', port: 0 };
const headers = { Authorization: `Bearer ${token}` };

let log: LogCapture;
let started: ApplicationServer[];

beforeEach(() => {
  log = new LogCapture();
  started = [];
});

afterEach(() => Promise.all(started.map((service) => service.stop())));

/** A promise with the function that resolves it. */
function defer<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => (resolve = settle));
  return { promise, resolve };
}

/** Starts a service that is stopped after the test. */
async function start(
  repository: NoteRepository,
  change: Partial<ApplicationServerOptions> = {},
): Promise<ApplicationServer> {
  const service = await ApplicationServer.start({
    application: notesApplication(repository),
    address,
    dependency: { opening: Promise.resolve(true), ping: async () => undefined, close: async () => undefined },
    log: log.log,
    shutdownTimeout: 5_000,
    processMetrics: { droppedLogLines: () => 0 },
    ...change,
  });
  started.push(service);
  return service;
}

it('is live but not ready before its dependency is available, and ready after that', async () => {
  const opening = defer<boolean>();
  const close = jest.fn(async () => undefined);
  const dependency = { opening: opening.promise, ping: async () => undefined, close };
  const service = await start(new NoteRepository(), { dependency });
  const health = async (name: string) => (await fetch(`${service.url}/health/${name}`)).status;
  const serving = service.serve();
  expect([await health('live'), await health('ready')]).toEqual([200, 503]);
  opening.resolve(true);
  expect(await serving).toBe(true);
  expect(await health('ready')).toBe(200);
  await service.stop();
  expect(close).toHaveBeenCalledTimes(1);
});

it('responds to the running request during its shutdown, and then closes the listener', async () => {
  const repository = new NoteRepository();
  const reached = defer<undefined>();
  const release = defer<undefined>();
  const { list } = repository;
  jest.spyOn(repository, 'list').mockImplementation(async (...parameters) => {
    reached.resolve(undefined);
    await release.promise;
    return list.apply(repository, parameters);
  });
  const service = await start(repository);
  const response = fetch(`${service.url}/v1/notes`, { headers });
  await reached.promise;
  const stopping = service.stop();
  while (service.app.getHttpServer().listening) await setImmediate();
  release.resolve(undefined);
  expect((await response).status).toBe(200);
  expect((await response).headers.get('connection')).toBe('close');
  await stopping;
  await expect(fetch(`${service.url}/health/live`)).rejects.toThrow();
});

it('serves its metrics until it has stopped', async () => {
  const service = await start(new NoteRepository(), { metricsAddress: address });
  const metricsUrl = (log.lines.find(({ msg }) => msg === 'metrics listening') as unknown as { address: string })
    .address;
  const response = await fetch(`${service.url}/v1/notes/1`, { headers });
  expect(response.status).toBe(404);
  await log.accessLogLineOf(response.headers.get('x-request-id') ?? undefined);
  const samples = parseSamples(await (await fetch(metricsUrl)).text());
  expect(valueOf(samples, 'petstore_deprecated_calls_total', { api_key: 'caller-1' })).toBe(1);
  await service.stop();
  await expect(fetch(metricsUrl)).rejects.toThrow();
});

it('closes its dependency if it cannot listen', async () => {
  const first = await start(new NoteRepository());
  const close = jest.fn(async () => undefined);
  const dependency = { opening: Promise.resolve(true), ping: async () => undefined, close };
  const taken = { ...address, port: Number(new URL(first.url).port) };
  await expect(start(new NoteRepository(), { address: taken, dependency })).rejects.toThrow('HOST and PORT: ');
  expect(close).toHaveBeenCalledTimes(1);
  await first.stop();
});
