import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ListQuery } from '@petstore/driver';
import { type Command, freePorts, mainFileOf } from '@petstore/processes';
import type { PagePosition } from './page-positions.ts';
import { builtPeers, goPeer } from './paths.ts';
import type { Store } from './store.ts';

/** Database connections of each server. */
export const poolSize = 10;

/** Debian installs Go's libraries here. */
const debianGoPath = '/usr/share/gocode';

/** A server that is measured: this service, this service without an optimisation, or another implementation of the API. */
export interface Peer {
  readonly name: string;
  readonly title: string;
  /** Whether the server is this service with its defaults. The report divides its figures by those of the other servers. */
  readonly isOurs: boolean;
  readonly command: (store: Store) => Promise<Command>;
  /** Returns the parameters with which the server continues a list. */
  readonly nextPageQuery: (position: PagePosition) => ListQuery;
}

const byCursor = ({ cursor }: PagePosition) => ({ cursor });
const byId = ({ after }: PagePosition) => ({ after });

export const ours: readonly Peer[] = [
  petstore('petstore', 'this service, metrics on, LOG_LEVEL=warn', 'warn'),
  petstore('petstore-log', 'this service, metrics on, access log on (LOG_LEVEL=info)', 'info'),
];

/** Optimisations that a variable of the service switches off: its name in upper case, `off`. */
export const optimisations = ['tuning', 'batching'] as const;

export type Optimisation = (typeof optimisations)[number];

/** This service without one optimisation. */
export function petstoreWithout(optimisation: Optimisation): Peer {
  const variable = optimisation.toUpperCase();
  const title = `this service, metrics on, LOG_LEVEL=warn, ${variable}=off`;
  const peer = petstore(`petstore-no-${optimisation}`, title, 'warn', { [variable]: 'off' });
  return { ...peer, isOurs: false };
}

export const peers: readonly Peer[] = [
  onNode('bare', 'bare node:http + pg'),
  onNode('fastify', 'Fastify 5 + pg, JSON schemas'),
  onNode('express', 'Express 5 + pg'),
  onNode('nest', 'typical Nest + TypeORM + class-validator, key looked up per request'),
  {
    name: 'go',
    title: 'Go net/http + pgx',
    isOurs: false,
    nextPageQuery: byId,
    command: async (store) => goCommand(store),
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
  const command = async (store: Store): Promise<Command> => {
    const [metricsPort = ''] = await freePorts(1);
    const env = { ...sharedEnvironment(store), LOG_LEVEL: logLevel, METRICS_PORT: metricsPort, ...settings };
    return { program: process.execPath, args: [mainFileOf('api')], env };
  };
  return { name, title, isOurs: true, nextPageQuery: byCursor, command };
}

function onNode(name: string, title: string): Peer {
  const args = [join(builtPeers, name, 'main.js')];
  const command = async (store: Store): Promise<Command> => ({
    program: process.execPath,
    args,
    env: sharedEnvironment(store),
  });
  return { name, title, isOurs: false, nextPageQuery: byId, command };
}

function goCommand(store: Store): Command {
  const program = join(store.directory, 'go-peer');
  const env = {
    ...process.env,
    GO111MODULE: 'off',
    GOPATH: `${join(store.directory, 'go')}:${debianGoPath}`,
    GOCACHE: join(store.directory, 'go-cache'),
  };
  execFileSync('go', ['build', '-o', program, goPeer], { env });
  return { program, args: [], env: sharedEnvironment(store) };
}

function sharedEnvironment({ url }: Store): Record<string, string> {
  return { NODE_ENV: 'production', DATABASE_URL: url, DATABASE_POOL_SIZE: String(poolSize) };
}
