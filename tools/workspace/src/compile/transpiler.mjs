import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import ts from 'typescript';

/**
 * What `Transpiler.transpile` did.
 * @typedef {object} Transpilation
 * @property {number} written number of output files that have changed
 * @property {boolean} isComplete whether the output has all changes; if not, only the compiler can apply them
 */

/** Writes the JavaScript of changed sources without checking types, which takes milliseconds. The compiler follows. */
export class Transpiler {
  /** @param {readonly string[]} configFiles absolute paths of the configurations of all projects */
  constructor(configFiles) {
    this.configFiles = configFiles;
    /**
     * Sources that have a syntax error. Their output is that of the text before.
     * @type {Set<string>}
     */
    this.broken = new Set();
  }

  /**
   * Writes the output of the sources, or nothing if one of them has a syntax error. It ignores files that no project compiles.
   * Deletes the record of the compiler (`tsBuildInfoFile`) of each project whose output it changes. So the compiler compiles the
   * project again even if this process is killed before, and the source then gets its old text back.
   * @param {Iterable<string>} paths absolute paths of the files that have changed since the last call
   * @returns {Transpilation}
   */
  transpile(paths) {
    const changed = new Set([...paths, ...this.broken]);
    this.broken = new Set();
    const outputs = [];
    let isComplete = true;
    for (const path of changed) {
      // Editors write files with other names, such as backups.
      if (!/\.(?:ts|json)$/.test(path)) continue;
      if (!isSource(path)) {
        isComplete = false;
        continue;
      }
      const config = this.configOf(path);
      if (!config) continue;
      const output = transpile(path, config);
      if (output) outputs.push(output);
      else this.broken.add(path);
    }
    if (this.broken.size > 0) {
      // The next call must write the others, too.
      for (const path of changed) this.broken.add(path);
      return { written: 0, isComplete: false };
    }
    return { written: outputs.filter(write).length, isComplete };
  }

  /**
   * Returns the configuration of the project that compiles the source.
   * @param {string} path
   */
  configOf(path) {
    const configFile = this.configFiles.find((file) => path.startsWith(`${dirname(file)}/src/`));
    if (!configFile) return undefined;
    const config = ts.getParsedCommandLineOfConfigFile(
      configFile,
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
    );
    return config?.fileNames.includes(path) ? config : undefined;
  }
}

/**
 * Whether the output of a change is known without the compiler. It is not if a file was deleted or is a configuration.
 * @param {string} path
 */
function isSource(path) {
  return /(?<!\.d)\.ts$/.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/**
 * Returns the output of a source with its path, or undefined after a syntax error.
 * @param {string} path
 * @param {ts.ParsedCommandLine} config
 */
function transpile(path, config) {
  const [file] = ts.getOutputFileNames(config, path, false);
  if (!file) return undefined;
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(readFileSync(path, 'utf8'), {
    fileName: path,
    // transpileModule does not read `type` of package.json, and would write CommonJS.
    compilerOptions: {
      ...config.options,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    reportDiagnostics: true,
  });
  if (diagnostics?.some(({ category }) => category === ts.DiagnosticCategory.Error)) return undefined;
  // transpileModule names the file after the source, without the directory of the output.
  const map = { ...JSON.parse(sourceMapText ?? '{}'), file: basename(file), sources: [relative(dirname(file), path)] };
  return { file, text: outputText, map: JSON.stringify(map), record: config.options.tsBuildInfoFile };
}

/**
 * Writes an output unless the file has that text already. Replaces it in one step, because a process may be loading it.
 * @param {NonNullable<ReturnType<typeof transpile>>} output
 */
function write({ file, text, map, record }) {
  if (statSync(file, { throwIfNoEntry: false }) && readFileSync(file, 'utf8') === text) return false;
  if (record) rmSync(record, { force: true });
  for (const [path, content] of /** @type {const} */ ([
    [`${file}.map`, map],
    [file, text],
  ])) {
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  }
  return true;
}
