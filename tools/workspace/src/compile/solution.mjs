import { renameSync, statSync, utimesSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { SyntaxTreeCache } from './syntax-tree-cache.mjs';

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
    const installed = join(root, 'node_modules/.package-lock.json');
    /**
     * What the output depends on. The hidden lock file of npm changes with the installed packages.
     * @type {{ files: string[], directories: string[] }}
     */
    this.inputs = { files: [installed], directories: [] };
    /**
     * The files that the compiler writes last.
     * @type {{ files: string[], directories: string[] }}
     */
    this.outputs = { files: [], directories: [] };
    for (const file of this.configFiles) this.addProject(file);
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
   * Compiles the projects that have changed, and prints errors as `tsc` does.
   * @param {import('./progress.mjs').Progress} progress
   * @param {() => void} onProject called before each project
   * @returns {number} the exit code of `tsc -b`: 0 without errors, 2 if some projects have errors, 1 if all of them have
   */
  build(progress, onProject) {
    const { host, compile } = this.prepare(progress, (system, report) =>
      ts.createSolutionBuilderHost(system, undefined, report),
    );
    const { errors, succeeded } = compile(ts.createSolutionBuilder(host, this.configFiles, {}), onProject);
    if (errors === 0) return 0;
    return succeeded > 0 ? 2 : 1;
  }

  /**
   * Watches the sources. `compile` compiles the projects that have changed since its last call, and prints the errors
   * of all projects. It is faster than `build`, because it keeps the syntax trees of the files that have not changed.
   * @param {import('./progress.mjs').Progress} progress
   * @param {() => void} onChange called after each change of a source
   * @returns {{ compile: (onProject: () => void) => { compiled: number, errors: number }, warmUp: () => void, takeChanges: () => Set<string> }}
   *   `compile` returns the numbers of compiled projects and of errors, and calls `onProject` before each project. `warmUp` parses
   *   the files of the last project, so that the first compilation is as fast as later ones. `takeChanges` returns the paths that
   *   have changed since its last call.
   */
  watch(progress, onChange) {
    const cache = new SyntaxTreeCache();
    /** @type {Set<string>} */
    let changes = new Set();
    const { host, compile } = this.prepare(progress, (system, report) => ({
      ...ts.createSolutionBuilderWithWatchHost(
        recordChanges(system, (path) => changes.add(path)),
        cache.createProgram,
        report,
        undefined,
        () => undefined,
      ),
      // The compiler would wait, and then compile without the lock.
      setTimeout: onChange,
      clearTimeout: () => undefined,
    }));
    const builder = ts.createSolutionBuilderWithWatch(host, this.configFiles, {}, {});
    return {
      compile: (onProject) => {
        const result = compile(builder, onProject);
        // Compiles nothing more. The first call starts to watch, and each call discards the contents of files that it has cached.
        builder.build();
        return result;
      },
      warmUp: () => {
        const last = this.order.at(-1);
        if (last) cache.fill(last);
      },
      takeChanges: () => {
        const taken = changes;
        changes = new Set();
        return taken;
      },
    };
  }

  /**
   * Creates the host of a builder, and the function that compiles the changed projects of that builder.
   * @template Host
   * @param {import('./progress.mjs').Progress} progress
   * @param {(system: ts.System, report: ts.DiagnosticReporter) => Host} createHost
   */
  prepare(progress, createHost) {
    let started = new Date();
    /** @type {ts.Diagnostic[]} */
    let errors = [];
    /** @param {ts.Diagnostic} diagnostic */
    const report = (diagnostic) => {
      if (diagnostic.category === ts.DiagnosticCategory.Error) errors.push(diagnostic);
      this.print([diagnostic], progress);
    };
    const host = createHost(
      systemAt(() => started),
      report,
    );
    /**
     * The errors that the last compilation of a project reported.
     * @type {Map<string, ts.Diagnostic[]>}
     */
    const errorsOf = new Map();
    /**
     * @param {ts.SolutionBuilder<ts.BuilderProgram>} builder
     * @param {() => void} onProject called before each project
     */
    const compile = (builder, onProject) => {
      started = new Date();
      // Errors in configuration files belong to no project.
      /** @type {ts.Diagnostic[]} */
      const otherErrors = [];
      errors = otherErrors;
      const unchanged = new Set(errorsOf.keys());
      let compiled = 0;
      let succeeded = 0;
      for (let next = builder.getNextInvalidatedProject(); next; next = builder.getNextInvalidatedProject()) {
        const { project, kind } = next;
        onProject();
        const isCompiled = kind === ts.InvalidatedProjectKind.Build;
        if (isCompiled) progress.step(this.order.indexOf(project) + 1, this.order.length, this.nameOf(project));
        errors = [];
        next.done();
        unchanged.delete(project);
        errorsOf.delete(project);
        if (errors.length > 0) errorsOf.set(project, errors);
        else succeeded += 1;
        if (isCompiled && errors.length === 0) compiled += 1;
        errors = otherErrors;
      }
      for (const project of unchanged) this.print(errorsOf.get(project) ?? [], progress);
      const count = otherErrors.length + [...errorsOf.values()].flat().length;
      const seconds = ((Date.now() - started.getTime()) / 1_000).toFixed(1);
      if (count > 0) progress.note(`Compilation failed after ${seconds} s. Errors: ${count}`);
      else if (compiled > 0) progress.note(`Compiled ${compiled} of ${this.order.length} projects in ${seconds} s`);
      return { compiled, succeeded, errors: count };
    };
    return { host, compile };
  }

  /**
   * @param {readonly ts.Diagnostic[]} diagnostics
   * @param {import('./progress.mjs').Progress} progress
   */
  print(diagnostics, progress) {
    for (const diagnostic of diagnostics) progress.note(this.format(diagnostic, progress.isTerminal).trimEnd());
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
 * Returns the same system, which reports the changes that it watches for the compiler.
 * @param {ts.System} system
 * @param {(path: string) => void} onChange
 * @returns {ts.System}
 */
function recordChanges(system, onChange) {
  const { watchFile, watchDirectory } = system;
  return {
    ...system,
    ...(watchFile && {
      watchFile: (path, callback, ...rest) =>
        watchFile(path, (...change) => (onChange(path), callback(...change)), ...rest),
    }),
    ...(watchDirectory && {
      watchDirectory: (path, callback, ...rest) =>
        watchDirectory(path, (name) => (onChange(name), callback(name)), ...rest),
    }),
  };
}

/**
 * Returns the compiler's access to files, with three changes. The output gets the time at which the compilation started, so that a
 * source that changes during the compilation is newer than its output. A file is replaced in one step, so that a process that
 * loads it at that moment reads a complete file. The change time of a source counts.
 * @param {() => Date} started returns the time at which the compilation started
 * @returns {ts.System & { now: () => Date }}
 */
function systemAt(started) {
  return {
    ...ts.sys,
    now: started,
    getModifiedTime: (path) =>
      sourceFile.test(path) ? statSync(path, { throwIfNoEntry: false })?.ctime : ts.sys.getModifiedTime?.(path),
    setModifiedTime: (path) => ts.sys.setModifiedTime?.(path, started()),
    writeFile: (path, text, writeByteOrderMark) => {
      const temporary = `${path}.${process.pid}`;
      ts.sys.writeFile(temporary, text, writeByteOrderMark);
      utimesSync(temporary, started(), started());
      renameSync(temporary, path);
    },
  };
}
