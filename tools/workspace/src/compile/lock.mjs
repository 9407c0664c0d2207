import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode, isReadOnlyError } from './error-code.mjs';

/** Milliseconds after which a lock that its holder did not renew counts as abandoned. */
const expiry = 120_000;

/** Milliseconds between two attempts to take the lock. */
const pollInterval = 100;

/**
 * Calls `action` while this process holds the lock. Waits for a process that holds it, and takes over the lock of a process that
 * was killed. In a read-only workspace it calls `action` without the lock.
 * @template T
 * @param {string} file absolute path of the lock
 * @param {(pid: number) => void} onWait called once, with the process id of the holder, if another process holds the lock
 * @param {(renew: () => void) => T} action must call `renew` at least once a minute
 * @returns {Promise<T>}
 */
export async function withLock(file, onWait, action) {
  try {
    await take(file, onWait);
  } catch (error) {
    if (!isReadOnlyError(error)) throw error;
    return action(() => undefined);
  }
  try {
    return action(() => renew(file));
  } finally {
    rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @param {(pid: number) => void} onWait
 */
async function take(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  // A link to a complete file is created in one step, so that no process reads an empty lock.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    let isWaiting = false;
    while (!link(own, file)) {
      const holder = holderOf(file);
      if (holder === undefined) {
        rmSync(file, { force: true });
        continue;
      }
      if (!isWaiting) onWait(holder);
      isWaiting = true;
      await delay(pollInterval);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Returns false if the lock exists.
 * @param {string} own
 * @param {string} file
 */
function link(own, file) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}

/**
 * Returns the process id of the running process that holds the lock; undefined if there is none.
 * @param {string} file
 */
function holderOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || Date.now() - stat.mtimeMs > expiry) return undefined;
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // In a new container, this process may have the id of the process that was killed.
    if (pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ESRCH' && code !== 'ENOENT') throw error;
    return undefined;
  }
}

/** @param {string} file */
function renew(file) {
  utimesSync(file, new Date(), new Date());
}
