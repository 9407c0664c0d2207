import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Client } from '../support/client.ts';
import { fault, type FaultRun } from '../support/fault-test.ts';
import { headOfBody, openSocket, write } from '../support/raw-socket.ts';
import type { Environment, Service } from '../support/service.ts';

/** Shifts the wall clock (`Date`) of a process by CLOCK_OFFSET milliseconds. The monotonic clock stays as it is. */
const wrongClock = `
  const SystemDate = Date;
  const offset = Number(process.env.CLOCK_OFFSET);
  globalThis.Date = class Date extends SystemDate {
    constructor(...when) { super(...(when.length === 0 ? [SystemDate.now() + offset] : when)); }
    static now() { return SystemDate.now() + offset; }
  };`;

const hour = 3_600_000;

/** Starts PostgreSQL and two instances, whose clocks are an hour ahead and an hour behind. */
async function start(run: FaultRun, env: Environment = {}) {
  const postgres = await run.postgres();
  const script = join(run.processes.directory, 'wrong-clock.cjs');
  writeFileSync(script, wrongClock);
  const startAt = (offset: number) =>
    run.service(postgres, { ...env, NODE_OPTIONS: `--require=${script}`, CLOCK_OFFSET: String(offset) });
  const services = [await startAt(hour), await startAt(-hour)];
  return { postgres, services, key: await services[0]!.issueKey() };
}

async function revoke(service: Service, name: string): Promise<void> {
  const line = (await service.petstore('keys', 'list')).split('\n').find((each) => each.split('\t').includes(name));
  await service.petstore('keys', 'revoke', line!.split('\t')[0]!);
}

