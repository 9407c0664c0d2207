import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection, rawCreateHead, write } from '@petstore/driver';
import { withEnvironment } from '../environment/with-environment.ts';
import { publicIdOf } from './keys-revoked.ts';
import type { Row } from './row.ts';

/** Milliseconds from the revocation until the client sends the bodies. The service may accept a revoked key for 1,000 ms. */
const bodyDelay = 1_250;

export const keysRevokedLate: Row = {
  name: 'keys-revoked-late',
  fault: 'keys are revoked after the headers of a create, 1.25 s before its body: both instances refuse the create',
  execute: (run) =>
    withEnvironment(async (environment) => {
      const key = await environment.issueKey();
      const instances = [await environment.start(), await environment.start()];
      const statuses: string[] = [];
      for (let round = 0; round < run.rounds(3); round++) {
        const revoked = await environment.issueKey(`revoked ${round}`);
        const creates = instances.flatMap(({ address }) =>
          [key, revoked].map(async (used) => {
            const newPet = environment.ledger.nextPet();
            const body = JSON.stringify(newPet);
            return { isRevoked: used === revoked, newPet, body, socket: await sendHead(address(), used, body.length) };
          }),
        );
        const started = await Promise.all(creates);
        await environment.petstore(
          'keys',
          'revoke',
          publicIdOf(await environment.petstore('keys', 'list'), `revoked ${round}`),
        );
        await delay(bodyDelay);
        for (const { isRevoked, newPet, body, socket } of started) {
          const { status, code, text } = await sendBody(socket, body);
          environment.ledger.record(newPet, {
            status,
            code,
            text,
            headers: {},
            milliseconds: 0,
            at: 0,
            isReused: false,
          });
          run.require(status === (isRevoked ? 401 : 201), `a ${isRevoked ? 'revoked' : 'valid'} key got ${status}`);
          statuses.push(`${isRevoked ? 'revoked' : 'valid'} ${status}`);
        }
      }
      run.note([...new Set(statuses)].join(', '));
      return { requests: statuses.length, ...(await environment.verify({ address: instances[0]!.address, key })) };
    }),
};

/**
 * Sends the head of a create and waits for 100 Continue, which the service sends after it has verified the key.
 * @param contentLength length of the body in bytes
 * @throws Error if the response is not 100 Continue
 */
async function sendHead(address: string, key: string, contentLength: number): Promise<Socket> {
  const socket = await rawConnection(address);
  await write(socket, rawCreateHead(key, contentLength, 'Connection: close', 'Expect: 100-continue'));
  const [received] = (await once(socket, 'data')) as [Buffer];
  if (!String(received).startsWith('HTTP/1.1 100 ')) throw new Error(`instead of 100 Continue: ${String(received)}`);
  return socket;
}

/** Sends the body and returns the response. Its status is 0 if the connection was closed without a response. */
async function sendBody(socket: Socket, body: string): Promise<{ status: number; code: string; text: string }> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  await write(socket, body);
  await closed;
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = Number(head.split(' ')[1] ?? 0);
  return { status, text, code: status < 400 ? '' : (JSON.parse(text) as { code: string }).code };
}
