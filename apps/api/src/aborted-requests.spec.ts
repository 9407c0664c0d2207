import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { useTestApp } from './testing/test-app.ts';

const app = useTestApp();

const request = (line: string, id: string, ...headers: string[]) =>
  requestText(`${line} HTTP/1.1`, [
    'Host: pets',
    `Authorization: Bearer ${app.key}`,
    `X-Request-Id: ${id}`,
    ...headers,
  ]);

const incompleteCreate = (id: string) =>
  `${request('POST /v1/pets', id, 'Content-Type: application/json', 'Content-Length: 9')}{`;

async function open(bytes: string): Promise<Socket> {
  const socket = connect(app.port, '127.0.0.1').resume();
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
}

it('a request whose client disconnects has no status in the log', async () => {
  let respond = (): void => undefined;
  const called = new Promise((resolve) => {
    jest.spyOn(app.pets, 'list').mockImplementationOnce(() => {
      resolve(undefined);
      return new Promise((returnPets) => (respond = () => returnPets([])));
    });
  });
  const socket = await open(request('GET /v1/pets', 'first'));
  await called;
  socket.resetAndDestroy();
  const line = await app.log.accessLogLineOf('first');
  expect(line).toMatchObject({ route: '/v1/pets', aborted: true, apiKey: expect.stringMatching(/^key_/) });
  expect(line.status).toBeUndefined();
  respond();
});

it('a request whose client disconnects within the body has no status in the log', async () => {
  const dispatched = once(app.server, 'dispatch');
  const socket = await open(incompleteCreate('half'));
  await dispatched;
  socket.resetAndDestroy();
  const line = await app.log.accessLogLineOf('half');
  expect(line).toMatchObject({ route: '/v1/pets', aborted: true });
  expect(line.status).toBeUndefined();
});

it('a request whose client closes only its sending side within the body has the status of the response', async () => {
  (await open(incompleteCreate('end'))).end();
  const line = await app.log.accessLogLineOf('end');
  expect(line).toMatchObject({ route: '/v1/pets', status: 400, code: 'malformed_request' });
  expect(line.aborted).toBeUndefined();
});
