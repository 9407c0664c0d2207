import { renameSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Files for which the change time (ctime) counts, because a moved or a restored file may keep its modification time. */
const sourceFile = /(?<!\.d)\.[cm]?ts$/;

/** TypeScript projects, and all projects that they reference. */
export class Solution {
  /**
   * @param {string} root absolute path of the workspace
   * @param {readonly string[]} projects directories with a `tsconfig.lib.json`, relative to the root
   */
  constructor(root, projects) {
    this.root = root;
    this.configFiles = projects.map((project) => join(root, project, 'tsconfig.lib.json'));
    /**
     * Configuration files of all projects: each after those that it references.
     * @type {string[]}
     */
    this.order = [];
    /**
     * What the output depends on. The hidden lock file of npm changes with the installed packages.
     * @type {{ files: string[], directories: string[] }}
     */
    this.inputs = { files: [join(root, 'node_modules/.package-lock.json')], directories: [] };
    /**
     * The files that the compiler writes last.
     * @type {{ files: string[], directories: string[] }}
     */
    this.outputs = { files: [], directories: [] };
    for (const file of this.configFiles) this.addProject(file);
  }

  /** The inputs without those that only npm changes. */
  get sources() {
    const files = this.inputs.files.filter((file) => !file.includes('/node_modules/'));
    return { files: [...new Set(files)], directories: this.inputs.directories };
  }

  /** @param {string} file */
  addProject(file) {
    if (this.order.includes(file)) return;
    /** @type {ts.ParseConfigFileHost} */
    const host = {
      ...ts.sys,
      readFile: (path) => {
        this.inputs.files.push(path);
        return ts.sys.readFile(path);
      },
      // The build reports it again.
      onUnRecoverableConfigFileDiagnostic: () => undefined,
    };
    const config = ts.getParsedCommandLineOfConfigFile(file, {}, host);
    for (const reference of config?.projectReferences ?? []) this.addProject(ts.resolveProjectReferencePath(reference));
    this.order.push(file);
    this.inputs.files.push(join(dirname(file), 'package.json'));
    this.inputs.directories.push(...Object.keys(config?.wildcardDirectories ?? {}));
    if (config?.options.tsBuildInfoFile) this.outputs.files.push(config.options.tsBuildInfoFile);
  }

  /**
   * Compiles the projects that have changed, and reports errors as `tsc` does.
   * @param {Pick<import('./progress.mjs').Progress, 'isTerminal' | 'step' | 'note'>} progress
   * @param {() => void} onProject called before each project
   * @param {import('./syntax-tree-cache.mjs').SyntaxTreeCache} [cache] syntax trees of earlier compilations
   * @returns {{ compiled: number, succeeded: number, errors: number }} the numbers of projects that were compiled without errors, of
   *   all projects without errors, and of errors
   */
  build(progress, onProject, cache) {
    const started = new Date();
    let errors = 0;
    /** @param {ts.Diagnostic} diagnostic */
    const report = (diagnostic) => {
      if (diagnostic.category === ts.DiagnosticCategory.Error) errors += 1;
      progress.note(this.format(diagnostic, progress.isTerminal).trimEnd());
    };
    const host = ts.createSolutionBuilderHost(systemAt(started), cache?.createProgram, report);
    const builder = ts.createSolutionBuilder(host, this.configFiles, {});
    let compiled = 0;
    let succeeded = 0;
    for (let next = builder.getNextInvalidatedProject(); next; next = builder.getNextInvalidatedProject()) {
      const { project, kind } = next;
      onProject();
      const isCompiled = kind === ts.InvalidatedProjectKind.Build;
      if (isCompiled) progress.step(this.order.indexOf(project) + 1, this.order.length, this.nameOf(project));
      const before = errors;
      next.done();
      if (errors > before) continue;
      succeeded += 1;
      if (isCompiled) compiled += 1;
    }
    const seconds = ((Date.now() - started.getTime()) / 1_000).toFixed(1);
    if (errors > 0) progress.note(`Compilation failed after ${seconds} s. Errors: ${errors}`);
    else if (compiled > 0) progress.note(`Compiled ${compiled} of ${this.order.length} projects in ${seconds} s`);
    return { compiled, succeeded, errors };
  }

  /** @param {string} configFile */
  nameOf(configFile) {
    return relative(this.root, dirname(configFile));
  }

  /**
   * @param {ts.Diagnostic} diagnostic
   * @param {boolean} isTerminal
   */
  format(diagnostic, isTerminal) {
    /** @type {ts.FormatDiagnosticsHost} */
    const host = {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => this.root,
      getNewLine: () => '\n',
    };
    return (isTerminal ? ts.formatDiagnosticsWithColorAndContext : ts.formatDiagnostics)([diagnostic], host);
  }
}

/**
 * Returns the compiler's access to files, with three changes. The output gets the time at which the compilation started, so that a
 * source that changes during the compilation is newer than its output. A file is replaced in one step, so that a process that
 * loads it at that moment reads a complete file. The change time of a source counts.
 * @param {Date} started when the compilation started
 * @returns {ts.System & { now: () => Date }}
 */
function systemAt(started) {
  return {
    ...ts.sys,
    now: () => started,
    getModifiedTime: (path) =>
      sourceFile.test(path) ? statSync(path, { throwIfNoEntry: false })?.ctime : ts.sys.getModifiedTime?.(path),
    setModifiedTime: (path) => ts.sys.setModifiedTime?.(path, started),
    writeFile: (path, text, writeByteOrderMark) => {
      const temporary = `${path}.${process.pid}`;
      ts.sys.writeFile(temporary, text, writeByteOrderMark);
      utimesSync(temporary, started, started);
      renameSync(temporary, path);
    },
  };
}
