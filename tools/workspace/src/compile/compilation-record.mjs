import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, isReadOnlyError } from './error-code.mjs';

/**
 * @typedef {object} Paths
 * @property {readonly string[]} files absolute paths
 * @property {readonly string[]} directories absolute paths of directories, with all files below them
 */

/** A file with the state that the sources had before the last successful compilation, and the state of its output after it. */
export class CompilationRecord {
  /** @param {string} file absolute path */
  constructor(file) {
    this.file = file;
  }

  /** Whether no source and no output has changed since the last successful compilation. */
  isCurrent() {
    const record = this.read();
    return (
      record !== undefined &&
      this.stateOf(record.inputs) === record.inputState &&
      this.stateOf(record.outputs) === record.outputState
    );
  }

  /**
   * Returns a text that is different after any change of the files. It has the change times (ctime), because a moved or a restored
   * file may keep its modification time.
   * @param {Paths} paths
   */
  stateOf({ files, directories }) {
    const hash = createHash('sha256');
    for (const file of [...files, ...directories.flatMap(filesIn)]) {
      const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
      hash.update(`${file}\n${stat ? `${stat.size} ${stat.ctimeNs}` : 'missing'}\n`);
    }
    return hash.digest('hex');
  }

  /**
   * @param {{ inputs: Paths, outputs: Paths }} solution
   * @param {string} inputState state of the inputs before the compilation
   */
  save({ inputs, outputs }, inputState) {
    const record = { inputs, inputState, outputs, outputState: this.stateOf(outputs) };
    const temporary = `${this.file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.file), { recursive: true });
      writeFileSync(temporary, JSON.stringify(record));
      renameSync(temporary, this.file);
    } catch (error) {
      // Without the record, the compiler checks the files at the next start.
      if (!isReadOnlyError(error)) throw error;
    }
  }

  /** Returns undefined if there is no record, or if it is damaged. */
  read() {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8'));
    } catch (error) {
      const code = errorCode(error);
      if (code !== undefined && code !== 'ENOENT') throw error;
      return undefined;
    }
  }
}

/**
 * @param {string} directory
 * @returns {string[]}
 */
function filesIn(directory) {
  try {
    return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return [];
  }
}
