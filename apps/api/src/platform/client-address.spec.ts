import { once } from 'node:events';
import { connect } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { readConfig, type Config } from '../config.ts';
import { ask } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

const forwarded = 'X-Forwarded-For: 203.0.113.9, 198.51.100.7';
const head = (...headers: string[]) =>
  requestText('GET /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', ...headers]);

/** The client's address in the line of a request with these bytes. */
async function clientAfter(bytes: string): Promise<string | undefined> {
  const answer = await ask(app.port, bytes);
  return (await app.log.accessLogLineOf(answer.headers['x-request-id'])).client;
}

describe('the client address in the log line of a request', () => {
  it.each<[string, Partial<Config>, string]>([
    ['the peer if no proxy is trusted', {}, '127.0.0.1'],
    ['the last forwarded address behind one proxy', { trustedProxies: 1 }, '198.51.100.7'],
    ['the address before the last one behind two proxies', { trustedProxies: 2 }, '203.0.113.9'],
    ['the peer if it is not a trusted address', { trustedProxies: ['10.0.0.0/8'] }, '127.0.0.1'],
  ])('is %s', async (_, config, client) => {
    app = await startTestApp(config);
    expect(await clientAfter(head(forwarded))).toBe(client);
    expect(await clientAfter(head(forwarded, 'Expect: tea'))).toBe(client);
  });

  it('is the peer if a trusted proxy forwards no address', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    expect(await clientAfter(head('X-Forwarded-For: pets_secret'))).toBe('127.0.0.1');
    expect(await clientAfter(head(`X-Forwarded-For: ${'1'.repeat(55)}`))).toBe('127.0.0.1');
  });

  it('is the peer if the request could not be parsed', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    expect(await clientAfter('garbage\r\n\r\n')).toBe('127.0.0.1');
  });

  it('is the same in the log line of the cause of a failure', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('broken'));
    const answer = await ask(app.port, head(forwarded, `Authorization: Bearer ${app.key}`));
    expect(answer.status).toBe(500);
    const { client } = await app.log.accessLogLineOf(answer.headers['x-request-id']);
    expect(app.log.otherLinesOf(answer.headers['x-request-id'])).toMatchObject([{ msg: 'request failed', client }]);
  });

  it.each([
    ['without a trusted proxy', {}, '127.0.0.1'],
    ['behind a trusted proxy', { trustedProxies: 1 }, '198.51.100.7'],
  ])('is logged after the connection was closed, %s', async (_, config, client) => {
    app = await startTestApp(config);
    const asked = new Promise<void>((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementation(() => {
        resolve();
        return new Promise(() => {});
      });
    });
    const socket = connect(app.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const headers = ['Host: pets', `Authorization: Bearer ${app.key}`, 'X-Request-Id: gone', forwarded];
    socket.write(requestText('GET /v1/pets HTTP/1.1', headers));
    await asked;
    socket.resetAndDestroy();
    expect(await app.log.accessLogLineOf('gone')).toMatchObject({ aborted: true, client });
  });

  it('is not logged with LOG_CLIENT_ADDRESS=off', async () => {
    app = await startTestApp({ logClientAddress: readConfig({ LOG_CLIENT_ADDRESS: 'off' }).logClientAddress });
    expect(await clientAfter(head())).toBeUndefined();
    expect(await clientAfter('garbage\r\n\r\n')).toBeUndefined();
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('broken'));
    await ask(app.port, head(`Authorization: Bearer ${app.key}`));
    expect(app.log.text).toContain('request failed');
    expect(app.log.text).not.toContain('127.0.0.1');
  });
});
