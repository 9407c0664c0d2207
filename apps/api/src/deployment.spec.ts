import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { healthPaths } from './health.controller.ts';
import { readConfig, settings } from './config.ts';
import {
  budget,
  compose,
  container,
  deployment,
  dockerfile,
  environments,
  folder,
  found,
  instances,
  migration,
  nginx,
  pod,
  pods,
  readManifests,
  readYaml,
  root,
  service,
  unit,
  type Manifest,
  type Scrapes,
} from './testing/deployment-files.ts';

const { port, drainTimeout, httpLimits } = readConfig({});
/** What the process may need after DRAIN_TIMEOUT to write its last log lines, in milliseconds. */
const exitTime = 2000;

it('all YAML files have only valid documents', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => /\.ya?ml$/.test(path));
  expect(files.length).toBeGreaterThanOrEqual(9);
  for (const file of files) {
    expect(readManifests(file)).not.toContain(null);
  }
});

describe.each(Object.entries(environments))('%s', (_file, environment) => {
  it('sets only settings, to values that the service accepts', () => {
    const { DATABASE_URL_FILE, ...others } = environment;
    expect(Object.keys(settings)).toEqual(expect.arrayContaining(Object.keys(others)));
    expect(() => readConfig(others)).not.toThrow();
    expect({ DATABASE_URL_FILE, ...others }).not.toEqual({});
  });
});

describe('the stop of an instance', () => {
  const needed = drainTimeout + exitTime;

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

describe('nginx.conf', () => {
  const seconds = (directive: string) => 1000 * Number(found(nginx, new RegExp(`^ +${directive} (\\d+)s;$`, 'm')));

  it('closes idle connections to the service before the service does', () => {
    expect(seconds('keepalive_timeout') + exitTime).toBeLessThanOrEqual(httpLimits.idleTimeout);
    expect(nginx).toMatch(/^ +proxy_http_version 1\.1;$/m);
    expect(nginx).toMatch(/^ +proxy_set_header Connection '';$/m);
  });

  it('waits longer for a response than the service needs', () => {
    expect(seconds('proxy_read_timeout')).toBeGreaterThanOrEqual(httpLimits.responseTimeout + exitTime);
  });

  it('repeats no request that changes data', () => {
    expect(found(nginx, /^ +proxy_next_upstream (.*);$/m)).toBe('error timeout');
  });
});

describe('ports and paths', () => {
  it('the port of the service is the default everywhere', () => {
    expect(environments['Dockerfile']).toMatchObject({ PORT: String(port), HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' });
    expect(found(dockerfile, /^EXPOSE (\d+)$/m)).toBe(String(port));
    expect(container.ports).toContainEqual({ name: 'http', containerPort: port });
    expect(service.spec).toMatchObject({ ports: [{ targetPort: 'http' }] });
  });

  it('Prometheus scrapes METRICS_PORT of all instances, as the job of the rules', () => {
    const { scrape_configs, rule_files } = readYaml('compose/prometheus.yml') as Scrapes;
    const port = environments['compose.yaml']!['METRICS_PORT'];
    expect(scrape_configs[0]!.static_configs[0]!.targets).toEqual(instances.map((name) => `${name}:${port}`));
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
      expect(rules).toContain(`up{job="${job_name}"}`);
    }
  });

  it('image and unit start what the archive starts', () => {
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
    expect(container.livenessProbe.httpGet).toEqual({ path: live, port: 'http' });
    expect(container.readinessProbe.httpGet).toEqual({ path: ready, port: 'http' });
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
