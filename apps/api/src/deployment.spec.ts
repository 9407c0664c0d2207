import { readdirSync, readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { defaultHeaders } from '@petstore/edge/default-headers';
import { platformErrors } from '@petstore/edge/errors';
import { maxBodyBytes } from '@petstore/http/json/json-body.guard';
import { healthPaths } from './health.controller.ts';
import { readSettings, Variables } from './settings.ts';
import {
  budget,
  built,
  compose,
  container,
  delivery,
  deployment,
  dockerfile,
  environments,
  folder,
  found,
  haproxy,
  images,
  instances,
  migration,
  nginx,
  pod,
  pods,
  read,
  readManifests,
  readYaml,
  root,
  service,
  unit,
  type Manifest,
  type Scrapes,
} from './testing/deployment-files.ts';

const { port, drainTimeout, httpLimits } = readSettings({});
/** Milliseconds by which one limit must exceed another, for example to write the last log lines after DRAIN_TIMEOUT. */
const margin = 2000;

it('all YAML files have only valid documents', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ya?ml$/.test(path));
  expect(files.length).toBeGreaterThanOrEqual(9);
  for (const file of files) {
    expect(readManifests(file)).not.toContain(null);
  }
});

describe.each(Object.entries(environments))('%s', (_file, environment) => {
  it('sets only settings, to values that the service accepts', () => {
    // `deliver` alone reads the first three, and Node the next one. The other two name the database.
    const ofDeliver = ['WEBHOOK_SECRET', 'HTTPS_PROXY', 'NO_PROXY'];
    const elsewhere = [...ofDeliver, 'NODE_COMPILE_CACHE', 'DATABASE_URL', 'DATABASE_URL_FILE'];
    const others = Object.fromEntries(Object.entries(environment).filter(([name]) => !elsewhere.includes(name)));
    expect(Object.keys(new Variables())).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(() => readSettings(others)).not.toThrow();
    expect(environment).not.toEqual({});
    // From `warn` on there is no access log, and nobody finds out what a leaked key has done.
    expect(readSettings(others).logLevel).toBe('info');
  });
});

