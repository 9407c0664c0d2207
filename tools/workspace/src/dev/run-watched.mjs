import { statSync } from 'node:fs';
import { join } from 'node:path';
import { withCompileLock } from '../compile/compile.mjs';
import { Progress } from '../compile/progress.mjs';
import { Solution } from '../compile/solution.mjs';
import { Transpiler } from '../compile/transpiler.mjs';
import { DataDirectory } from './data-directory.mjs';
import { RestartableProcess } from './restartable-process.mjs';

/** Milliseconds without a further change after which the compilation starts. Editors and Git change several files. */
const quietTime = 50;

/** The packages that take most of the time of a start. */
const packages = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'express', 'pg', 'pino', 'typeorm'];

/**
 * Runs the service, and restarts it after each change of a source, until a signal ends this process. It restarts the service before
 * it checks the types, which takes longer.
 * @param {string} root absolute path of the workspace
 * @param {{ fresh: boolean, debuggerAddress: { host: string, port: number } | undefined }} options
 */
export async function runWatched(root, { fresh, debuggerAddress }) {
  const progress = new Progress(process.stderr);
  const data = DataDirectory.choose(fresh, process.env);
  const service = new RestartableProcess(
    join(root, 'apps/api/dist/main.js'),
    packages,
    data.env,
    debuggerAddress,
    (exit) => progress.note(`The service ended (${exit}). The next change of a source starts it again.`),
  );
  let isStopping = false;
  let running = Promise.resolve();
  /** @param {() => void | Promise<void>} action */
  const queue = (action) => (running = running.then(action));
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void queue(update), quietTime);
  };
  const solution = new Solution(root, ['apps/api']);
  const { compile, warmUp, takeChanges } = solution.watch(progress, onChange);
  const transpiler = new Transpiler(solution.order);

  /** @param {Iterable<string>} changes the changed files */
  async function restart(changes) {
    await data.keepDatabaseRunning(root);
    if (isStopping) return;
    const isRestart = service.isRunning;
    await service.restart();
    if (isRestart && service.isRunning) progress.note(`Ready ${secondsSince(changes)} s after the change`);
    service.prepare();
  }

  /** Restarts the service with the changed sources, and then checks the types. */
  async function update() {
    if (isStopping) return;
    service.prepare();
    const changes = takeChanges();
    const { written, isComplete } = service.hasStarted
      ? await withCompileLock(root, progress, () => transpiler.transpile(changes))
      : { written: 0, isComplete: false };
    const isRestarted = written > 0 && isComplete;
    if (isRestarted) await restart(changes);
    if (isStopping) return;
    const { compiled, errors } = await withCompileLock(root, progress, compile);
    if (errors > 0) {
      if (isRestarted) progress.note('The service runs the changed code in spite of the errors.');
      else if (service.isRunning) progress.note('The service continues with the last version.');
      else progress.note('The next change of a source compiles it again.');
    } else if (!service.isRunning || (compiled > 0 && !isComplete)) {
      await restart(changes);
    }
  }

  await new Promise((resolve) => {
    const stop = () => {
      // The service decides whether a second signal forces its end.
      service.signal('SIGTERM');
      if (!isStopping) void queue(() => resolve(undefined));
      isStopping = true;
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    progress.note('Watching the sources of apps/api and of its libraries. Ctrl-C ends the service.');
    void queue(update).then(warmUp);
  });
  await service.stop();
  await data.release();
  process.exit(0);
}

/**
 * Returns the seconds since the first of the files was changed, with one digit. A deleted file counts as changed now.
 * @param {Iterable<string>} changes
 */
function secondsSince(changes) {
  const now = Date.now();
  const times = [...changes].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
  return ((now - Math.min(now, ...times)) / 1_000).toFixed(1);
}
