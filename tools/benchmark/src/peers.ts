import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ListQuery } from '@petstore/driver';
import { type Command, freePorts, mainFileOf } from '@petstore/processes';
import type { PagePosition } from './page-positions.ts';
import { builtPeers, goPeer } from './paths.ts';
import type { BenchmarkDatabase } from './benchmark-database.ts';

/** Database connections of each server. */
export const poolSize = 10;

/** GOPATH of Go libraries that Debian packages install. */
const debianGoPath = '/usr/share/gocode';

/** `service`: this service with all optimisations. `variant`: this service without one. `peer`: another implementation. */
export type PeerKind = 'service' | 'variant' | 'peer';

/** A server that is measured: this service, this service without an optimisation, or another implementation of the API. */
export interface Peer {
  readonly name: string;
  /** Description in the report. */
  readonly title: string;
  readonly kind: PeerKind;
  /** Whether requests of one event-loop iteration share statements. The report has separate tables of servers that do or do not. */
  readonly sharesStatements: boolean;
  /** Returns the command that starts the server. */
  readonly command: (database: BenchmarkDatabase) => Promise<Command>;
  /** Returns the parameters with which the server continues a list. */
  readonly nextPageQuery: (position: PagePosition) => ListQuery;
}

const byCursor = ({ cursor }: PagePosition) => ({ cursor });
const byId = ({ after }: PagePosition) => ({ after });

/** This service, without and with the access log. */
export const ours: readonly Peer[] = [
  petstore('petstore', 'this service, metrics on, LOG_LEVEL=warn', 'warn'),
  petstore('petstore-log', 'this service, metrics on, access log on (LOG_LEVEL=info)', 'info'),
];

/** Optimisations that an environment variable of the service switches off: the name in upper case, with the value `off`. */
export const optimisations = ['tuning', 'batching'] as const;

export type Optimisation = (typeof optimisations)[number];

/** Returns this service without one optimisation, as a peer. */
export function petstoreWithout(optimisation: Optimisation): Peer {
  const variable = optimisation.toUpperCase();
  const title = `this service, metrics on, LOG_LEVEL=warn, ${variable}=off`;
  const peer = petstore(`petstore-no-${optimisation}`, title, 'warn', { [variable]: 'off' });
  return { ...peer, kind: 'variant', sharesStatements: optimisation !== 'batching' };
}

/** The other servers. */
export const peers: readonly Peer[] = [
  onNode('bare', 'bare node:http + pg'),
  onNode('fastify', 'Fastify 5 + pg, JSON schemas'),
  onNode('fastify-shared', 'Fastify 5 + pg + dataloader, with the SQL of this service', true),
  onNode('express', 'Express 5 + pg'),
  onNode('nest', 'typical Nest + TypeORM + class-validator, key looked up per request'),
  {
    name: 'go',
    title: 'Go net/http + pgx',
    kind: 'peer',
    sharesStatements: false,
    nextPageQuery: byId,
    command: async (database) => goCommand(database),
  },
];

/** Returns why the Go peer cannot run on this machine; undefined if it can. */
export function whyGoIsMissing(): string | undefined {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    return 'no Go toolchain (Debian: golang-go)';
  }
  const isInstalled = existsSync(join(debianGoPath, 'src/github.com/jackc/pgx/v4'));
  return isInstalled ? undefined : 'no pgx (Debian: golang-github-jackc-pgx-v4-dev)';
}

function petstore(name: string, title: string, logLevel: string, settings: Record<string, string> = {}): Peer {
  const command = async (database: BenchmarkDatabase): Promise<Command> => {
    const [metricsPort = ''] = await freePorts(1);
    const env = { ...sharedEnvironment(database), LOG_LEVEL: logLevel, METRICS_PORT: metricsPort, ...settings };
    return { program: process.execPath, args: [mainFileOf('api')], env };
  };
  return { name, title, kind: 'service', sharesStatements: true, nextPageQuery: byCursor, command };
}

function onNode(name: string, title: string, sharesStatements = false): Peer {
  const args = [join(builtPeers, name, 'main.js')];
  const command = async (database: BenchmarkDatabase): Promise<Command> => ({
    program: process.execPath,
    args,
    env: sharedEnvironment(database),
  });
  return { name, title, kind: 'peer', sharesStatements, nextPageQuery: byId, command };
}

/** Builds the Go peer. @throws Error if the build fails */
function goCommand(database: BenchmarkDatabase): Command {
  const program = join(database.directory, 'go-peer');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: `${join(database.directory, 'go')}:${debianGoPath}`,
    GOCACHE: join(database.directory, 'go-cache'),
  };
  execFileSync('go', ['build', '-o', program, goPeer], { env });
  return { program, args: [], env: sharedEnvironment(database) };
}

function sharedEnvironment({ url }: BenchmarkDatabase): Record<string, string> {
  return { NODE_ENV: 'production', DATABASE_URL: url, DATABASE_POOL_SIZE: String(poolSize) };
}
