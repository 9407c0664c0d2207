import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@petstore/database/testing';
import { Webhook } from 'standardwebhooks';
import { processes } from './test-file.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;

/** Name in an event without `data.pet`: the animal of a cancelled order was deleted in the database. */
const withoutPet = '';

/** Path of a receiver of examples/webhooks. */
export function exampleFile(name: string): string {
  return join(import.meta.dirname, '../../../../examples/webhooks', name);
}

/**
 * Starts a receiver of examples/webhooks, and sends it events with right, wrong, old, missing and two signatures, and a repeat. Expects that it
 * processes each event once, with all its characters, although another client stalls, and neither a body of 20 MB nor one that is no JSON.
 * @param argsOf arguments of the program for a port
 */
export async function checkReceiver(
  program: string,
  argsOf: (port: number) => readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const port = await freePort();
  const child = processes.spawn(program, argsOf(port), {
    env: { ...env, PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port), TMPDIR: processes.directory },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const url = `http://127.0.0.1:${port}/petstore`;
  await processes.until(() => fetch(url).then(Boolean, () => false));

  const stalled = connect(port, '127.0.0.1', () =>
    stalled.write('POST /petstore HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n'),
  );
  stalled.on('error', () => undefined);

  /** @param changed what is appended to the body after it was signed */
  const post = (id: string, body: string, secrets: readonly string[], sent = new Date(), changed = '') => {
    const signatures = secrets.map((each) => new Webhook(each).sign(id, sent, body));
    const headers = {
      'content-type': 'application/cloudevents+json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
      ...(signatures.length > 0 && { 'webhook-signature': signatures.join(' ') }),
    };
    return fetch(url, { method: 'POST', headers, body: body + changed });
  };
  /** Returns whether the receiver confirms the body: it can also close the connection. */
  const accepts = (body: string) =>
    post('event_9', body, [secret]).then(
      ({ ok }) => ok,
      () => false,
    );
  const send = async (id: string, name: string, secrets: readonly string[], sent = new Date(), changed = '') => {
    const pet = `"pet":{"id":9007199254740993,"name":${JSON.stringify(name)},"categoryId":7,"status":"available"}`;
    const body = `{"type":"pet.created","subject":"pets/9007199254740993","time":"${sent.toISOString()}","data":{${name && pet}}}`;
    const { status } = await post(id, body, secrets, sent, changed);
    return status;
  };
  await accepts(`{"type":"pet.created","subject":"${'x'.repeat(20_000_000)}","time":"","data":{}}`);
  const statuses = [
    await send('event_1', 'Zoë 🐕', [secret]),
    await send('event_1', 'Zoë 🐕', [secret]),
    await send('event_2', 'Tom', [otherSecret, secret]),
    await send('event_3', 'wrong', [otherSecret]),
    await send('event_4', 'missing', []),
    await send('event_5', 'old', [secret], new Date(Date.now() - 3_600_000)),
    await send('event_6', 'changed', [secret], new Date(), ' '),
    await send('event_7', withoutPet, [secret]),
    await send('event_8', 'last', [secret, otherSecret]),
  ];
  expect(statuses).toEqual([204, 204, 204, 401, 401, 401, 401, 204, 204]);
  expect(await accepts('not JSON')).toBe(false);
  stalled.destroy();
  await processes.until(() => printed.includes('last\n'));
  const lines = printed.split('\n').filter((line) => line.startsWith('pet.created'));
  const names = ['Zoë 🐕', 'Tom', withoutPet, 'last'];
  expect(lines).toEqual(names.map((name) => `pet.created pets/9007199254740993 ${name}`));
}
