import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Milliseconds after SIGTERM until SIGKILL at the end, because a program that is being changed may not stop. */
const killAfter = 5_000;

/** The same at a restart. A graceful shutdown waits at least a second for idle connections, such as those of a browser. */
const killAfterAtRestart = 200;

/** A Node program of which one process at a time runs. It shares the terminal of this process. */
export class RestartableProcess {
  /**
   * @param {string} main absolute path of the program
   * @param {readonly string[]} packages large packages of the program, which `prepare` loads
   * @param {NodeJS.ProcessEnv} env
   * @param {{ host: string, port: number } | undefined} debuggerAddress
   * @param {(exit: string) => void} onExit called with the exit code or the signal if the process ends without `stop`
   */
  constructor(main, packages, env, debuggerAddress, onExit) {
    const preload = new URL('preload.mjs', import.meta.url);
    for (const name of packages) preload.searchParams.append('package', name);
    this.args = ['--enable-source-maps', '--import', preload.href, main];
    this.env = env;
    this.debuggerAddress = debuggerAddress;
    this.onExit = onExit;
    this.hasStarted = false;
  }

  get isRunning() {
    return this.running !== undefined;
  }

  /** Starts the next process, which loads packages and then waits for `restart`. Does nothing if there is one. */
  prepare() {
    if (this.next) return;
    const child = spawn(process.execPath, this.args, {
      env: this.env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    this.next = child;
    // The message to a process that has ended fails. `exit` follows.
    child.on('error', () => undefined);
    child.once('exit', (code, signal) => {
      if (this.next === child) this.next = undefined;
      if (this.running !== child) return;
      this.running = undefined;
      this.onExit(signal ?? `exit code ${code}`);
    });
  }

  /**
   * Stops the running process, and starts the next one.
   * @returns {Promise<void>} resolves when the program reports that it is ready, or when it ends; at the first start of a program,
   *   which reports nothing, when it starts
   */
  async restart() {
    const isRestart = this.hasStarted;
    this.prepare();
    await this.stopRunning(killAfterAtRestart);
    this.prepare();
    const { next } = this;
    if (!next) return;
    this.running = next;
    this.next = undefined;
    this.hasStarted = true;
    const ready = isRestart && Promise.race([once(next, 'message'), once(next, 'exit')]);
    next.send({ debuggerAddress: this.debuggerAddress, isRestart });
    await ready;
  }

  /** Sends the signal to the running process. @param {NodeJS.Signals} signal */
  signal(signal) {
    this.running?.kill(signal);
  }

  /** Stops the processes, and waits until they have ended. */
  async stop() {
    const { next } = this;
    this.next = undefined;
    if (next) await end(next, 0);
    await this.stopRunning(killAfter);
  }

  /** @param {number} timeout milliseconds until SIGKILL */
  async stopRunning(timeout) {
    const { running } = this;
    this.running = undefined;
    if (running) await end(running, timeout);
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} timeout milliseconds until SIGKILL
 */
async function end(child, timeout) {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  await exit;
  clearTimeout(timer);
}
