// Compiles the projects in the folders of its arguments, or all projects. `tsc` of another installation is not used, because a
// different version can report other errors.
import { spawnSync } from 'node:child_process';

try {
  const { default: compilerPath } = await import('../node_modules/typescript-7/lib/getExePath.js');
  const { status } = spawnSync(compilerPath(), ['--build', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch {
  process.stderr.write('petstore: the packages are not installed: run "npm ci" first\n');
  process.exitCode = 1;
}
