import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ports, proxyHost } from '../hosts/topology.ts';
import { configuration } from '../servers/configuration.ts';

/**
 * Executes SQL on the leader as the superuser, in a session without the pooler.
 * @param database name of the database
 * @throws Error with psql's message if a statement fails
 */
export async function executeSql(database: string, sql: string): Promise<void> {
  const { address } = proxyHost;
  const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-h', address, '-p', String(ports.databaseSessions)];
  const child = spawn('/usr/lib/postgresql/15/bin/psql', [...args, '-U', 'postgres', '-d', database, '-f', '-'], {
    env: { PGPASSWORD: superuserPassword(configuration('patroni.yml')), PGCONNECT_TIMEOUT: '5' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(sql);
  const [[exitCode], message] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stderr),
  ]);
  if (exitCode !== 0) throw new Error(message);
}

/** Returns the password of `authentication.superuser` in Patroni's configuration. @throws Error if there is none */
export function superuserPassword(patroni: string): string {
  const password = /superuser: \{ username: postgres, password: (\S+) \}/.exec(patroni)?.[1];
  if (!password) throw new Error('patroni.yml has no password of the superuser');
  return password;
}
