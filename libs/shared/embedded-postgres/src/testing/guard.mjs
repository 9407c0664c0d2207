// Ends everything that a test has started: when the test closes this process's input, and when its process or the test run was killed.
// Arguments: the folder of the test, its process, and the process of the run.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [directory, test, run] = process.argv.slice(2);

/** Rounds, at least 10 ms each, that PostgreSQL has to stop. After 5 s, it kills its own processes. */
const roundsToStop = 600;

const watch = setInterval(() => kill(Number(run), 0) || kill(Number(test), 'SIGKILL'), 500);
watch.unref();
process.stdin.resume().on('close', removeAll);

async function removeAll() {
  // The test has ended, or was killed: another process can get its number.
  clearInterval(watch);
  for (let round = 0, found = processesIn(directory); found.length > 0; round++, found = processesIn(directory)) {
    for (const [pid, path] of found) {
      // An immediate stop, after which recovery is needed, as after a kill. But a kill would leave PostgreSQL's shared memory.
      const isPostgres = existsSync(`${path}/PG_VERSION`);
      kill(pid, isPostgres && round < roundsToStop ? 'SIGQUIT' : 'SIGKILL');
      // A test may have stopped it.
      kill(pid, 'SIGCONT');
    }
    await delay(10);
  }
  const disk = `${directory}/disk`;
  if (existsSync(disk)) execFileSync('umount', ['-l', disk]);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Returns the processes whose working directory lies in the folder, each with that directory. That of PostgreSQL is its data directory. */
function processesIn(folder) {
  const all = existsSync('/proc/self/cwd')
    ? readdirSync('/proc').map((pid) => [pid, workingDirectoryOf(pid)])
    : // A line with the process, one with `fcwd`, and one with the directory.
      execFileSync('lsof', ['-a', '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
        .split(/^p/m)
        .map((entry) => [entry.split('\n')[0], entry.split('\nn')[1]?.trim()]);
  return all.filter(([, path]) => `${path}/`.startsWith(`${folder}/`)).map(([pid, path]) => [Number(pid), path]);
}

function workingDirectoryOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Not a process, or it has exited, or it belongs to another user.
    return undefined;
  }
}

/** Returns false if the process has exited. */
function kill(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
