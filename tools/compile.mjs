// Compiles the projects in the folders of its arguments, or all projects. `tsc` of another installation is not used, because a
// different version can report other errors.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const compiler = join(import.meta.dirname, '../node_modules/typescript/bin/tsc');
if (existsSync(compiler)) {
  process.argv.splice(2, 0, '--build');
  createRequire(import.meta.url)(compiler);
} else {
  process.stderr.write('petstore: the packages are not installed: run "npm ci" first\n');
  process.exitCode = 1;
}
