import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './pages.ts';
import { builtPeers, goPeer, service } from './paths.ts';
import { freePort, type Command } from './server-process.ts';
import type { Store } from './store.ts';

/** Connections to the database, for everybody alike. */
export const poolSize = 10;

/** Where Debian puts Go's libraries. */
const debianGoPath = '/usr/share/gocode';

export interface Contestant {
  readonly name: string;
  readonly title: string;
  /** Whether it is this service. */
  readonly isOurs: boolean;
  readonly command: (store: Store) => Promise<Command>;
  readonly goOn: (place: Place) => string;
}

const byCursor = ({ cursor }: Place) => `cursor=${encodeURIComponent(cursor)}`;
const byId = ({ after }: Place) => `after=${after}`;

export const ours: readonly Contestant[] = [
  shipped('petstore', 'this service, metrics on, LOG_LEVEL=warn', 'warn'),
  shipped('petstore-log', 'this service, metrics on, access log on (LOG_LEVEL=info)', 'info'),
];

export const peers: readonly Contestant[] = [
  onNode('bare', 'bare node:http + pg'),
  onNode('fastify', 'Fastify 5 + pg, JSON schemas'),
  onNode('express', 'Express 5 + pg'),
  onNode('nest', 'typical Nest + TypeORM + class-validator, key looked up per request'),
  { name: 'go', title: 'Go net/http + pgx', isOurs: false, goOn: byId, command: async (store) => goCommand(store) },
];

/** Why the Go peer cannot take part here, if so. */
export function goIsMissing(): string | undefined {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
  } catch {
    return 'no Go toolchain (Debian: golang-go)';
  }
  const isThere = existsSync(join(debianGoPath, 'src/github.com/jackc/pgx/v4'));
  return isThere ? undefined : 'no pgx (Debian: golang-github-jackc-pgx-v4-dev)';
}

function shipped(name: string, title: string, logLevel: string): Contestant {
  const command = async (store: Store): Promise<Command> => ({
    program: process.execPath,
    args: [service],
    env: { ...shared(store), LOG_LEVEL: logLevel, METRICS_PORT: String(await freePort()) },
  });
  return { name, title, isOurs: true, goOn: byCursor, command };
}

function onNode(name: string, title: string): Contestant {
  const args = [join(builtPeers, name, 'main.js')];
  const command = async (store: Store): Promise<Command> => ({ program: process.execPath, args, env: shared(store) });
  return { name, title, isOurs: false, goOn: byId, command };
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
  return { program, args: [], env: shared(store) };
}

function shared({ url }: Store): Record<string, string> {
  return { NODE_ENV: 'production', DATABASE_URL: url, DATABASE_POOL_SIZE: String(poolSize) };
}
