import { freePort } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { checkReceiver, exampleFile } from './support/example-receiver.ts';
import { Database, issueKey, petstore, processes, startPetstore, startService } from './support/test-file.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

describe('petstore deliver', () => {
  let database: Database;
  let client: CheckedClient;
  let receiver: WebhookReceiver;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    database = await Database.create();
    const service = await startService({ ...database.location, BETA: 'on' });
    client = new CheckedClient(service, await issueKey(database.location));
    receiver = new WebhookReceiver();
    await receiver.start();
    env = { ...database.location, WEBHOOK_SECRET: receiver.secret };
  });

  afterEach(async () => {
    await receiver.kill();
    expect(receiver.violations).toEqual([]);
  });

  /** Creates an animal. @returns its path */
  async function create(name: string): Promise<string> {
    const { headers } = await client.post('/v1/pets', { name, categoryId: 7 });
    return headers.location!;
  }

  it('delivers the events as GET /events has them, with exact integers, and continues at the stored place', async () => {
    const metricsPort = await freePort();
    env = { ...env, METRICS_PORT: String(metricsPort) };
    const newPet = '{"name":"Rex","categoryId":9223372036854775807}';
    const { text } = await client.send('POST', '/v1/pets', newPet);
    await client.post('/v1/store/orders', { petId: (JSON.parse(text) as { id: number }).id });

    const withoutFrom = await petstore(env, 'deliver', receiver.url);
    expect([withoutFrom.exitCode, withoutFrom.stderr]).toEqual([
      1,
      expect.stringContaining('--from oldest or --from latest'),
    ]);

    let printed = '';
    const running = startPetstore(env, ['deliver', receiver.url, '--from', 'oldest'], (chunk) => (printed += chunk));
    await processes.until(() => receiver.arrivals.length === 2);
    const { text: log } = await client.get('/v1/events');
    expect(`[${receiver.bodies.join()}]`).toBe(log);
    await processes.until(async () => {
      const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
      return (await metrics.text()).includes('\npetstore_delivery_lag_seconds 0\n');
    });

    const other = await petstore({ ...env, METRICS_PORT: '' }, 'deliver', receiver.url, '--type', 'pet.deleted');
    expect([other.exitCode, other.stderr]).toEqual([
      1,
      expect.stringMatching(/with all types: stop it before you change the types, or choose another --name\n$/),
    ]);

    receiver.behaviour = () => 'error';
    await create('late');
    await processes.until(() => printed.includes('was not delivered (response with status 500): next attempt in'));
    receiver.behaviour = () => 'accept';
    await processes.until(() => printed.includes('recovered after'));
    running.kill('SIGTERM');
    expect((await running.result).exitCode).toBe(0);

    await create('later');
    const { length } = receiver.arrivals;
    receiver.behaviour = () => 'gone';
    const ended = await petstore(env, 'deliver', receiver.url);
    expect(ended.exitCode).toBe(3);
    expect(ended.stderr).toContain('answered 410');
    expect(receiver.arrivals.slice(length).map(({ event }) => event.data.pet.name)).toEqual(['later']);
  });

  it('sends only events of the given types, from the given place, and stores its place under a name or the address without its query', async () => {
    /** Runs the program until the receiver has this number of events. */
    const deliver = async (count: number, url: string, args: string[], work?: () => Promise<unknown>) => {
      let printed = '';
      const running = startPetstore(env, ['deliver', url, ...args], (chunk) => (printed += chunk));
      await processes.until(() => printed.includes('delivering to '));
      await work?.();
      await processes.until(() => receiver.arrivals.length === count);
      running.kill('SIGTERM');
      expect((await running.result).exitCode).toBe(0);
      return printed;
    };
    const remove = async (name: string) => client.send('DELETE', await create(name));
    const deleted = ['--type', 'pet.deleted'];
    await remove('Rex');
    const printed = await deliver(
      2,
      `${receiver.url}?token=1`,
      ['--from', 'latest', ...deleted, 'order.placed'],
      async () => {
        await remove('Tom');
        const petId = Number((await create('Zoe')).split('/').at(-1));
        await client.post('/v1/store/orders', { petId });
      },
    );
    expect(printed).toContain(`its name is ${receiver.url}: an address that differs only after the ? is the same`);
    await remove('Kit');
    await deliver(3, `${receiver.url}?token=2`, deleted);
    const named = await deliver(6, `${receiver.url}?token=3`, ['--name', 'chat', '--from', 'oldest', ...deleted]);
    expect(named).not.toContain('its name is');
    const events = receiver.bodies.map((body) => JSON.parse(body) as { type: string; data: { pet: { name: string } } });
    expect(events.map(({ type, data }) => `${type} ${data.pet.name}`)).toEqual([
      ...['pet.deleted Tom', 'order.placed Zoe', 'pet.deleted Kit'],
      ...['pet.deleted Rex', 'pet.deleted Tom', 'pet.deleted Kit'],
    ]);
    const places = await database.query<{ name: string }>('SELECT name FROM deliveries ORDER BY name');
    expect(places.map(({ name }) => name)).toEqual(['chat', receiver.url]);
  });
});

it.each<[string[], Record<string, string>, string]>([
  [['http://receiver.example/hook'], {}, 'an https address, or an http address of this computer'],
  [['https://ann:hunter2@receiver.example/'], {}, 'must not contain a user name or a password'],
  [['https://receiver.example/', '--type', 'pet.sold'], {}, 'pet.created, pet.updated, pet.deleted'],
  [['--type', 'pet.deleted', 'https://receiver.example/hunter2'], {}, "missing required argument 'url'"],
  [['https://receiver.example/'], {}, 'WEBHOOK_SECRET must be whsec_ and then 24 to 64 bytes in base64'],
  [
    ['https://receiver.example/', '--name', 'a\nb'],
    {},
    '--name (default: the address) must be 1 to 255 Unicode characters',
  ],
  [[`https://receiver.example/hunter2${'x'.repeat(256)}`], {}, 'must be 1 to 255 Unicode characters'],
  [['https://receiver.example:0/'], {}, 'the port of the receiver must be from 1 to 65535'],
  [['https://receiver.example/'], { WEBHOOK_SECRET: 'whsec_aHVudGVyMg==' }, 'WEBHOOK_SECRET must be'],
  [
    ['https://receiver.example/'],
    { HTTPS_PROXY: 'socks5://ann:hunter2@proxy.example' },
    'HTTPS_PROXY must be http://host:port',
  ],
])('refuses %j with %j, and prints no secret', async (args, env, message) => {
  const { exitCode, stderr } = await petstore(
    { DATABASE_URL: 'postgresql://127.0.0.1/none', ...env },
    'deliver',
    ...args,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/hunter2|aHVudGVyMg/);
});

// Receivers whose packages this workspace has. `npm run test:compatibility` runs the others.
it.each(['express.mjs', 'fastify.mjs'])('examples/webhooks/%s processes each signed event once', async (file) => {
  await checkReceiver(process.execPath, () => [exampleFile(file)]);
});