describe('the stop of an instance', () => {
  const needed = drainTimeout + margin;

  it.each(instances)('compose waits for DRAIN_TIMEOUT of %s', (name) => {
    const { stop_grace_period } = compose.services[name]!;
    expect(1000 * Number(found(stop_grace_period!, /^(\d+)s$/))).toBeGreaterThanOrEqual(needed);
  });

  it('Kubernetes waits for the preStop hook and DRAIN_TIMEOUT', () => {
    const seconds = pod.terminationGracePeriodSeconds! - container.lifecycle.preStop.sleep.seconds;
    expect(1000 * seconds).toBeGreaterThanOrEqual(needed);
  });

  it('systemd waits for DRAIN_TIMEOUT', () => {
    expect(1000 * Number(found(unit, /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThanOrEqual(needed);
  });
});

it('Kubernetes stops `deliver` before it starts another one, which would refuse to run beside one with other types', () => {
  expect(delivery.spec.strategy).toEqual({ type: 'Recreate' });
});

it('journald drops no line of the access log', () => {
  expect(unit).toMatch(/^LogRateLimitIntervalSec=0$/m);
});

it('clients leave as many connections of HAProxy as PgBouncer accepts, so that the service reaches its database', () => {
  const maximum = (pattern: RegExp) => Number(found(haproxy, pattern));
  const [all, clients] = [/^global$[^]*?^ +maxconn (\d+)$/m, /^frontend service [^]*?^ +maxconn (\d+)$/m].map(maximum);
  const ofPgBouncer = Number(found(read('cluster/pgbouncer.ini'), /^max_client_conn = (\d+)$/m));
  expect(all! - clients!).toBeGreaterThanOrEqual(ofPgBouncer);
});

describe('nginx.conf', () => {
  const milliseconds = (directive: string) => 1000 * Number(found(nginx, new RegExp(`^ +${directive} (\\d+)s;$`, 'm')));

  it('closes idle connections to the service before the service does', () => {
    expect(milliseconds('keepalive_timeout') + margin).toBeLessThanOrEqual(httpLimits.idleTimeout);
    expect(nginx).toMatch(/^ +proxy_http_version 1\.1;$/m);
    expect(nginx).toMatch(/^ +proxy_set_header Connection '';$/m);
  });

  it('waits longer for a response than the service needs', () => {
    expect(milliseconds('proxy_read_timeout')).toBeGreaterThanOrEqual(httpLimits.responseTimeout + margin);
  });

  it('has the same upstream as the site for a Linux machine, which includes the same files', () => {
    const site = read('nginx/petstore.conf');
    const upstream = (text: string) => found(text, /( *upstream petstore \{[^}]+\})/).replace(/^ +/gm, '');
    const addresses = { 'petstore-1:3000': '127.0.0.1:3001', 'petstore-2:3000': '127.0.0.1:3002' };
    const expected = Object.entries(addresses).reduce((text, pair) => text.replace(...pair), upstream(nginx));
    expect(upstream(site)).toBe(expected);
    const included = site.match(/(?<=include \/opt\/petstore\/deploy\/nginx\/).*(?=;)/g);
    expect(included).toEqual(read('compose/nginx.conf').match(/(?<=include \/etc\/nginx\/).*(?=;)/g));
  });

  it('repeats no request that changes data', () => {
    // `non_idempotent` would repeat a POST.
    expect(found(nginx, /^ +proxy_next_upstream (.*);$/m)).toBe('error timeout');
  });
});

describe('the limits of nginx.conf', () => {
  it('are those of the service', () => {
    const numberIn = (pattern: RegExp) => Number(found(nginx, pattern));
    expect(numberIn(/^ +client_max_body_size (\d+);$/m)).toBe(maxBodyBytes);
    expect(numberIn(/^ +client_body_buffer_size (\d+);$/m)).toBe(maxBodyBytes);
    // nginx announces a body that is too large without sending it, so that the service responds with 401 or 413.
    expect(numberIn(/^ +proxy_set_header Content-Length (\d+);$/m)).toBe(maxBodyBytes + 1);
    expect(1024 * numberIn(/^ +large_client_header_buffers 1 (\d+)k;$/m)).toBe(maxHeaderSize);
    expect(1000 * numberIn(/^ +client_header_timeout (\d+)s;$/m)).toBe(httpLimits.headersTimeout);
    for (const wait of ['client_body_timeout', 'send_timeout'])
      expect(nginx).toMatch(new RegExp(`^ +${wait} 10s;$`, 'm'));
  });

  it('apply to connections and requests of one address', () => {
    const zones = [...nginx.matchAll(/^ +limit_(?:conn|req)_zone \$binary_remote_addr zone=(\w+):/gm)];
    expect(zones).toHaveLength(2);
    for (const [, zone] of zones) expect(nginx).toMatch(new RegExp(`^ +limit_(conn|req) (zone=)?${zone} `, 'm'));
  });
});

describe.each([
  ['nginx.conf', nginx],
  ['haproxy.cfg', haproxy],
])('the errors of %s', (_file, text) => {
  // HAProxy replaces the variable by one of two codes.
  const bodies = [...text.matchAll(/'(\{"code".*?\})'/g)].map(([, body]) =>
    body!.replace('%[var(txn.failure)]', 'outcome_unknown'),
  );

  it('are Error bodies with a code of the service and its status', () => {
    expect(bodies.length).toBeGreaterThanOrEqual(5);
    for (const body of bodies) {
      const error = JSON.parse(body) as { code: keyof typeof platformErrors; status: number };
      expect(Object.keys(error)).toEqual(['code', 'message', 'status']);
      expect(platformErrors[error.code]).toMatchObject({ status: error.status });
    }
  });
});

describe('error pages of nginx.conf', () => {
  /** The errors that the source of nginx 1.22 to 1.30 can cause with these directives. */
  const own = [400, 404, 405, 413, 414, 421, 429, 494, 495, 496, 497, 500, 501, 502, 503, 504, 505, 507];

  it('replace all pages of nginx itself', () => {
    const pages = [...nginx.matchAll(/^ +error_page ([\d ]+) = /gm)].flatMap(([, codes]) => codes!.split(' '));
    // 418 is no error of nginx: it leads a DELETE to its location.
    expect(pages.map(Number).sort()).toEqual([...own, 418].sort());
  });

  it('have the headers of every response of the service', () => {
    for (const [name, value] of Object.entries(defaultHeaders)) {
      expect(nginx.replaceAll('"', '')).toContain(`add_header ${name} ${value} always;`);
    }
  });
});

describe('images and containers', () => {
  it.each(images)('%s has an exact tag and a digest', (image) => {
    const [, tag, digest] = /^[\w./-]+:([\w.-]+)@sha256:(.+)$/.exec(image)!;
    // A tag with only a major version, or with none, moves. An operator fills in the name, the tag and the digest of ours.
    expect(tag).toMatch(image.startsWith('registry.example/') ? /^RELEASE$/ : /^v?\d+\.\d+(\.\d+)?(-|$)|-\d{8}-/);
    expect(digest).toMatch(image.startsWith('registry.example/') ? /^DIGEST$/ : /^[\da-f]{64}$/);
  });

  it.each(Object.entries(compose.services))(
    '%s has a limit of memory and of its log, and publishes ports to this machine only',
    (_name, each) => {
      expect(each.mem_limit).toMatch(/^\d+[mg]$/);
      expect(each.logging).toEqual({ driver: 'local', options: { 'max-size': '100m', 'max-file': '5' } });
      for (const port of each.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    },
  );

  it('one service builds the image, from which the others start, and none takes it from a registry', () => {
    const own = Object.entries(compose.services).filter(([, { image }]) => image === built);
    expect(own.map(([name]) => name)).toEqual([...instances, 'migrate', 'deliver']);
    expect(own.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['migrate']);
    for (const [, { pull_policy }] of own) expect(pull_policy).toBe('never');
    expect(Object.values(compose.services).filter(({ image, build }) => build && image !== built)).toEqual([]);
  });
});

describe('who can reach what', () => {
  const cluster = readdirSync(join(folder, 'cluster')).filter((file) => file !== 'README.md');
  const access = found(read('cluster/README.md'), /^## Who can reach what$([^]*?)^## /m);

  it('Patroni and etcd require certificates, and listen on the address of their host only', () => {
    for (const file of ['patroni.yml', 'etcd.env', 'db1.env', 'db2.env', 'db3.env']) {
      const text = read(`cluster/${file}`);
      expect(text).not.toMatch(/0\.0\.0\.0|http:\/\//);
    }
    expect(readYaml('cluster/patroni.yml')).toMatchObject({
      restapi: { verify_client: 'optional', cafile: expect.any(String) },
      etcd: { protocol: 'https', cert: expect.any(String) },
    });
    expect(read('cluster/etcd.env')).toMatch(/^ETCD_CLIENT_CERT_AUTH=true$[^]*^ETCD_PEER_CLIENT_CERT_AUTH=true$/m);
  });

  it('the table of cluster/README.md has every port of the cluster', () => {
    const listeners = /(?:bind |LISTEN\w*=(?:\S*,)?(?:https:\/\/)?)[\d.]+:(\d+)|(?:listen_port = |^PORT=)(\d+)/gm;
    const ports = cluster.flatMap((file) =>
      [...read(`cluster/${file}`).matchAll(listeners)].map(([, one, other]) => one ?? other!),
    );
    expect([...new Set(ports)].sort()).toEqual(['2379', '2380', '3000', '5432', '5433', '6432', '8008', '8080']);
    for (const port of ports) expect(access).toMatch(new RegExp(`^\\| .*\\b${port}\\b`, 'm'));
  });

  it('the table of cluster/README.md has every container of compose.yaml', () => {
    for (const name of Object.keys(compose.services)) expect(access).toContain(`\`${name.replace(/-\d$/, '')}`);
  });
});

describe('ports and paths', () => {
  it('the port of the service is the default everywhere', () => {
    expect(environments['Dockerfile']).toMatchObject({ PORT: String(port), HOST: '::', METRICS_HOST: '::' });
    expect(found(dockerfile, /^EXPOSE (\d+)$/m)).toBe(String(port));
    expect(container.ports).toContainEqual({ name: 'http', containerPort: port });
    expect(service.spec).toMatchObject({ ports: [{ targetPort: 'http' }] });
  });

  it('Prometheus scrapes METRICS_PORT of all instances, and names the jobs as the alerts do', () => {
    const { scrape_configs, rule_files } = readYaml('compose/prometheus.yml') as Scrapes;
    const port = environments['compose.yaml']!['METRICS_PORT'];
    expect(scrape_configs[0]!.static_configs![0]!.targets).toEqual(instances.map((name) => `${name}:${port}`));
    expect(compose.services['prometheus']!.volumes).toContain(
      `../docs/monitoring/alerts.yml:/etc/prometheus/${rule_files![0]}:ro`,
    );
    const metricsPort = Number(environments['petstore.yaml']!['METRICS_PORT']);
    expect(container.ports).toContainEqual({ name: 'metrics', containerPort: metricsPort });
    const rules = readFileSync(join(root, 'docs/monitoring/alerts.yml'), 'utf8');
    for (const { job_name } of [
      ...scrape_configs,
      ...(readYaml('kubernetes/prometheus.yml') as Scrapes).scrape_configs,
    ]) {
      expect(rules).toContain(`{job="${job_name}"}`);
    }
  });

  it('Prometheus scrapes METRICS_PORT of `deliver`, and names the job as its alert does', () => {
    const { scrape_configs } = readYaml('compose/prometheus.yml') as Scrapes;
    const { environment } = compose.services['deliver']!;
    expect(scrape_configs.find(({ job_name }) => job_name === 'petstore-deliver')!.dns_sd_configs).toEqual([
      { names: ['deliver'], type: 'A', port: Number(environment!['METRICS_PORT']) },
    ]);
    const { env, ports } = delivery.spec.template.spec.containers[0];
    expect(ports).toEqual([
      { name: 'metrics', containerPort: Number(env.find(({ name }) => name === 'METRICS_PORT')!.value) },
    ]);
    const [{ relabel_configs }] = (readYaml('kubernetes/prometheus.yml') as Scrapes).scrape_configs as [
      Scrapes['scrape_configs'][number],
    ];
    expect(relabel_configs!.find(({ target_label }) => target_label === 'job')!.replacement).toBe('petstore-deliver');
    // Pods that have ended are no targets.
    const phase = { source_labels: ['__meta_kubernetes_pod_phase'], regex: 'Failed|Succeeded', action: 'drop' };
    expect(relabel_configs).toContainEqual(phase);
  });

  it('the image and the systemd unit run the command of npm start, and migrations run `petstore migrate`', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
    const command = found(scripts.start, /exec (node .+)$/);
    expect(dockerfile).toContain(`\nCMD ["${command.replaceAll(' ', '", "')}"]\n`);
    expect(unit).toContain(`\nExecStart=/usr/bin/${command}\n`);
    expect([compose.services['migrate']!.command, migration.spec.template.spec.containers[0].args]).toEqual([
      ['bin/petstore', 'migrate'],
      ['bin/petstore', 'migrate'],
    ]);
  });

  it('probes call the paths of the service', () => {
    const [live, ready] = healthPaths.map((path) => `/${path}`);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    expect(startupProbe.httpGet).toEqual({ path: ready, port: 'http' });
    // A migration may take this long, and a restart would end it.
    expect(startupProbe.periodSeconds * startupProbe.failureThreshold).toBeGreaterThanOrEqual(24 * 60 * 60);
    // A slow database must neither restart the Pods nor take them all from the clients.
    for (const probe of [livenessProbe, readinessProbe]) expect(probe.httpGet).toEqual({ path: live, port: 'http' });
    expect(dockerfile).toContain(`path: '${live}'`);
  });
});

describe('secrets', () => {
  it('compose.yaml mounts DATABASE_URL_FILE', () => {
    for (const name of [...instances, 'migrate']) {
      const { environment, secrets } = compose.services[name]!;
      expect(secrets!.map((secret) => `/run/secrets/${secret}`)).toEqual([environment!['DATABASE_URL_FILE']]);
    }
    const used = Object.values(compose.services).flatMap(({ secrets = [] }) => secrets);
    expect([...new Set(used)].sort()).toEqual(Object.keys(compose.secrets).sort());
  });

  it.each(pods)('a Pod of $metadata.labels mounts DATABASE_URL_FILE', ({ spec: { containers, volumes } }) => {
    const [secret] = readManifests('kubernetes/secret.example.yaml') as [Manifest];
    const path = containers[0].env.find(({ name }) => name === 'DATABASE_URL_FILE')!.value;
    const mount = containers[0].volumeMounts.find(({ mountPath }) => mountPath === dirname(path))!;
    expect(Object.keys(secret.stringData)).toEqual([basename(path)]);
    expect(volumes.find(({ name }) => name === mount.name)!.secret.secretName).toBe(secret.metadata.name);
  });

  it('no command of a document or a deployment file has a secret among its arguments', () => {
    const folders = ['docs', 'deploy', 'libs/client', 'tools/archive', '.github'];
    const paths = [
      ...readdirSync(root).filter((name) => name.endsWith('.md')),
      ...folders.flatMap((name) =>
        readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((path) => join(name, path)),
      ),
    ];
    const documents = paths.filter(
      (path) => /\.(?:md|sh|sql|ya?ml|service)$/.test(path) && !path.includes('node_modules'),
    );
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/settings.md', 'deploy/compose.yaml']));
    // Every user of the machine can read the arguments of a process. `echo`, `printf` and `export` are parts of the shell.
    const secretArguments = [
      /(?:-H|--header|-u|--oauth2-bearer)[ =]?["']?(?:Authorization|\$)/,
      /(?:psql|pg_dump|pg_dumpall|pg_restore|docker|kubectl)\b.*(?:DATABASE_URL\b(?!_FILE)|:\/\/\w+:[^@\s]+@|assword=)/,
      /^\s*(?!DATABASE_URL)\w+=.*:\/\/\w+:[^@\s]+@/,
    ];
    const commands = documents.flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .replaceAll('\\\n', ' ')
        .split('\n')
        .filter((line) => secretArguments.some((pattern) => pattern.test(line)))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(commands).toEqual([]);
  });

  it('neither git nor the image contains the files of the secrets', () => {
    for (const { file } of Object.values(compose.secrets)) expect(file).toMatch(/^\.\/secrets\//);
    const ignored = ['.gitignore', '.dockerignore'].map((name) => readFileSync(join(root, name), 'utf8'));
    expect(ignored).toEqual([
      expect.stringMatching(/^deploy\/secrets\/?$/m),
      expect.stringMatching(/^deploy\/secrets$/m),
    ]);
    expect(ignored[1]).toMatch(/^\*\*\/\.env$/m);
  });
});

describe('the Kubernetes manifests', () => {
  it.each(pods)(
    'a Pod of $metadata.labels meets the Pod Security Standard "restricted" and cannot write files',
    ({ spec }) => {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(spec.containers[0].securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    },
  );

  it('run the image with the user of the Dockerfile, in one version', () => {
    const [user, group] = found(dockerfile, /^USER (\d+:\d+)$/m)
      .split(':')
      .map(Number);
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsUser: user, runAsGroup: group, fsGroup: group });
    }
    expect(new Set(pods.map(({ spec }) => spec.containers[0].image)).size).toBe(1);
  });

  it('select the Pods of the Deployment, and not those of the migration', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector).toEqual({ matchLabels: labels });
    expect(service.spec.selector).toEqual(labels);
    expect(budget.spec.selector).toEqual({ matchLabels: labels });
    expect(migration.spec.template.metadata.labels).not.toEqual(labels);
  });
});
