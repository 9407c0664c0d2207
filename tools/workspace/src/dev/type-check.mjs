import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * What a check found.
 * @typedef {object} CheckResult
 * @property {number} compiled number of projects that were compiled without errors
 * @property {number} errors
 * @property {readonly string[]} lines messages of the compiler
 */

/**
 * What the process sends: its progress, that it waits for another process, or the result.
 * @typedef {{ step: [number, number, string] } | { waiting: string } | { result: CheckResult }} Message
 */

/** Compiles projects and checks their types in another process, which `cancel` can end at any time. */
export class TypeCheck {
  /**
   * @param {string} root absolute path of the workspace
   * @param {readonly string[]} projects directories with a `tsconfig.lib.json`, relative to the root
   * @param {Pick<import('../compile/progress.mjs').Progress, 'step' | 'note'>} progress
   */
  constructor(root, projects, progress) {
    this.args = [root, ...projects];
    this.progress = progress;
    /**
     * The running check.
     * @type {{ resolve: (result: CheckResult | undefined) => void, reject: (error: Error) => void } | undefined}
     */
    this.pending = undefined;
    /** @type {import('node:child_process').ChildProcess | undefined} */
    this.child = undefined;
  }

  /**
   * Compiles the projects that have changed. There must be no other check.
   * @returns {Promise<CheckResult | undefined>} undefined after `cancel`
   * @throws Error if the process ends by itself
   */
  check() {
    const child = this.start();
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      child.send('check');
    });
  }

  /** Ends a running check, and waits until its process writes no more files. */
  async cancel() {
    if (this.pending) await this.stop();
  }

  /** Ends the process. */
  async stop() {
    const { child, pending } = this;
    if (!child) return;
    this.child = undefined;
    this.pending = undefined;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    pending?.resolve(undefined);
  }

  /** Returns the running process, or starts one. */
  start() {
    if (this.child) return this.child;
    const child = fork(new URL('type-check-process.mjs', import.meta.url), this.args);
    this.child = child;
    // The message to a process that has ended fails. `exit` follows.
    child.on('error', () => undefined);
    child.on('message', (/** @type {Message} */ message) => {
      // A message that was sent before the end can arrive later.
      if (this.child !== child) return;
      if ('step' in message) this.progress.step(...message.step);
      else if ('waiting' in message) this.progress.note(message.waiting);
      else this.takePending()?.resolve(message.result);
    });
    child.once('exit', (code, signal) => {
      if (this.child !== child) return;
      this.child = undefined;
      this.takePending()?.reject(new Error(`The check of the types ended (${signal ?? `exit code ${code}`}).`));
    });
    return child;
  }

  takePending() {
    const { pending } = this;
    this.pending = undefined;
    return pending;
  }
}
