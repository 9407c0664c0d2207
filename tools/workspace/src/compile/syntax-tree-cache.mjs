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

  /**
   * @param {ts.CompilerHost} host
   * @returns {ts.CompilerHost}
   */
  cached(host) {
    return {
      ...host,
      getSourceFile: (path, ...rest) => {
        // The clock of the file system is coarse: a file that replaces this one can have the same change time (ctime).
        const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
        if (!stat) return host.getSourceFile(path, ...rest);
        const state = `${stat.ctimeNs} ${stat.size} ${stat.ino}`;
        const entry = this.entries.get(path);
        if (entry?.state === state) return entry.file;
        const file = host.getSourceFile(path, ...rest);
        this.entries.set(path, { state, file });
        return file;
      },
    };
  }
}
