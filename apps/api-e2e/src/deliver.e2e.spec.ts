import { freePort } from '@petstore/database/testing';
import { CheckedClient } from './support/checked-client.ts';
import { Database, issueKey, petstore, processes, startPetstore, startService } from './support/test-file.ts';
import { WebhookReceiver } from './support/webhook-receiver.ts';

it('delivers the events as GET /events has them, with exact integers, and continues at the stored place', async () => {
  const database = await Database.create();
  const service = await startService({ ...database.location, BETA: 'on' });
  const client = new CheckedClient(service, await issueKey(database.location));
  const receiver = new WebhookReceiver();
  await receiver.start();
  const metricsPort = await freePort();
  const env = { ...database.location, WEBHOOK_SECRET: receiver.secret, METRICS_PORT: String(metricsPort) };
  const create = (name: string) => client.post('/v1/pets', { name, categoryId: 7 });
  const newPet = '{"name":"Rex","categoryId":9223372036854775807}';
  const { text } = await client.send('POST', '/v1/pets', newPet);
  await client.post('/v1/store/orders', { petId: (JSON.parse(text) as { id: number }).id });

  const unplaced = await petstore(env, 'deliver', receiver.url);
  expect([unplaced.exitCode, unplaced.stderr]).toEqual([1, expect.stringContaining('--from oldest or --from latest')]);

  let printed = '';
  const running = startPetstore(env, ['deliver', receiver.url, '--from', 'oldest'], (chunk) => (printed += chunk));
  await processes.until(() => receiver.arrivals.length === 2);
  const { text: log } = await client.get('/v1/events');
  expect(`[${receiver.bodies.join()}]`).toBe(log);
  const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(await metrics.text()).toContain('\npetstore_delivery_lag_seconds 0\n');

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
  expect([ended.exitCode, ended.stderr]).toEqual([3, expect.stringContaining('answered 410')]);
  expect(receiver.arrivals.slice(length).map(({ event }) => event.type)).toEqual(['pet.created']);
  expect(receiver.violations).toEqual([]);
  await receiver.kill();
});

it.each([
  [['http://receiver.example/hook'], {}, 'an https address, or an http address of this computer'],
  [['https://ann:hunter2@receiver.example/'], {}, 'must not contain a user name or a password'],
  [['https://receiver.example/', '--type', 'pet.sold'], {}, 'pet.created, pet.updated, pet.deleted'],
  [['--type', 'pet.deleted', 'https://receiver.example/hunter2'], {}, "missing required argument 'url'"],
  [['https://receiver.example/'], {}, 'WEBHOOK_SECRET must be whsec_ and then 24 to 64 bytes in base64'],
  [['https://receiver.example/'], { WEBHOOK_SECRET: 'whsec_aHVudGVyMg==' }, 'WEBHOOK_SECRET must be'],
])('refuses %j with %j, and prints no secret', async (args, env: Record<string, string>, message) => {
  const { exitCode, stderr } = await petstore(
    { DATABASE_URL: 'postgresql://127.0.0.1/none', ...env },
    'deliver',
    ...args,
  );
  expect(exitCode).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/hunter2|aHVudGVyMg/);
});