describe('keys-revoked', () => {
  fault(
    'a key in use is revoked: two instances refuse it after 1 s, for good, while they lose their connections',
    async (run) => {
      const { postgres, services, key } = await start(run);
      const load = run.load({ instances: services, key });
      await load.successes(300);
      let latest = 0;
      for (let round = 0; round < run.rounds(5); round++) {
        const revoked = await services[0]!.issueKey(`revoked ${round}`);
        const clients = services.map((service) => new Client(service, revoked));
        const answers: Answer[] = [];
        let isEnding = false;
        run.atEnd(() => (isEnding = true));
        const sending = clients.map(async (client) => {
          while (!isEnding) answers.push(await client.get('/v1/pets?limit=1'));
        });
        await delay(500);
        expect(answers.some(({ status }) => status === 200)).toBe(true);
        // Not by the command: it can take seconds, in which even an instance that caches the key too long would check it again.
        await postgres.query('UPDATE api_keys SET revoked_at = now() WHERE name = $1', [`revoked ${round}`]);
        const revokedAt = performance.now();
        for (let cut = 0; cut < 5; cut++) {
          await delay(500);
          await postgres.terminateConnections();
        }
        isEnding = true;
        await Promise.all(sending);
        for (const client of clients) {
          // 503: the instance could not check the key.
          const last = await run.processes.until(() =>
            client.get('/v1/pets').then((each) => each.status !== 503 && each),
          );
          expect(last.status).toBe(401);
        }
        // The time at which the client sent the request counts.
        const accepted = answers
          .filter(({ status }) => status === 200)
          .map(({ at, milliseconds }) => at - milliseconds);
        latest = Math.max(latest, ...accepted.map((sentAt) => sentAt - revokedAt));
      }
      await load.end();
      run.show({ 'accepted after, ms': latest });
      expect(latest).toBeLessThanOrEqual(1_250);
      await run.requireNothingLost(new Client(services[0]!, key));
    },
  );

  fault(
    'a key is revoked 1.25 s before the body of its create arrives: both instances return 401 and store nothing',
    async (run) => {
      const { services, key } = await start(run);
      const rounds = run.rounds(3);
      for (let round = 0; round < rounds; round++) {
        const revoked = await services[0]!.issueKey(`revoked ${round}`);
        const creates = [];
        for (const service of services) {
          for (const used of [key, revoked]) {
            const newPet = run.ledger.nextPet();
            const body = JSON.stringify(newPet);
            const socket = await sendHead(service, used, body.length);
            creates.push({ newPet, body, socket, expected: used === revoked ? 401 : 201 });
          }
        }
        await revoke(services[0]!, `revoked ${round}`);
        await delay(1_250);
        for (const { newPet, body, socket, expected } of creates) {
          const answer = await sendBody(socket, body);
          run.ledger.record(newPet, answer);
          expect(answer.status).toBe(expected);
        }
      }
      run.show({ requests: 4 * rounds });
      await run.requireNothingLost(new Client(services[0]!, key));
    },
  );

  fault(
    '400 connections of one key change one animal, and it is revoked: after 1.25 s none of the waiting changes is stored',
    async (run) => {
      const { postgres, services, key } = await start(run, { BETA: 'on' });
      const newPet = run.ledger.nextPet();
      const created = await new Client(services[0]!, key).post('/v1/pets', newPet);
      run.ledger.record(newPet, created);
      const { id } = JSON.parse(created.text) as { id: number };
      const version = async () => {
        const [row] = await postgres.query<{ version: number }>('SELECT version FROM pets WHERE id = $1', [id]);
        return row!.version;
      };
      let requests = 0;
      for (let round = 0; round < run.rounds(3); round++) {
        const revoked = await services[0]!.issueKey(`busy ${round}`);
        const answers: Answer[] = [];
        let isEnding = false;
        run.atEnd(() => (isEnding = true));
        const sending = Array.from({ length: 400 }, async (_, index) => {
          const client = new Client(services[index % 2]!, revoked);
          // The name stays, because the ledger compares it.
          for (let sent = 0; !isEnding && answers.at(-1)?.status !== 401; sent++) {
            const body = JSON.stringify({ categoryId: index * 1_000 + sent + 1 });
            answers.push(await client.send('PATCH', `/v1/pets/${id}`, body));
          }
        });
        await run.processes.until(() => answers.filter(({ status }) => status === 200).length > 400);
        await postgres.query('UPDATE api_keys SET revoked_at = now() WHERE name = $1', [`busy ${round}`]);
        await delay(1_250);
        const last = await version();
        await Promise.all(sending);
        requests += answers.length;
        expect(await version()).toBe(last);
        expect(answers.some(({ status }) => status === 401)).toBe(true);
      }
      await postgres.query('UPDATE pets SET category_id = $2 WHERE id = $1', [id, newPet.categoryId]);
      run.show({ requests });
      await run.requireNothingLost(new Client(services[0]!, key));
    },
  );

  fault(
    'instances whose clocks differ by two hours: both accept a key for 30 minutes, and refuse one that has expired',
    async (run) => {
      const { postgres, services } = await start(run);
      const valid = await services[0]!.issueKey('valid', '--expires', '30m');
      const expired = await services[0]!.issueKey('expired', '--expires', '1s');
      await postgres.until("SELECT 1 FROM api_keys WHERE name = 'expired' AND expires_at <= now()");
      for (const service of services) {
        expect(await new Client(service, valid).get('/v1/pets')).toMatchObject({ status: 200 });
        expect(await new Client(service, expired).get('/v1/pets')).toMatchObject({ status: 401 });
      }
      run.show({ requests: 4 });
    },
  );
});

/** Sends the head of a create, and waits for 100 Continue, which the service sends after it has verified the key. */
async function sendHead(service: Service, key: string, contentLength: number): Promise<Socket> {
  const socket = await openSocket(service);
  await write(socket, headOfBody('POST /v1/pets', key, contentLength, 'Connection: close', 'Expect: 100-continue'));
  const [received] = (await once(socket, 'data')) as [Buffer];
  expect(String(received)).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}

async function sendBody(socket: Socket, body: string): Promise<{ status: number; code: string; text: string }> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  await write(socket, body);
  await closed;
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  return { status: Number(head.split(' ')[1] ?? 0), code: '', text };
}
