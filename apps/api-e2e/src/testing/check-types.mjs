// Usage: node check-types.mjs typescript|typescript-least, in a folder with a tsconfig.json. Prints the errors of its project as tsc
// does, and exits with 1 if there are any. It checks the declarations of packages, as tsc without `skipLibCheck`, but not those
// of TypeScript itself and of Node, which take most of the time of tsc.
const { default: ts } = await (process.argv[2] === 'typescript' ? import('typescript') : import('typescript-least'));

const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: (error) => print([error]) };
const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile('tsconfig.json', {}, host);
const program = ts.createProgram(fileNames, options);
const checked = program
  .getSourceFiles()
  .filter((file) => !program.isSourceFileDefaultLibrary(file) && !file.fileName.includes('/node_modules/@types/'));
print([
  ...errors,
  ...program.getOptionsDiagnostics(),
  ...program.getGlobalDiagnostics(),
  ...checked.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
]);

function print(diagnostics) {
  const getCanonicalFileName = (name) => name;
  const format = { getCanonicalFileName, getCurrentDirectory: ts.sys.getCurrentDirectory, getNewLine: () => '\n' };
  process.stdout.write(ts.formatDiagnostics(diagnostics, format));
  if (diagnostics.length > 0) process.exitCode = 1;
}
