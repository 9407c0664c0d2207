import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PetstoreClient } from '@petstore/client';
import { freePort } from '@petstore/database/testing';
import { Client, type Instance } from '../support/client.ts';
import { combination, debianVersion } from '../support/combination.ts';
import { startHaproxy, startNginx, startProxy } from '../support/proxies.ts';
import type { Service } from '../support/service.ts';
import { Database, issueKey, processes, startService } from '../support/test-file.ts';
import { workspace } from '../support/workspace.ts';

/** Long enough for every proxy to compress an animal: Caddy begins at 512 bytes. */
const name = '犬'.repeat(255);
const compressed = { 'Accept-Encoding': 'gzip, br' };

let service: Service;
let key: string;

beforeAll(async () => {
  const { location } = await Database.create();
  service = await startService({ ...location, BETA: 'on', TRUST_PROXY: '1' });
  key = await issueKey(location);
});

interface Proxy {
  readonly program: string;
  /** The package of Debian. */
  readonly name: string;
  readonly needs: string;
  /** Starts the proxy in front of this instance. */
  start(instance: Instance): Promise<Instance>;
}

/** Returns the lines of deploy/proxies in this language, for a proxy in front of this instance, on this port if the lines name one. */
function documented(language: string, { address }: Instance, port = 0): string {
  const [, lines] = readFileSync(join(workspace, 'deploy/proxies/README.md'), 'utf8').split(`\`\`\`${language}\n`);
  const { hostname, port: servicePort } = new URL(address);
  return lines!
    .split('```')[0]!
    .replace('127.0.0.1:3000', `${hostname}:${servicePort}`)
    .replace('"3000"', `"${servicePort}"`)
    .replace('parent 3000', `parent ${servicePort}`)
    .replace('http_port 80', `http_port 127.0.0.1:${port}`)
    .replace('pets.example {', `http://127.0.0.1:${port} {`);
}

/** Writes a file of a test, and returns its path. */
function write(file: string, text: string): string {
  const path = join(processes.directory, file);
  writeFileSync(path, text);
  return path;
}

/** A new folder that a proxy can write to after it has become another user. */
function folder(file: string): string {
  const path = join(processes.directory, file);
  mkdirSync(path);
  chmodSync(path, 0o777);
  return path;
}

const inDeploy = 'the lines of [deploy/proxies](../deploy/proxies/README.md)';

