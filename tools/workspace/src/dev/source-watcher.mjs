import { readdirSync, statSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

/** The names of sources and configurations. Editors write hidden files and backups beside them. */
const watchedName = /^[^.].*\.(?:ts|json)$/;

/** Reports each source and configuration that is changed, created or deleted, until `close`. */
export class SourceWatcher {
  /** @param {(path: string) => void} onChange called with the absolute path */
  constructor(onChange) {
    this.onChange = onChange;
    /**
     * The watchers by the path that they watch.
     * @type {Map<string, { close(): void }>}
     */
    this.watchers = new Map();
  }

  /**
   * @param {{ files: readonly string[], directories: readonly string[] }} paths absolute paths of files, and of directories with
   *   all files below them
   */
  watch({ files, directories }) {
    // fs.watch loses a file that is replaced.
    for (const file of files) {
      const watcher = ts.sys.watchFile?.(file, () => this.onChange(file));
      if (watcher) this.watchers.set(file, watcher);
    }
    for (const directory of directories) this.watchDirectory(directory);
  }

  /**
   * Watches the directory and those below it, each with its own watcher: the option `recursive` of Node 20 on Linux loses files
   * that are replaced.
   * @param {string} directory
   */
  watchDirectory(directory) {
    const watcher = watch(directory, (_, name) => name !== null && this.handleChange(join(directory, name)));
    // The directory was deleted.
    watcher.on('error', () => this.unwatch(directory));
    this.watchers.set(directory, watcher);
    // Reads the directory after the watcher exists, so that no file between the two is lost.
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.isDirectory()) this.watchDirectory(join(directory, entry.name));
    }
  }

  /** @param {string} path */
  handleChange(path) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) {
      this.unwatch(path);
      this.report(path);
    } else if (!this.watchers.has(path)) {
      this.watchDirectory(path);
      for (const file of filesIn(path)) this.report(file);
    }
  }

  /** @param {string} path */
  report(path) {
    if (watchedName.test(basename(path))) this.onChange(path);
  }

  /** @param {string} path */
  unwatch(path) {
    this.watchers.get(path)?.close();
    this.watchers.delete(path);
  }

  close() {
    for (const path of this.watchers.keys()) this.unwatch(path);
  }
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function filesIn(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}
