import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ApiRequest } from '@petstore/driver';
import { childProcesses } from '@petstore/processes';
import { wrkScript } from '../paths.ts';
import { drawAll, type Load, type LoadGenerator, type Window, type WindowObserver } from './load.ts';
import { readResult } from './wrk-result.ts';

/** Seconds to wait for a response, as autocannon does by default. */
const responseTimeout = 10;

/** Generates load with wrk in one thread, which uses little of the CPU that it shares with the measured servers. */
export function wrkLoad(version: string, program = 'wrk'): LoadGenerator {
  return { name: `wrk ${version}`, apply: (load, observe) => apply(program, load, observe) };
}

/** The window is open while wrk runs: it measures from its first connection to its last response. */
async function apply(program: string, load: Load, observe: WindowObserver): Promise<Window> {
  const { address, authorization, connections, seconds } = load;
  const requests = drawAll(load).map((request) => lineOf(request, authorization));
  const figures = { '-t': 1, '-c': connections, '-d': seconds, '--timeout': responseTimeout };
  const options = Object.entries(figures).flatMap(([option, value]) => [option, String(value)]);
  observe('opens');
  const wrk = childProcesses.spawn(program, [...options, '-s', wrkScript, address], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // If wrk exits before it has read all requests, its exit code is checked below.
  wrk.stdin!.on('error', () => undefined).end(requests.join(''));
  const outputs = Promise.all([text(wrk.stdout!), text(wrk.stderr!)]);
  const [exitCode] = (await once(wrk, 'exit')) as [number | null];
  observe('closes');
  const [output, errors] = await outputs;
  childProcesses.requireUninterrupted();
  if (exitCode !== 0) throw new Error(`wrk failed: ${errors.trim() || output.trim()}`);
  return readResult(output);
}

function lineOf({ method, path, body = '' }: ApiRequest, authorization: string): string {
  return `${method}\t${path}\t${authorization}\t${body}\n`;
}