const proxies: Proxy[] = [
  {
    program: 'nginx, gzip',
    name: 'nginx',
    needs: inDeploy,
    start: (instance) =>
      startNginx(processes, instance, {
        "set $petstore_hsts '';": `set $petstore_hsts ''; ${documented('nginx', instance)}`,
      }),
  },
  {
    program: 'HAProxy, compression',
    name: 'haproxy',
    needs: inDeploy,
    start: (instance) =>
      startHaproxy(processes, instance, {
        'maxconn 3500': `maxconn 3500\n${documented('haproxy', instance)}`,
      }),
  },
  {
    program: 'Caddy, encode',
    name: 'caddy',
    needs: inDeploy,
    async start(instance) {
      const port = await freePort();
      const file = write(`Caddyfile-${port}`, `{\nadmin off\n}\n${documented('caddyfile', instance, port)}`);
      const args = ['run', '--adapter', 'caddyfile', '--config', file];
      return startProxy(processes, 'caddy', args, port, { HOME: processes.directory });
    },
  },
  ...(['DEFLATE', 'BROTLI_COMPRESS'] as const).map((filter): Proxy => ({
    program: filter === 'DEFLATE' ? 'Apache, mod_deflate' : 'Apache, mod_brotli',
    name: 'apache2',
    needs: inDeploy,
    async start(instance) {
      const port = await freePort();
      const lines = [
        `ServerName pets`,
        `Listen 127.0.0.1:${port}`,
        `PidFile ${processes.directory}/apache-${port}.pid`,
        'ErrorLog /dev/stderr',
        ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
        ...['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'filter', 'deflate', 'brotli'].map(
          (module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`,
        ),
        documented('apache', instance, port).replace('DEFLATE', filter),
      ];
      const file = write(`apache-${port}.conf`, lines.join('\n'));
      return startProxy(processes, 'apache2', ['-D', 'FOREGROUND', '-f', file], port);
    },
  })),
  {
    program: 'Varnish, do_gzip',
    name: 'varnish',
    needs: inDeploy,
    async start(instance) {
      const port = await freePort();
      const file = write(`varnish-${port}.vcl`, documented('vcl', instance, port));
      const args = ['-F', '-f', file, '-a', `127.0.0.1:${port}`, '-n', join(processes.directory, `varnish-${port}`)];
      return startProxy(processes, 'varnishd', args, port, { PATH: process.env['PATH']! });
    },
  },
  {
    program: 'Squid',
    name: 'squid',
    needs: inDeploy,
    async start(instance) {
      const port = await freePort();
      const lines = [
        documented('squid', instance, port),
        'pid_filename none',
        'cache_log /dev/null',
        `coredump_dir ${processes.directory}`,
        'visible_hostname pets',
      ];
      const file = write(`squid-${port}.conf`, lines.join('\n'));
      return startProxy(processes, 'squid', ['-N', '-n', `petstore${port}`, '-f', file], port);
    },
  },
  {
    program: 'lighttpd, mod_deflate',
    name: 'lighttpd-mod-deflate',
    needs: '`deflate.mimetypes = ("application/json")`; it keeps no connection to the service',
    async start({ address }) {
      const port = await freePort();
      const lines = [
        'server.modules = ("mod_proxy", "mod_deflate")',
        `server.document-root = "${processes.directory}"`,
        'server.bind = "127.0.0.1"',
        `server.port = ${port}`,
        `proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${new URL(address).port})))`,
        'deflate.mimetypes = ("application/json")',
        'deflate.allowed-encodings = ("gzip")',
      ];
      return startProxy(processes, 'lighttpd', ['-D', '-f', write(`lighttpd-${port}.conf`, lines.join('\n'))], port);
    },
  },
  {
    program: 'Apache Traffic Server, compress.so',
    name: 'trafficserver',
    needs: '`keep_alive_no_activity_timeout_out` of 55, `insert_squid_x_forwarded_for` of 1',
    async start({ address }) {
      const port = await freePort();
      const root = folder(`ats-${port}`);
      for (const name of ['etc', 'run', 'log', 'cache']) folder(`ats-${port}/${name}`);
      const [prefix, modules] = [root, '/usr/lib/trafficserver/modules'];
      const layout = {
        ...{ prefix, exec_prefix: prefix, bindir: '/usr/bin', sbindir: '/usr/sbin', sysconfdir: `${root}/etc` },
        ...{ datadir: `${root}/cache`, includedir: root, libdir: '/usr/lib/trafficserver', libexecdir: modules },
        ...{
          localstatedir: `${root}/run`,
          runtimedir: `${root}/run`,
          logdir: `${root}/log`,
          cachedir: `${root}/cache`,
        },
      };
      const records = [
        `http.server_ports STRING ${port}:ip-in=127.0.0.1`,
        'http.cache.http INT 0',
        'http.keep_alive_no_activity_timeout_out INT 55',
        'http.insert_squid_x_forwarded_for INT 1',
        'admin.user_id STRING nobody',
      ];
      write(
        `ats-${port}/runroot.yaml`,
        Object.entries(layout)
          .map(([name, path]) => `${name}: ${path}\n`)
          .join(''),
      );
      write(`ats-${port}/etc/records.config`, records.map((record) => `CONFIG proxy.config.${record}\n`).join(''));
      write(`ats-${port}/etc/remap.config`, `map / ${address}/\n`);
      const compress = write(
        `ats-${port}/etc/compress.config`,
        'compressible-content-type application/json\nminimum-content-length 0\n',
      );
      write(`ats-${port}/etc/plugin.config`, `compress.so ${compress}\n`);
      write(`ats-${port}/etc/storage.config`, '');
      write(`ats-${port}/etc/ip_allow.yaml`, readFileSync('/etc/trafficserver/ip_allow.yaml', 'utf8'));
      return startProxy(processes, 'traffic_server', [], port, { TS_RUNROOT: root });
    },
  },
  {
    program: 'h2o, compress',
    name: 'h2o',
    needs: '',
    async start({ address }) {
      const port = await freePort();
      const configuration = {
        listen: { host: '127.0.0.1', port },
        ...(process.getuid?.() === 0 && { user: 'nobody' }),
        hosts: { default: { paths: { '/': { 'proxy.reverse.url': `${address}/`, compress: ['gzip'] } } } },
      };
      return startProxy(processes, 'h2o', ['-c', write(`h2o-${port}.json`, JSON.stringify(configuration))], port);
    },
  },
  {
    program: 'nghttpx',
    name: 'nghttp2-proxy',
    needs: '`add-x-forwarded-for=yes`',
    async start({ address }) {
      const port = await freePort();
      const args = [
        `--frontend=127.0.0.1,${port};no-tls`,
        `--backend=127.0.0.1,${new URL(address).port}`,
        '--add-x-forwarded-for',
        '--errorlog-file=/dev/null',
        '--conf=/dev/null',
      ];
      return startProxy(processes, 'nghttpx', args, port);
    },
  },
  {
    program: 'Jetty, GzipHandler and ProxyServlet',
    name: 'libjetty9-extra-java',
    needs: '`idleTimeout` of the ProxyServlet below 65 s',
    async start({ address }) {
      const port = await freePort();
      const source = `
        import org.eclipse.jetty.proxy.ProxyServlet;
        import org.eclipse.jetty.server.*;
        import org.eclipse.jetty.server.handler.gzip.GzipHandler;
        import org.eclipse.jetty.servlet.*;
        public class Proxy {
          public static void main(String[] args) throws Exception {
            Server server = new Server();
            ServerConnector connector = new ServerConnector(server);
            connector.setHost("127.0.0.1");
            connector.setPort(${port});
            server.addConnector(connector);
            ServletHolder proxy = new ServletHolder(new ProxyServlet.Transparent());
            proxy.setInitParameter("proxyTo", "${address}");
            proxy.setInitParameter("idleTimeout", "55000");
            ServletContextHandler context = new ServletContextHandler();
            context.addServlet(proxy, "/*");
            GzipHandler gzip = new GzipHandler();
            gzip.addIncludedMethods("GET", "POST", "PATCH");
            gzip.setHandler(context);
            server.setHandler(gzip);
            server.start();
          }
        }`;
      const file = join(folder(`jetty-${port}`), 'Proxy.java');
      writeFileSync(file, source);
      return startProxy(processes, 'java', ['-cp', '/usr/share/java/*', file], port);
    },
  },
];

for (const { program, name: packageName, needs, start } of proxies) {
  combination(
    {
      section: 'proxies',
      program,
      version: () => debianVersion(packageName),
      holds:
        'update and delete by the tag as received, also by `@petstore/client`; repeated creates, pages, events, errors; each change is sent once',
      needs,
    },
    async () => {
      const proxy = await start(service);
      const tags = await changesByTag(proxy);
      await changesByClient(proxy);
      await readsPages(proxy);
      await returnsErrors(proxy);
      return `${tags}; a change that is lost is ${await sendsOnce(start)}`;
    },
  );
}

/** Updates and deletes an animal by the tags that the proxy has sent. @returns the tags */
async function changesByTag(proxy: Instance): Promise<string> {
  const client = new Client(proxy, key);
  const body = { name, categoryId: 7 };
  const create = () => client.post('/v1/pets', body, proxy.address);
  const [created, repeated] = [await create(), await create()];
  expect([created.status, repeated.status, repeated.text]).toEqual([201, 201, created.text]);
  expect(created.headers.location).toMatch(/^\/v1\/pets\/\d+$/);
  const path = created.headers.location!;
  const got = await client.send('GET', path, undefined, compressed);
  const tag = got.headers.etag!;
  const update = (ifMatch: string, status = 'sold') =>
    client.send('PATCH', path, JSON.stringify({ status }), { ...compressed, 'If-Match': ifMatch });
  const updated = await update(tag);
  expect(updated.status).toBe(200);
  for (const [ifMatch, message] of [
    [tag, 'If-Match has no tag of its present version.'],
    ['"abc"', 'If-Match has no tag of an animal.'],
  ] as const) {
    const refused = await client.send('PATCH', path, '{}', { 'If-Match': ifMatch });
    expect([refused.status, refused.code, refused.text]).toEqual([
      412,
      'precondition_failed',
      expect.stringContaining(message),
    ]);
  }
  // As of a client that has received no tag. The body changes nothing.
  const empty = await client.send('PATCH', path, '{}', { 'If-Match': '' });
  expect(['invalid_parameter', '']).toContain(empty.code);
  expect((await client.send('DELETE', path, undefined, { 'If-Match': tag })).code).toBe('precondition_failed');
  expect((await client.send('DELETE', path, undefined, { 'If-Match': updated.headers.etag! })).status).toBe(204);
  client.close();
  const encoding = got.headers['content-encoding'] ?? 'identity';
  const dropped = empty.status === 200 ? '; it drops an empty `If-Match`' : '';
  return `ETag \`${tag}\`, ${encoding}${dropped}`;
}

/** Updates and deletes an animal by the tags that the client has received. It asks for every compression that it can read. */
async function changesByClient({ address }: Instance): Promise<void> {
  const { pets } = new PetstoreClient({ baseUrl: `${address}/v1`, apiKey: key });
  let ifMatch = '';
  const onResponse = ({ headers }: Response) => (ifMatch = headers.get('ETag') ?? '');
  const { id } = await pets.create({ name, categoryId: 7 }, { onResponse });
  const first = ifMatch;
  await pets.update(id, { status: 'pending' }, { ifMatch, onResponse });
  await pets.update(id, { status: 'sold' }, { ifMatch, onResponse });
  await expect(pets.delete(id, { ifMatch: first })).rejects.toMatchObject({ code: 'precondition_failed' });
  expect(await pets.get(id, { onResponse })).toEqual({ id, name, categoryId: 7, status: 'sold' });
  await pets.delete(id, { ifMatch });
}

/** Lists the animals page by page, and follows the events. */
async function readsPages({ address }: Instance): Promise<void> {
  const { pets, events } = new PetstoreClient({ baseUrl: `${address}/v1`, apiKey: key });
  const { value } = await events.follow().next();
  for (const letter of ['a', 'b', 'c']) await pets.create({ name: letter.repeat(255), categoryId: 8 });
  const direct = new Client(service, key);
  const listed = await pets.list({ limit: 2 }).toArray({ max: 1000 });
  expect(listed).toEqual(await direct.readAll('/v1/pets'));
  const page = await events.follow({ since: value!.cursor }).next();
  expect(page.value!.events.map(({ type }) => type)).toContain('pet.created');
  direct.close();
}

const headers = [
  'content-type',
  'cache-control',
  'www-authenticate',
  'allow',
  'link',
  'accept-patch',
  'deprecation',
  'sunset',
];

/** Compares responses, most of them errors, with those of the service itself. */
async function returnsErrors(proxy: Instance): Promise<void> {
  for (const [method, path, body, type = 'application/json', usedKey = key] of [
    ['GET', '/v1/pets', undefined, undefined, 'pets_unknown'],
    ['GET', '/v1/pets/9223372036854775807'],
    ['GET', '/nothing'],
    ['HEAD', '/v1/pets/9223372036854775807'],
    ['OPTIONS', '/v1/pets/1'],
    ['PUT', '/v1/pets/1'],
    ['POST', '/v1/pets', '{"name":"Rex","categoryId":7}'.padEnd(102_401)],
    ['POST', '/v1/pets', '{', 'text/plain'],
    ['POST', '/v1/pets', '{'],
    ['GET', '/v1/events?start=latest'],
  ] as const) {
    const answers = [proxy, service].map(async (instance) => {
      const client = new Client(instance, usedKey);
      const answer = await client.send(method, path, body, { 'Content-Type': type });
      client.close();
      return [method, path, answer.status, answer.text, headers.map((header) => answer.headers[header])];
    });
    expect(await answers[0]).toEqual(await answers[1]);
  }
}

/**
 * Puts the proxy in front of a server that closes a connection when it has received a change. Requires that it receives each change once,
 * with the key and the address of the client, and that the client gets no success.
 * @returns what the client gets
 */
async function sendsOnce(start: Proxy['start']): Promise<string> {
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.end('{}');
    const { authorization, 'x-forwarded-for': address } = request.headers;
    received.push([request.method, authorization, address]);
    request.resume().on('end', () => request.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = await start({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const seen = new Set<string>();
  for (const [method, path, body] of [
    ['POST', '/v1/pets', '{}'],
    ['POST', '/v1/store/orders/1/complete'],
    ['PATCH', '/v1/pets/1', '{}'],
    ['DELETE', '/v1/pets/1'],
  ] as const) {
    // Whether a connection is new makes a difference to some proxies, on the side of the client as well as of the server.
    for (const isReused of [false, true]) {
      const client = new Client(proxy, key);
      const probe = isReused ? client : new Client(proxy, key);
      await probe.get('/health/ready');
      // nginx and HAProxy send nothing for some seconds after the failure before, and each process of nginx knows only its own.
      const { status } = await processes.until(async () => {
        const answer = await client.send(method, path, body);
        return received.length > 0 && answer;
      });
      expect(received).toEqual([[method, `Bearer ${key}`, '127.0.0.1']]);
      expect(status === 0 || status >= 500).toBe(true);
      received.length = 0;
      seen.add(status === 0 ? `no response${isReused ? ' on a used connection' : ''}` : String(status));
      client.close();
      probe.close();
    }
  }
  server.closeAllConnections();
  server.close();
  return [...seen].sort().join(', ');
}
