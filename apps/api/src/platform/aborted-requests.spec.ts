import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('an aborted request', () => {
  const head = (id: string, ...headers: string[]) =>
    requestText('POST /v1/pets HTTP/1.1', [
      'Host: pets',
      `Authorization: Bearer ${app.key}`,
      `X-Request-Id: ${id}`,
      ...headers,
    ]);

  async function open(bytes: string): Promise<Socket> {
    const socket = connect(app.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  }

  /** Delays the next list of the repository: `called` resolves when the service calls it, and `respond` makes it return. */
  function delayList(): { called: Promise<unknown>; respond: () => void } {
    let respond = (): void => undefined;
    const called = new Promise((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementationOnce(() => {
        resolve(undefined);
        return new Promise((returnPets) => (respond = () => returnPets([])));
      });
    });
    return { called, respond: () => respond() };
  }

  const listRequest = (id: string) => head(id).replace('POST', 'GET');

  it('is logged without a status if the client disconnects before the response', async () => {
    const delayedList = delayList();
    const socket = await open(listRequest('gone-1'));
    await delayedList.called;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('gone-1');
    expect(line).toMatchObject({ route: '/v1/pets', aborted: true, apiKey: expect.stringMatching(/^key_/) });
    expect(line.status).toBeUndefined();
    delayedList.respond();
  });

  it('is neither executed nor logged if it waits for an earlier one on its connection', async () => {
    const delayedList = delayList();
    const socket = await open(listRequest('first') + listRequest('second'));
    await delayedList.called;
    socket.resetAndDestroy();
    expect(await app.log.accessLogLineOf('first')).toMatchObject({ route: '/v1/pets', aborted: true });
    delayedList.respond();
    await app.unauthenticated.get('/nothing').set('X-Request-Id', 'later');
    await app.log.accessLogLineOf('later');
    expect(app.log.lines.map(({ requestId }) => requestId)).not.toContain('second');
  });

  const incompleteRequest = (id: string) => `${head(id, 'Content-Type: application/json', 'Content-Length: 9')}{`;

  it('is logged without a status if the client disconnects within the body', async () => {
    const dispatched = once(app.server, 'dispatch');
    const socket = await open(incompleteRequest('half'));
    await dispatched;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('half');
    expect(line).toMatchObject({ route: '/v1/pets', aborted: true });
    expect(line.status).toBeUndefined();
  });

  it('is logged with the status of the response if the client closes only its sending side within the body', async () => {
    (await open(incompleteRequest('end'))).end();
    const line = await app.log.accessLogLineOf('end');
    expect(line).toMatchObject({ route: '/v1/pets', status: 400, code: 'malformed_request' });
    expect(line.aborted).toBeUndefined();
  });

  it('is logged once, with the status of the response, if its body cannot be parsed', async () => {
    const chunked = head('chunks', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    const response = await sendAndCheck(app.port, `${chunked}zz\r\n`);
    expect(response.headers['x-request-id']).toBe('chunks');
    expect(await app.log.accessLogLineOf('chunks')).toMatchObject({
      status: 400,
      code: 'malformed_request',
      method: 'POST',
    });
    const logLines = app.log.lines.filter(({ requestId }) => requestId === 'chunks');
    expect(logLines).toHaveLength(1);
    expect(logLines[0]?.aborted).toBeUndefined();
  });
});
