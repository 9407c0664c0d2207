import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';

const script = `
read -r _
for server in $(find "$1" -name postmaster.pid -exec head -n 1 {} \\;); do
  kill -QUIT "$server"
  for _ in $(seq 200); do kill -0 "$server" || break; sleep 0.05; done
done
rm -rf "$1"`;

/**
 * Starts a process that stops the PostgreSQL servers in a directory (immediate shutdown) and removes the directory, at the latest at the
 * end of this process, however it ends.
 * @returns a function that does this now, and waits for the end
 */
export function guardDirectory(directory: string): () => Promise<void> {
  const options = { detached: true, stdio: ['pipe', 'ignore', 'ignore'] as ['pipe', 'ignore', 'ignore'] };
  const guard: ChildProcess = spawn('/bin/sh', ['-c', script, 'guard', directory], options);
  // A test that does not end it must not keep its process running.
  (guard.stdin as Socket).unref();
  guard.unref();
  return async () => {
    guard.ref();
    guard.stdin!.end();
    if (guard.exitCode === null) await once(guard, 'exit');
  };
}
