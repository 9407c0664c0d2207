import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ApiRequest } from '@petstore/driver';
import { childProcesses } from '@petstore/processes';
import { wrkScript } from '../paths.ts';
import {
  drawAll,
  type LoadParameters,
  type LoadGenerator,
  type Window,
  type WindowObserver,
} from './load-parameters.ts';
import { readResult } from './wrk-result.ts';

/** Seconds to wait for a response, as autocannon does by default. */
const responseTimeout = 10;

/** Generates load with wrk in one thread, which leaves most of the CPU to the measured servers. */
export function wrkGenerator(version: string, program = 'wrk'): LoadGenerator {
  return { name: `wrk ${version}`, run: (load, observe) => run(program, load, observe) };
}

/**
 * Runs wrk. The window is open while wrk runs.
 * @throws Error if wrk fails
 * @throws InvalidMeasurement unless every request succeeded in time
 */
async function run(program: string, load: LoadParameters, observe: WindowObserver): Promise<Window> {
  const { address, authorization, connections, seconds } = load;
  const requests = drawAll(load).map((request) => lineOf(request, authorization));
  const numericOptions = { '-t': 1, '-c': connections, '-d': seconds, '--timeout': responseTimeout };
  const options = Object.entries(numericOptions).flatMap(([option, value]) => [option, String(value)]);
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

/** Formats a request for `wrk.lua`. */
function lineOf({ method, path, body = '' }: ApiRequest, authorization: string): string {
  return `${method}\t${path}\t${authorization}\t${body}\n`;
}
