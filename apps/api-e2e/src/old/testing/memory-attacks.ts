import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { memoryOf, type ServiceProcess } from '@petstore/processes';

/** Number of connections that are opened before the next ones wait for a response: the system's queue of them is short. */
const connectionsAtOnce = 100;

const bodyLength = 102_400;

/** A file of several hundred kilobytes, which needs no key. */
const largeFile = '/docs/swagger-ui-bundle.js';

/** What each connection sends: `first` before all connections are open, `rest` afterwards. */
interface Attack {
  readonly first: string;
  readonly rest: string;
}

/** Connections that request a large file, read nothing, and pipeline 15 requests with 16 header fields. */
export function unreadResponses(): Attack {
  // Node reads up to 64 KiB at once and parses all of it.
  const fields = (request: number) =>
    Array.from({ length: 15 }, (_, field) => `${`f${request}-${field}-`.padEnd(200, 'x')}: v\r\n`);
  const requests = Array.from({ length: 15 }, (_, request) => get('/docs', ...fields(request)));
  return { first: get(largeFile), rest: requests.join('') };
}

/** Connections that send all but the last byte of a create's body. */
export function unfinishedBodies(apiKey: string): Attack {
  const lines = [
    'POST /v1/pets HTTP/1.1',
    'Host: pets',
    `Authorization: Bearer ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${bodyLength}`,
  ];
  return { first: '', rest: `${lines.join('\r\n')}\r\n\r\n${' '.repeat(bodyLength - 1)}` };
}

function get(path: string, ...fields: string[]): string {
  return `GET ${path} HTTP/1.1\r\nHost: pets\r\n${fields.join('')}\r\n`;
}

/**
 * Attacks the service, and requires meanwhile that another client can list and create animals.
 * @returns growth of the service's resident memory in MiB
 */
export async function memoryOfAttack(
  service: ServiceProcess,
  apiKey: string,
  { first, rest }: Attack,
  connections: number,
): Promise<number> {
  const { hostname, port } = new URL(service.address);
  await (await fetch(`${service.address}${largeFile}`)).arrayBuffer();
  for (let request = 0; request < 100; request++) await useService(service, apiKey);
  const idle = memoryOf(service.pid, 'VmRSS');
  const sockets: Socket[] = [];
  try {
    while (sockets.length < connections) {
      const opened = Array.from({ length: connectionsAtOnce }, () => connect(Number(port), hostname));
      sockets.push(...opened);
      for (const socket of opened) socket.on('error', () => {}).pause();
      await Promise.all(opened.map((socket) => once(socket, 'connect')));
      if (first) for (const socket of opened) socket.write(first);
      await useService(service, apiKey);
    }
    for (const [index, socket] of sockets.entries()) {
      socket.write(rest);
      if (index % connectionsAtOnce === 0) await useService(service, apiKey);
    }
    for (let request = 0; request < 100; request++) await useService(service, apiKey);
    return memoryOf(service.pid, 'VmRSS') - idle;
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Lists and creates an animal, each on a new connection, so that the service has accepted all earlier ones afterwards. */
async function useService(service: ServiceProcess, apiKey: string): Promise<void> {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', Connection: 'close' };
  const url = `${service.address}/v1/pets`;
  const list = await fetch(`${url}?limit=1`, { headers });
  const create = await fetch(url, { method: 'POST', headers, body: '{"name":"Rex","categoryId":7}' });
  await Promise.all([list.arrayBuffer(), create.arrayBuffer()]);
  expect([list.status, create.status]).toEqual([200, 201]);
}
