// Ends everything that a test has started: when the test closes this process's input, and when its process or the test run was killed.
// Arguments: the folder of the test, its process, and the process of the run.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [directory, test, run] = process.argv.slice(2);

setInterval(() => isAlive(Number(run)) || kill(Number(test)), 500).unref();
process.stdin.resume().on('close', removeAll);

async function removeAll() {
  for (let pids = processesIn(directory); pids.length > 0; pids = processesIn(directory)) {
    pids.forEach(kill);
    await delay(10);
  }
  const disk = `${directory}/disk`;
  if (existsSync(disk)) execFileSync('umount', ['-l', disk]);
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}

/** Returns the processes whose working directory lies in the folder: PostgreSQL changes it to its data directory. */
function processesIn(folder) {
  const directories = existsSync('/proc/self/cwd')
    ? readdirSync('/proc').map((pid) => [pid, workingDirectoryOf(pid)])
    : // A line with the process, one with `fcwd`, and one with the directory.
      execFileSync('lsof', ['-a', '-d', 'cwd', '-Fn'], { encoding: 'utf8' })
        .split(/^p/m)
        .map((entry) => [entry.split('\n')[0], entry.split('\nn')[1]?.trim()]);
  return directories.filter(([, path]) => `${path}/`.startsWith(`${folder}/`)).map(([pid]) => Number(pid));
}

function workingDirectoryOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // Not a process, or it has exited, or it belongs to another user.
    return undefined;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function kill(pid) {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}
