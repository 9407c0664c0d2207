import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Request } from './requests.ts';
import type { Server } from './servers.ts';
import { workspace } from './workspace.ts';

/** What wrk measured. Times are in microseconds. */
export interface Load {
  readonly duration: number;
  readonly requests: number;
  readonly p50: number;
  readonly p99: number;
  /** Requests without a response, or with a status of 400 or above. */
  readonly failed: number;
}

/** When wrk ends. */
export interface Window {
  readonly seconds: number;
  /** Number of responses after which it ends earlier. */
  readonly requests?: number;
}

/** Sends the requests in a cycle on the connections without a pause. One thread leaves most of the CPU to the server. */
export async function runWrk(
  { address, database }: Server,
  requests: readonly Request[],
  connections: number,
  window: Window,
): Promise<Load> {
  const script = join(workspace, 'tools/benchmark/wrk.lua');
  const options = ['-t1', `-c${connections}`, `-d${window.seconds}s`, '--timeout', '10s', '-s', script, address];
  if (window.requests) options.push('--', String(window.requests));
  const wrk = spawn('wrk', options, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exit = once(wrk, 'exit');
  // The script makes a key of each prefix and a number, because it sends the requests more than once.
  const prefix = randomUUID();
  const lines = requests.map(
    ({ method, path, hasKey, body = '' }) =>
      `${method}\t${path}\tBearer ${database.key}\t${hasKey ? prefix : ''}\t${body}\n`,
  );
  wrk.stdin.on('error', () => undefined).end(lines.join(''));
  const [output] = await Promise.all([text(wrk.stdout), exit]);
  const line = output.trim().split('\n').at(-1)!;
  if (!line.startsWith('{')) throw new Error(`wrk failed: ${output.trim()}`);
  return JSON.parse(line) as Load;
}
