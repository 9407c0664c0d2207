import { statSync } from 'node:fs';
import ts from 'typescript';

/**
 * Keeps the syntax trees of files between compilations. Without it, a solution builder parses all declaration files of a project
 * at each compilation, which takes most of its time. The projects must have the same options that affect parsing and binding.
 */
export class SyntaxTreeCache {
  constructor() {
    /**
     * The files by their paths.
     * @type {Map<string, { state: string, file: ts.SourceFile | undefined }>}
     */
    this.entries = new Map();
  }

  /**
   * Creates a builder program whose files come from the cache. It has the parameters of
   * `ts.createEmitAndSemanticDiagnosticsBuilderProgram`.
   * @type {ts.CreateProgram<ts.EmitAndSemanticDiagnosticsBuilderProgram>}
   */
  createProgram = (rootNames, options, host, ...rest) =>
    ts.createEmitAndSemanticDiagnosticsBuilderProgram(rootNames, options, host && this.cached(host), ...rest);

  /** Parses all files of a project, and checks one of them. @param {string} configFile */
  fill(configFile) {
    /** @type {ts.ParseConfigFileHost} */
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const config = ts.getParsedCommandLineOfConfigFile(configFile, {}, host);
    if (!config) return;
    const { options, fileNames: rootNames, projectReferences = [] } = config;
    const [first] = rootNames;
    if (!first) return;
    const program = ts.createProgram({
      rootNames,
      options,
      projectReferences,
      host: this.cached(ts.createIncrementalCompilerHost(options)),
    });
    program.getSemanticDiagnostics(program.getSourceFile(first));
  }

  /**
   * @param {ts.CompilerHost} host
   * @returns {ts.CompilerHost}
   */
  cached(host) {
    return {
      ...host,
      getSourceFile: (path, ...rest) => {
        // The change time (ctime) differs after each replacement of the file.
        const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
        if (!stat) return host.getSourceFile(path, ...rest);
        const state = `${stat.ctimeNs} ${stat.size}`;
        const entry = this.entries.get(path);
        if (entry?.state === state) return entry.file;
        const file = host.getSourceFile(path, ...rest);
        this.entries.set(path, { state, file });
        return file;
      },
    };
  }
}
