import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection, write } from '../stage/raw-connection.ts';
import { publicIdOf } from './keys-revoked.ts';
import { onStage } from './on-stage.ts';
import type { Row } from './row.ts';

/** Milliseconds from the revocation until the bodies are sent: a revoked key may be accepted for 1,000. */
const bodyDelay = 1_250;

export const keysRevokedLate: Row = {
  name: 'keys-revoked-late',
  fault: 'keys are revoked after the headers of a create, 1.25 s before its body: it is refused by both instances',
  run: (trial) =>
    onStage(async (stage) => {
      const key = await stage.issueKey();
      const instances = [await stage.start(), await stage.start()];
      const statuses: string[] = [];
      for (let round = 0; round < trial.rounds(3); round++) {
        const doomed = await stage.issueKey(`doomed ${round}`);
        const creates = instances.flatMap(({ address }) =>
          [key, doomed].map(async (used) => {
            const newPet = stage.ledger.next();
            const body = JSON.stringify(newPet);
            return { isDoomed: used === doomed, newPet, body, socket: await sendHead(address(), used, body.length) };
          }),
        );
        const begun = await Promise.all(creates);
        await stage.petstore('keys', 'revoke', publicIdOf(await stage.petstore('keys', 'list'), `doomed ${round}`));
        await delay(bodyDelay);
        for (const { isDoomed, newPet, body, socket } of begun) {
          const { status, code, text } = await sendBody(socket, body);
          stage.ledger.hear(newPet, { status, code, text, headers: {}, milliseconds: 0, at: 0, isKept: false });
          trial.require(status === (isDoomed ? 401 : 201), `a ${isDoomed ? 'revoked' : 'valid'} key got ${status}`);
          statuses.push(`${isDoomed ? 'revoked' : 'valid'} ${status}`);
        }
      }
      trial.note([...new Set(statuses)].join(', '));
      return { requests: statuses.length, ...(await stage.judge({ address: instances[0]!.address, key })) };
    }),
};

/** Sends the headers of a create and waits until the service asks for the body: then it has verified the key. */
async function sendHead(address: string, key: string, length: number): Promise<Socket> {
  const socket = await rawConnection(address);
  const head = [
    'POST /v1/pets HTTP/1.1',
    'Host: pets',
    'Connection: close',
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Authorization: Bearer ${key}`,
    `Content-Length: ${length}`,
  ];
  await write(socket, `${head.join('\r\n')}\r\n\r\n`);
  const [said] = (await once(socket, 'data')) as [Buffer];
  if (!String(said).startsWith('HTTP/1.1 100 ')) throw new Error(`instead of 100 Continue: ${String(said)}`);
  return socket;
}

async function sendBody(socket: Socket, body: string): Promise<{ status: number; code: string; text: string }> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(socket, 'close');
  await write(socket, body);
  await ended;
  const [head = '', text = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  return { status, text, code: status < 400 ? '' : (JSON.parse(text) as { code: string }).code };
}
