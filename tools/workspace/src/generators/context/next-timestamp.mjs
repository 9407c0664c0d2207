import { visitNotIgnoredFiles } from '@nx/devkit';

/** @import { Tree } from '@nx/devkit' */

/**
 * Returns the time for the class name of a new migration, in milliseconds since 1970: the current time, or one millisecond after
 * the last migration if that is later.
 * @param {Tree} tree
 */
export function nextTimestamp(tree) {
  const times = [Date.now()];
  visitNotIgnoredFiles(tree, 'libs', (path) => {
    const time = /\/migrations\/(\d+)-[^/]+\.ts$/.exec(path)?.[1];
    if (time) times.push(Number(time) + 1);
  });
  return String(Math.max(...times));
}
