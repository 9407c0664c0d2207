import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../workspace.ts';
import { Workspace } from './projects.mjs';

/**
 * Compiles a text with the settings of a library, without writing a file. Returns the messages of the compiler.
 * @param library path of the library, relative to the workspace
 */
function diagnosticsFor(library: string, text: string): string[] {
  const folder = join(root, library);
  const probe = join(folder, 'src/probe.ts');
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.lib.json'), ts.sys.readFile);
  const { options, projectReferences } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === probe || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === probe ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023) : getSourceFile(path, ...rest);
  const program = ts.createProgram({ rootNames: [probe], options, host, projectReferences: projectReferences ?? [] });
  return ts
    .getPreEmitDiagnostics(program)
    .filter(({ file }) => file === undefined || file.fileName === probe)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const { contexts } = Workspace.read(root);

/** Libraries that compile without the types of Node. */
const nodeFreeLibraries = [
  'libs/shared/kernel',
  ...contexts.flatMap((name) => [`libs/${name}/domain`, `libs/${name}/application`]),
];

describe.each(nodeFreeLibraries)('%s', (library) => {
  it('compiles plain TypeScript', () => {
    expect(diagnosticsFor(library, 'export const id: bigint = 42n;\n')).toEqual([]);
  });

  it.each([
    ["Node's modules", "import { readFileSync } from 'node:fs';\nexport { readFileSync };\n"],
    ["Node's globals", 'export const environment = process.env;\n'],
    ["the browser's globals", 'export const page = document.title;\n'],
  ])('rejects a use of %s', (_, text) => {
    expect(diagnosticsFor(library, text)).not.toEqual([]);
  });
});
