import { join } from 'node:path';
import { withCompileLock } from '../compile/compile.mjs';
import { Progress } from '../compile/progress.mjs';
import { Solution } from '../compile/solution.mjs';
import { Transpiler } from '../compile/transpiler.mjs';
import { DataDirectory } from './data-directory.mjs';
import { RestartableProcess } from './restartable-process.mjs';
import { ServiceUpdates } from './service-updates.mjs';
import { SourceWatcher } from './source-watcher.mjs';
import { TypeCheck } from './type-check.mjs';

/** Milliseconds without a further change after which an update starts. Editors and Git change several files. */
const quietTime = 50;

const projects = ['apps/api'];

/** The packages that take most of the time of a start. */
const packages = ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'express', 'pg', 'pino', 'typeorm'];

/**
 * Runs the service, and restarts it after each change of a source, until a signal ends this process.
 * @param {string} root absolute path of the workspace
 * @param {{ fresh: boolean, debuggerAddress: { host: string, port: number } | undefined }} options
 */
export async function runWatched(root, { fresh, debuggerAddress }) {
  const progress = new Progress(process.stderr);
  /** @param {string} line */
  const note = (line) => progress.note(line);
  const data = DataDirectory.choose(fresh, process.env);
  const service = new RestartableProcess(
    join(root, 'apps/api/dist/main.js'),
    packages,
    data.env,
    debuggerAddress,
    (exit) => {
      if (!updates.isStopping) note(`The service ended (${exit}). The next change of a source starts it again.`);
    },
  );
  const solution = new Solution(root, projects);
  const transpiler = new Transpiler(solution.order);
  const typeCheck = new TypeCheck(root, projects, progress);
  const updates = new ServiceUpdates({
    service,
    typeCheck,
    transpile: (paths) => withCompileLock(root, progress, () => transpiler.transpile(paths)),
    openDatabase: () => data.keepDatabaseRunning(root),
    note,
  });
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = new SourceWatcher((path) => {
    updates.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => void updates.update(), quietTime);
  });

  await new Promise((resolve) => {
    const stop = () => {
      // The service decides whether a second signal forces its end.
      service.signal('SIGTERM');
      if (!updates.isStopping) void updates.stop().then(resolve);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
    note('Watching the sources of apps/api and of its libraries. Ctrl-C ends the service.');
    watcher.watch(solution.sources);
    void updates.update();
  });
  await typeCheck.stop();
  await service.stop();
  await data.release();
  process.exit(0);
}
