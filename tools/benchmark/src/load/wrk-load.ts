import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { children } from '../children.ts';
import type { Request } from '../operations.ts';
import { wrkScript } from '../paths.ts';
import { drawAll, type Load, type LoadGenerator, type Watched, type Window } from './load.ts';
import { readResult } from './wrk-result.ts';

/** Seconds after which an answer is no longer waited for; autocannon's default. */
const patience = 10;

/** By wrk, in a process of one thread, which costs little of the CPU that it shares with the contestants. */
export function wrkLoad(version: string, program = 'wrk'): LoadGenerator {
  return { name: `wrk ${version}`, apply: (load, watched) => apply(program, load, watched) };
}

/** The window is open while wrk runs: it measures from its first connection to its last answer. */
async function apply(program: string, load: Load, watched: Watched): Promise<Window> {
  const { address, authorization, connections, seconds } = load;
  const requests = drawAll(load).map((request) => lineOf(request, authorization));
  const figures = { '-t': 1, '-c': connections, '-d': seconds, '--timeout': patience };
  const options = Object.entries(figures).flatMap(([option, value]) => [option, String(value)]);
  watched('opens');
  const wrk = children.spawn(program, [...options, '-s', wrkScript, address], { stdio: ['pipe', 'pipe', 'pipe'] });
  // A wrk that ends before it has read them all says why, and is asked below.
  wrk.stdin!.on('error', () => undefined).end(requests.join(''));
  const said = Promise.all([text(wrk.stdout!), text(wrk.stderr!)]);
  const [exitCode] = (await once(wrk, 'exit')) as [number | null];
  watched('closes');
  const [output, complaint] = await said;
  children.requireUninterrupted();
  if (exitCode !== 0) throw new Error(`wrk failed: ${complaint.trim() || output.trim()}`);
  return readResult(output);
}

function lineOf({ method, path, body = '' }: Request, authorization: string): string {
  return `${method}\t${path}\t${authorization}\t${body}\n`;
}
