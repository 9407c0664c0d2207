import { statSync } from 'node:fs';

/**
 * The parts of `npm run dev`.
 * @typedef {object} Parts
 * @property {Pick<import('./restartable-process.mjs').RestartableProcess, 'prepare' | 'restart' | 'isRunning' | 'hasStarted'>} service
 * @property {Pick<import('./type-check.mjs').TypeCheck, 'check' | 'cancel'>} typeCheck
 * @property {(paths: Iterable<string>) => Promise<import('../compile/transpiler.mjs').Transpilation>} transpile
 * @property {() => Promise<void>} openDatabase called before each start of the service
 * @property {(line: string) => void} note prints a line
 * @property {() => number} [now] milliseconds since 1970
 */

/**
 * Restarts the service after changes of the sources. It restarts the service before it checks the types, which takes longer. A
 * change during the check ends the check.
 */
export class ServiceUpdates {
  /** @param {Parts} parts */
  constructor({ service, typeCheck, transpile, openDatabase, note, now = Date.now }) {
    this.service = service;
    this.typeCheck = typeCheck;
    this.transpile = transpile;
    this.openDatabase = openDatabase;
    this.note = note;
    this.now = now;
    /**
     * Files that have changed since the last update.
     * @type {Set<string>}
     */
    this.changes = new Set();
    /**
     * Files that have changed since the last check that no change ended.
     * @type {Set<string>}
     */
    this.unchecked = new Set();
    /** Identifies the last update. */
    this.lastUpdate = {};
    this.isStopping = false;
    /** @type {Promise<void>} */
    this.running = Promise.resolve();
  }

  /** @param {string} path absolute path of a file that was changed, created or deleted */
  add(path) {
    this.changes.add(path);
  }

  /** Restarts the service with the changed sources, and then checks the types. Resolves when the check starts. */
  update() {
    return this.enqueue(async () => {
      this.lastUpdate = {};
      this.service.prepare();
      await this.typeCheck.cancel();
      const { changes } = this;
      this.changes = new Set();
      const isCheckRepeated = this.unchecked.size > 0;
      for (const path of changes) this.unchecked.add(path);
      const { written, isComplete } = this.service.hasStarted
        ? await this.transpile(this.unchecked)
        : { written: 0, isComplete: false };
      const isRestarted = written > 0 && isComplete;
      if (isRestarted) await this.restart(changes);
      if (!this.isStopping) void this.check({ changes, isRestarted, isComplete, isCheckRepeated });
    });
  }

  /** Ends the updates, and waits for the one that is running. */
  async stop() {
    this.isStopping = true;
    await this.running;
  }

  /** @param {() => Promise<void>} action called after the actions before it, unless the updates have ended */
  enqueue(action) {
    return (this.running = this.running.then(() => (this.isStopping ? undefined : action())));
  }

  /**
   * @param {object} update
   * @param {Set<string>} update.changes
   * @param {boolean} update.isRestarted whether the service runs the changes
   * @param {boolean} update.isComplete whether the output has the changes without the compiler
   * @param {boolean} update.isCheckRepeated whether an earlier check, which may have written output, was ended
   */
  async check({ changes, isRestarted, isComplete, isCheckRepeated }) {
    const update = this.lastUpdate;
    const result = await this.typeCheck.check().catch((error) => this.note(error.message));
    // The result does not have the changes since the update.
    if (!result || this.lastUpdate !== update || this.changes.size > 0) return;
    this.unchecked = new Set();
    for (const line of result.lines) this.note(line);
    if (result.errors > 0) {
      if (isRestarted) this.note('The service runs the changed code in spite of the errors.');
      else if (this.service.isRunning) this.note('The service continues with the last version.');
      else this.note('The next change of a source compiles it again.');
    } else if (!this.service.isRunning || ((result.compiled > 0 || isCheckRepeated) && !isComplete)) {
      await this.enqueue(() => this.restart(changes));
    }
  }

  /** @param {Iterable<string>} changes the changed files */
  async restart(changes) {
    await this.openDatabase();
    if (this.isStopping) return;
    const { isRunning } = this.service;
    await this.service.restart();
    if (isRunning && this.service.isRunning) this.note(`Ready ${this.secondsSince(changes)} s after the change`);
    this.service.prepare();
  }

  /**
   * Returns the seconds since the first of the files was changed, with one digit. A deleted file counts as changed now.
   * @param {Iterable<string>} changes
   */
  secondsSince(changes) {
    const now = this.now();
    const times = [...changes].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    return ((now - Math.min(now, ...times)) / 1_000).toFixed(1);
  }
}
