import { createServer, type Server } from 'node:http';
import { isIPv6 } from 'node:net';
import { constants, networkInterfaces } from 'node:os';
import { OperatorError } from './operator-error.ts';
import { listen, urlOfServer } from './listen.ts';

let server: Server;

beforeEach(() => (server = createServer((_, response) => response.end('listening'))));

afterEach(() => server.close());

/** Simulates a machine without IPv6. */
async function disableIPv6(): Promise<void> {
  const other = createServer();
  await listen(other, { host: '127.0.0.1', port: 0 });
  const { _handle: handle } = other as unknown as { _handle: { bind6(): number } };
  const notSupported = -constants.errno.EAFNOSUPPORT;
  jest.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'bind6').mockReturnValue(notSupported);
  other.close();
}

const fetchText = async (url: string) => (await fetch(url)).text();

it(':: is every address of the machine, of IPv4 and of IPv6', async () => {
  const { port } = new URL(await listen(server, { host: '::', port: 0 }));
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const loopback = addresses.filter(({ internal, scopeid }) => internal && !scopeid).map(({ address }) => address);
  expect(loopback).toContain('127.0.0.1');
  for (const address of loopback) {
    expect(await fetchText(`http://${isIPv6(address) ? `[${address}]` : address}:${port}`)).toBe('listening');
  }
});

it(':: is every address of IPv4 on a machine without IPv6', async () => {
  await disableIPv6();
  const url = await listen(server, { host: '::', port: 0 });
  expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/);
  expect(await fetchText(url.replace('0.0.0.0', '127.0.0.1'))).toBe('listening');
});

it('another address of IPv6 is refused on a machine without IPv6', async () => {
  await disableIPv6();
  const listening = listen(server, { host: '::1', port: 0 }, 'METRICS_');
  await expect(listening).rejects.toThrow(OperatorError);
  await expect(listening).rejects.toThrow('METRICS_HOST and METRICS_PORT: listen EAFNOSUPPORT');
});

it.each([
  [{ address: '127.0.0.1', port: 3000 }, 'http://127.0.0.1:3000'],
  [{ address: '::1', port: 3000 }, 'http://[::1]:3000'],
  [{ address: '0.0.0.0', port: 3000 }, undefined],
  [{ address: '::', port: 3000 }, undefined],
  [null, undefined],
])('the URL of a server at %p is %p', (bound, url) => {
  expect(urlOfServer({ address: () => bound } as unknown as Server)).toBe(url);
});
