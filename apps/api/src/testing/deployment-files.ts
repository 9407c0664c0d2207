// The files of the folder `deploy`, read for tests.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';

interface ComposeService {
  readonly image: string;
  readonly build?: object;
  readonly pull_policy?: string;
  readonly mem_limit?: string;
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly ports?: readonly string[];
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly stop_grace_period?: string;
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

interface Probe {
  readonly httpGet: object;
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
}

export interface PodTemplate {
  readonly metadata: { readonly labels: object };
  readonly spec: {
    readonly containers: readonly [Container];
    readonly securityContext: object;
    readonly terminationGracePeriodSeconds?: number;
    readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
  };
}

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly stringData: object;
  readonly spec: { readonly selector: object; readonly strategy?: object; readonly template: PodTemplate };
}

export interface Scrapes {
  readonly rule_files?: readonly string[];
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs?: readonly { readonly targets: readonly string[] }[];
    readonly dns_sd_configs?: readonly { readonly names: readonly string[]; readonly port: number }[];
    readonly relabel_configs?: readonly {
      readonly source_labels: readonly string[];
      readonly target_label?: string;
      readonly replacement?: string;
      readonly regex?: string;
      readonly action?: string;
    }[];
  }[];
}

/** Absolute path of the workspace. */
export const root = resolve(__dirname, '../../../..');
/** Absolute path of the folder with the files. */
export const folder = join(root, 'deploy');
export const read = (path: string) => readFileSync(join(folder, path), 'utf8');
export const readYaml = (path: string) => load(read(path), { schema: YAML11_SCHEMA });
export const readManifests = (path: string) => loadAll(read(path), { schema: YAML11_SCHEMA }) as Manifest[];
/** Returns what the first group of the pattern matches, or a text that says that nothing matches. */
export const found = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? `no ${pattern}`;

export const dockerfile = read('Dockerfile');
export const compose = readYaml('compose.yaml') as Compose;
export const instances = Object.keys(compose.services).filter((name) => /^petstore-\d$/.test(name));
/** nginx.conf with the files that it includes. */
export const nginx = read('compose/nginx.conf').replace(
  /^( *)include \/etc\/nginx\/(.*);$/gm,
  (_, indentation: string, name: string) => read(`nginx/${name}`).replace(/^(?=.)/gm, indentation),
);
export const haproxy = read('cluster/haproxy.cfg');
export const [deployment, service, budget] = readManifests('kubernetes/petstore.yaml') as [
  Manifest,
  Manifest,
  Manifest,
];
export const [migration] = readManifests('kubernetes/migration.yaml') as [Manifest];
export const [delivery] = readManifests('kubernetes/deliver.yaml') as [Manifest];
export const pods = [deployment, migration, delivery].map(({ spec }) => spec.template);
export const pod = deployment.spec.template.spec;
export const container = pod.containers[0];
export const unit = read('systemd/petstore@.service');

/** The image that `docker compose` builds. */
export const built = 'petstore:local';

/** The images that others have built, and ours in Kubernetes, which an operator pushes. */
export const images = [
  ...[...dockerfile.matchAll(/^(?:# syntax=|FROM )(\S+)/gm)].map(([, image]) => image!),
  ...Object.values(compose.services).flatMap(({ image }) => (image === built ? [] : [image])),
  ...pods.map(({ spec }) => spec.containers[0].image),
];

/** The environment that each file sets for the service or `petstore`. */
export const environments: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Dockerfile: Object.fromEntries(
    found(dockerfile, /^ENV (.*)$/m)
      .split(' ')
      .map((each) => each.split('=') as [string, string]),
  ),
  'compose.yaml': compose.services[instances[0]!]!.environment!,
  'compose.yaml, migrate': compose.services['migrate']!.environment!,
  'petstore.yaml': Object.fromEntries(container.env.map(({ name, value }) => [name, value])),
  'migration.yaml': Object.fromEntries(pods[1]!.spec.containers[0].env.map(({ name, value }) => [name, value])),
  'compose.yaml, deliver': compose.services['deliver']!.environment!,
  'deliver.yaml': Object.fromEntries(pods[2]!.spec.containers[0].env.map(({ name, value }) => [name, value])),
  'petstore@.service': Object.fromEntries(
    [...unit.replaceAll('%i', '3001').matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]),
  ),
  'petstore.env': parseEnv(read('cluster/petstore.env')) as Record<string, string>,
};
