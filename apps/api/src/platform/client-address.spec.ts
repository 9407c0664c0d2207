import { once } from 'node:events';
import { connect } from 'node:net';
import { requestText } from '@petstore/testing/raw';
import { readConfig, type Config } from '../config.ts';
import { sendAndCheck } from '../testing/document-check.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

afterEach(() => app.close());

const forwarded = 'X-Forwarded-For: 203.0.113.9, 198.51.100.7';
const head = (...headers: string[]) =>
  requestText('GET /v1/pets HTTP/1.1', ['Host: pets', 'Connection: close', ...headers]);

/** Sends a request with these bytes, and returns the client address in its log line. */
async function loggedClient(bytes: string): Promise<string | undefined> {
  const response = await sendAndCheck(app.port, bytes);
  return (await app.log.accessLogLineOf(response.headers['x-request-id'])).client;
}

describe('the client address in the log line of a request', () => {
  it.each<[string, Partial<Config>, string]>([
    ['the peer if no proxy is trusted', {}, '127.0.0.1'],
    ['the last forwarded address behind one proxy', { trustedProxies: 1 }, '198.51.100.7'],
    ['the address before the last one behind two proxies', { trustedProxies: 2 }, '203.0.113.9'],
    ['the peer if it is not a trusted address', { trustedProxies: ['10.0.0.0/8'] }, '127.0.0.1'],
  ])('is %s', async (_, config, client) => {
    app = await startTestApp(config);
    expect(await loggedClient(head(forwarded))).toBe(client);
    expect(await loggedClient(head(forwarded, 'Expect: tea'))).toBe(client);
  });

  it('is the peer if a trusted proxy forwards text that is not an address', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    expect(await loggedClient(head('X-Forwarded-For: pets_secret'))).toBe('127.0.0.1');
    expect(await loggedClient(head(`X-Forwarded-For: ${'1'.repeat(55)}`))).toBe('127.0.0.1');
  });

  it('is the peer if the request could not be parsed', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    expect(await loggedClient('garbage\r\n\r\n')).toBe('127.0.0.1');
  });

  it('is the same in the log line of the cause if the use case throws', async () => {
    app = await startTestApp({ trustedProxies: 1 });
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('broken'));
    const response = await sendAndCheck(app.port, head(forwarded, `Authorization: Bearer ${app.key}`));
    expect(response.status).toBe(500);
    const { client } = await app.log.accessLogLineOf(response.headers['x-request-id']);
    expect(app.log.otherLinesOf(response.headers['x-request-id'])).toMatchObject([{ msg: 'request failed', client }]);
  });

  it.each([
    ['without a trusted proxy', {}, '127.0.0.1'],
    ['behind a trusted proxy', { trustedProxies: 1 }, '198.51.100.7'],
  ])('is logged if the client closed the connection, %s', async (_, config, client) => {
    app = await startTestApp(config);
    const listCalled = new Promise<void>((resolve) => {
      jest.spyOn(app.pets, 'list').mockImplementation(() => {
        resolve();
        return new Promise(() => {});
      });
    });
    const socket = connect(app.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    const headers = ['Host: pets', `Authorization: Bearer ${app.key}`, 'X-Request-Id: gone', forwarded];
    socket.write(requestText('GET /v1/pets HTTP/1.1', headers));
    await listCalled;
    socket.resetAndDestroy();
    expect(await app.log.accessLogLineOf('gone')).toMatchObject({ aborted: true, client });
  });

  it('is not logged with LOG_CLIENT_ADDRESS=off', async () => {
    app = await startTestApp({ logClientAddress: readConfig({ LOG_CLIENT_ADDRESS: 'off' }).logClientAddress });
    expect(await loggedClient(head())).toBeUndefined();
    expect(await loggedClient('garbage\r\n\r\n')).toBeUndefined();
    jest.spyOn(app.pets, 'list').mockRejectedValueOnce(new Error('broken'));
    await sendAndCheck(app.port, head(`Authorization: Bearer ${app.key}`));
    expect(app.log.text).toContain('request failed');
    expect(app.log.text).not.toContain('127.0.0.1');
  });
});
