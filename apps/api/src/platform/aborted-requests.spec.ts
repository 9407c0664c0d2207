import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { ask } from '../testing/document-check.ts';
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

  /** Delays the result of the repository: `asked` resolves when it is called, and `answer` makes it return. */
  function held(): { asked: Promise<unknown>; answer: () => void } {
    let answer = (): void => undefined;
    const asked = new Promise((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementationOnce(() => {
        resolve(undefined);
        return new Promise((give) => (answer = () => give([])));
      });
    });
    return { asked, answer: () => answer() };
  }

  const list = (id: string) => head(id).replace('POST', 'GET');

  it('has no status if the client disconnects before the response', async () => {
    const store = held();
    const socket = await open(list('gone-1'));
    await store.asked;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('gone-1');
    expect(line).toMatchObject({ route: '/v1/pets', aborted: true, apiKey: expect.stringMatching(/^key_/) });
    expect(line.status).toBeUndefined();
    store.answer();
  });

  it('is neither executed nor logged if it waits behind another one', async () => {
    const store = held();
    const socket = await open(list('first') + list('second'));
    await store.asked;
    socket.resetAndDestroy();
    expect(await app.log.accessLogLineOf('first')).toMatchObject({ route: '/v1/pets', aborted: true });
    store.answer();
    await app.unauthenticated.get('/nothing').set('X-Request-Id', 'later');
    await app.log.accessLogLineOf('later');
    expect(app.log.lines.map(({ requestId }) => requestId)).not.toContain('second');
  });

  const half = (id: string) => `${head(id, 'Content-Type: application/json', 'Content-Length: 9')}{`;

  it('has no status if the client disconnects within the body', async () => {
    const begun = once(app.server, 'dispatch');
    const socket = await open(half('half'));
    await begun;
    socket.resetAndDestroy();
    const line = await app.log.accessLogLineOf('half');
    expect(line).toMatchObject({ route: '/v1/pets', aborted: true });
    expect(line.status).toBeUndefined();
  });

  it('has the status of the response if the client closes only its sending side within the body', async () => {
    (await open(half('end'))).end();
    const line = await app.log.accessLogLineOf('end');
    expect(line).toMatchObject({ route: '/v1/pets', status: 400, code: 'malformed_request' });
    expect(line.aborted).toBeUndefined();
  });

  it('has one line, with the status of the response, if its body cannot be parsed', async () => {
    const chunked = head('chunks', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
    const answer = await ask(app.port, `${chunked}zz\r\n`);
    expect(answer.headers['x-request-id']).toBe('chunks');
    expect(await app.log.accessLogLineOf('chunks')).toMatchObject({
      status: 400,
      code: 'malformed_request',
      method: 'POST',
    });
    const written = app.log.lines.filter(({ requestId }) => requestId === 'chunks');
    expect(written).toHaveLength(1);
    expect(written[0]?.aborted).toBeUndefined();
  });
});
