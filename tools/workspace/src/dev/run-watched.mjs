import { join } from 'node:path';
import { withCompileLock } from '../compile/compile.mjs';
import { Progress } from '../compile/progress.mjs';
import { Solution } from '../compile/solution.mjs';
import { DataDirectory } from './data-directory.mjs';
import { RestartableProcess } from './restartable-process.mjs';

/** Milliseconds without a further change after which the compilation starts. Editors and Git change several files. */
const quietTime = 50;

/** The packages that take most of the time of a start. */
const packages = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'express', 'pg', 'pino', 'typeorm'];

/**
 * Runs the service, and restarts it after each change of a source, until a signal ends this process.
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
  const { compile, warmUp } = new Solution(root, ['apps/api']).watch(progress, onChange);

  async function update() {
    if (isStopping) return;
    service.prepare();
    const { compiled, errors } = await withCompileLock(root, progress, compile);
    if (errors > 0) {
      const running = 'The service continues with the last version without errors.';
      return progress.note(service.isRunning ? running : 'The next change of a source compiles it again.');
    }
    if (compiled === 0 && service.isRunning) return;
    await data.keepDatabaseRunning(root);
    if (!isStopping) await service.restart();
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
