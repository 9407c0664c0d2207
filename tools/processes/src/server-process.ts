import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { children } from './children.ts';

/** Milliseconds until a server must have answered. */
const longestStart = 60_000;

/** Milliseconds between two questions whether it answers. */
const pause = 5;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A process died, or did not become what it was to be. */
export class ServerFailed extends Error {}

/** A server in a process of its own, its output in a file, as under a supervisor. */
export class ServerProcess {
  private constructor(
    readonly name: string,
    /** `http://127.0.0.1:<port>`. */
    readonly address: string,
    /** Milliseconds from its start until its first answer. */
    readonly startTime: number,
    private readonly child: ChildProcess,
    private readonly output: string,
  ) {}

  /**
   * Waits until it answers the path with 200.
   * @param authorization a valid one, looked up anew for every question: it may come about during the start
   */
  static async start(
    name: string,
    { program, args, env }: Command,
    output: string,
    path: string,
    authorization: () => string,
  ): Promise<ServerProcess> {
    const port = await freePort();
    const { PATH = '', HOME = '' } = process.env;
    const log = openSync(output, 'w');
    const begun = performance.now();
    const stdio = ['ignore' as const, log, log];
    const child = children.spawn(program, args, { env: { PATH, HOME, ...env, PORT: String(port) }, stdio });
    closeSync(log);
    // Without a program there is no process, which is seen below.
    child.on('error', () => undefined);
    const address = `http://127.0.0.1:${port}`;
    const server = () => new ServerProcess(name, address, performance.now() - begun, child, output);
    while (performance.now() - begun < longestStart) {
      server().requireAlive();
      if (await answers(`${address}${path}`, authorization())) return server();
      await delay(pause);
    }
    await server().stop();
    throw new ServerFailed(`${name} did not answer within ${longestStart / 1000} s: ${readFileSync(output, 'utf8')}`);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** @throws ServerFailed, or Interrupted when that is why */
  requireAlive(): void {
    if (!this.hasEnded()) return;
    children.requireUninterrupted();
    const words = readFileSync(this.output, 'utf8').trim().split('\n').slice(-5).join('\n');
    throw new ServerFailed(`${this.name} died: ${words}`);
  }

  async stop(): Promise<void> {
    if (this.hasEnded()) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await exit;
  }

  private hasEnded(): boolean {
    return this.child.pid === undefined || this.child.exitCode !== null || this.child.signalCode !== null;
  }
}

async function answers(url: string, authorization: string): Promise<boolean> {
  try {
    const response = await fetch(url, { headers: { authorization, connection: 'close' } });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
