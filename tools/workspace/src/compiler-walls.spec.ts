import { join } from 'node:path';
import ts from 'typescript';
import { root } from './workspace.ts';

/** What a file with this text, planted into a library, would not compile for; nothing is written. */
function complaints(library: string, text: string): string[] {
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

const innerRooms = [
  'libs/shared/kernel',
  'libs/pets/domain',
  'libs/pets/application',
  'libs/access/domain',
  'libs/access/application',
];

describe.each(innerRooms)('%s', (library) => {
  it('compiles what it may', () => {
    expect(complaints(library, 'export const answer: bigint = 42n;\n')).toEqual([]);
  });

  it.each([
    ["Node's modules", "import { readFileSync } from 'node:fs';\nexport { readFileSync };\n"],
    ["Node's globals", 'export const environment = process.env;\n'],
    ["the browser's globals", 'export const page = document.title;\n'],
  ])('does not compile with %s', (_, text) => {
    expect(complaints(library, text)).not.toEqual([]);
  });
});
