import { createServer, request, type Server } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OperatorError } from '@petstore/operations';
import { proxyFor, TunnelAgent } from './https-proxy.ts';

const proxy = 'http://proxy.example:3128';

const proxyOf = (address: string, env: NodeJS.ProcessEnv) => proxyFor(new URL(address), env)?.href;

it.each([
  [{ HTTPS_PROXY: proxy }, `${proxy}/`],
  [{ https_proxy: proxy }, `${proxy}/`],
  [{ https_proxy: '', HTTPS_PROXY: proxy }, `${proxy}/`],
  [{ HTTPS_PROXY: 'proxy.example:3128' }, `${proxy}/`],
  [{ HTTPS_PROXY: 'https://ann:hunter%232@proxy.example' }, 'https://ann:hunter%232@proxy.example/'],
  [{ HTTP_PROXY: proxy }, undefined],
  [{ HTTPS_PROXY: '' }, undefined],
  [{}, undefined],
])('the proxy of %j is %s', (env: NodeJS.ProcessEnv, found) => {
  expect(proxyOf('https://receiver.example/', env)).toBe(found);
});

it.each([
  'https://localhost/',
  'https://localhost./',
  'https://127.0.0.2:8443/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'http://127.0.0.1/',
  'http://2130706433/',
])('a proxy never gets a request to this computer: %s', (address) => {
  expect(proxyOf(address, { HTTPS_PROXY: proxy })).toBeUndefined();
});

it.each([
  ['receiver.example', true],
  ['RECEIVER.example', true],
  ['example', true],
  ['.example', true],
  ['*.example', true],
  ['example.', true],
  ['receiver.example.', true],
  ['other, receiver.example', true],
  ['other receiver.example', true],
  ['receiver.example:443', true],
  ['*', true],
  ['receiver.example:8443', false],
  ['ceiver.example', false],
  ['hook.receiver.example', false],
  ['', false],
  [' , ', false],
  ['.', false],
  ['10.0.0.0/8', false],
])('NO_PROXY "%s" excepts receiver.example: %j', (exceptions, isExcepted) => {
  for (const name of ['NO_PROXY', 'no_proxy']) {
    for (const address of ['https://receiver.example/', 'https://receiver.example./']) {
      const found = proxyOf(address, { HTTPS_PROXY: proxy, [name]: exceptions });
      expect(found === undefined).toBe(isExcepted);
    }
  }
});

it.each([
  ['10.1.2.3', '10.1.2.3', true],
  ['10.1.2.3', '10.0.0.0/8', true],
  ['10.1.2.3', '2.3', false],
  ['10.1.2.3', '10.1.2.3:8443', false],
  ['10.1.2.3', '10.2.0.0/16', false],
  ['10.1.2.3', '10.0.0.0/33', false],
  ['10.1.2.3', '::/0', false],
  ['[fd00::7]', 'fd00:0:0::7', true],
  ['[fd00::7]', '[fd00::7]', true],
  ['[fd00::7]', '[fd00::7]:443', true],
  ['[fd00::7]', 'fd00::/8', true],
  ['[fd00::7]', 'fe00::/8', false],
])('%s with NO_PROXY "%s" is excepted: %j', (host, exceptions, isExcepted) => {
  const found = proxyOf(`https://${host}/`, { HTTPS_PROXY: proxy, NO_PROXY: exceptions });
  expect(found === undefined).toBe(isExcepted);
});

it.each([
  'socks5://ann:hunter2@proxy.example',
  'http://ann:hunter#2@proxy.example:3128',
  'http://ann:hunter2%zz@proxy.example:3128',
  'http://ann:hunter2@proxy.example:99999',
  'http://proxy.example/hunter2',
  'hunter2 with spaces',
])('refuses the proxy %s, and does not show it', (text) => {
  const refusing = () => proxyOf('https://receiver.example/', { HTTPS_PROXY: text });
  expect(refusing).toThrow(OperatorError);
  expect(refusing).toThrow(/^HTTPS_PROXY must be http:\/\/host:port [^]*$/);
  expect(refusing).not.toThrow(/hunter/);
});

describe('a tunnel', () => {
  /** TLS with a shared key, so that the test needs no certificate. */
  const key = { ciphers: 'PSK', maxVersion: 'TLSv1.2' as const };
  const pskCallback = () => ({ psk: Buffer.alloc(16, 1), identity: 'a test' });
  let receiver: https.Server;
  let proxyServer: Server;
  let connects: unknown[];
  /** The status with which the proxy answers, and after which it closes the connection unless it is 200. */
  let status: number;

  beforeAll(async () => {
    receiver = https.createServer({ ...key, pskCallback: () => Buffer.alloc(16, 1) }, (_, response) => {
      response.end('a response of the receiver');
    });
    proxyServer = createServer().on('connect', ({ url, headers }, socket) => {
      connects.push([url, headers.host, headers['proxy-authorization'], headers.authorization]);
      socket.write(`HTTP/1.1 ${status} Status\r\n\r\n`);
      if (status !== 200) return socket.end();
      const tunnel = net.connect((receiver.address() as AddressInfo).port, '127.0.0.1');
      return socket.pipe(tunnel).pipe(socket);
    });
    for (const server of [receiver, proxyServer]) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    }
  });
  beforeEach(() => (connects = []));
  afterAll(() => {
    for (const server of [receiver, proxyServer]) server.close().closeAllConnections();
  });

  async function get(agent: TunnelAgent): Promise<string> {
    const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      request('https://receiver.example/hook', { agent }).on('response', resolve).on('error', reject).end();
    });
    return text(response);
  }

  function agentOf(port: number): TunnelAgent {
    const options = { ...key, pskCallback, checkServerIdentity: () => undefined };
    return new TunnelAgent(new URL(`http://ann:hunter%232@127.0.0.1:${port}`), 10_000, options);
  }

  it('goes through the proxy by CONNECT, with the credentials, and is encrypted to the receiver', async () => {
    status = 200;
    const { port } = proxyServer.address() as AddressInfo;
    expect(await get(agentOf(port))).toBe('a response of the receiver');
    const credentials = `Basic ${Buffer.from('ann:hunter#2').toString('base64')}`;
    expect(connects).toEqual([['receiver.example:443', 'receiver.example:443', credentials, undefined]]);
  });

  it('fails with the status of a proxy that refuses, and without a proxy, and shows no password', async () => {
    status = 407;
    const { port } = proxyServer.address() as AddressInfo;
    await expect(get(agentOf(port))).rejects.toThrow(/^the proxy responded with status 407$/);
    const closed = net.createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: closedPort } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await expect(get(agentOf(closedPort))).rejects.toThrow(/^the proxy failed: ECONNREFUSED$/);
  });
});
