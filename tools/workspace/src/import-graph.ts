import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFiles } from './source-files.ts';

export interface Import {
  readonly from: string;
  readonly to: string;
  /** `static`: loaded with the importing file. `dynamic`: `import()`. `type`: removed by the compiler. */
  readonly kind: 'static' | 'dynamic' | 'type';
}

export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
  /** Imports whose file or workspace package does not exist, in the form `file: specifier`. */
  readonly unresolved: readonly string[];
}

interface Reference {
  readonly specifier: string;
  readonly kind: Import['kind'];
}

/** Paths of source files by package export, such as `@petstore/kernel` or `@petstore/http/*`. */
type SourcesByExport = ReadonlyMap<string, string>;

/**
 * Parses the files and resolves their imports of each other.
 * @param files the sources, and the `package.json` files whose `exports` name sources by the condition `@petstore/source`
 */
export function readImportGraph(files: SourceFiles): ImportGraph {
  const entries = packageEntries(files);
  const sources = [...files].filter(([path]) => !path.endsWith('package.json'));
  const imports: Import[] = [];
  const unresolved: string[] = [];
  for (const [from, text] of sources) {
    for (const { specifier, kind } of referencesIn(from, text)) {
      const to = resolve(from, specifier, entries);
      if (to === undefined) continue;
      if (files.has(to)) imports.push({ from, to, kind });
      else unresolved.push(`${from}: ${specifier}`);
    }
  }
  return { files: sources.map(([path]) => path), imports, unresolved };
}

function packageEntries(files: SourceFiles): SourcesByExport {
  const entries = new Map<string, string>();
  for (const [path, text] of files) {
    if (!path.endsWith('package.json')) continue;
    const { name, exports = {} } = JSON.parse(text) as { name?: string; exports?: Record<string, unknown> };
    for (const [entry, target] of Object.entries(exports)) {
      const source = (target as Record<string, string> | null)?.['@petstore/source'];
      if (name && source) entries.set(posix.join(name, entry), posix.join(posix.dirname(path), source));
    }
  }
  return entries;
}

/**
 * Returns the path that the specifier names. Returns the specifier itself for a workspace package without that export, and
 * undefined for a package that is not part of this workspace.
 */
function resolve(from: string, specifier: string, entries: SourcesByExport): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const exact = entries.get(specifier);
  if (exact) return exact;
  for (const [entry, source] of entries) {
    const [prefix = '', suffix] = entry.split('*');
    if (suffix !== undefined && specifier.startsWith(prefix) && specifier.endsWith(suffix)) {
      return source.replace('*', specifier.slice(prefix.length, specifier.length - suffix.length));
    }
  }
  return specifier.startsWith('@petstore/') ? specifier : undefined;
}

/** Returns the imports and re-exports in the text, type imports and `import()` included. */
function referencesIn(path: string, text: string): Reference[] {
  const found: Reference[] = [];
  const add = (node: ts.Node | undefined, kind: Import['kind']): void => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, kind });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static');
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'static');
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, 'type');
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'dynamic');
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return found;
}
