// Usage: node main.mjs [project …], in the root of the workspace. Exits with 1 if the version of Node is not supported. Compiles
// `<project>/tsconfig.lib.json` of each project, and the projects that it references, as far as they have changed. The npm scripts
// run it before any TypeScript is compiled, so it is JavaScript. Its syntax is that of Node 12, as in node-version.mjs.
import { unsupportedReason } from './node-version.mjs';

const root = process.cwd();
const projects = process.argv.slice(2);
const reason = unsupportedReason(root);

if (reason) {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
} else if (projects.length > 0) {
  import('./compile.mjs')
    .then(({ compile }) => compile(root, projects))
    .then((exitCode) => {
      process.exitCode = exitCode;
    });
}
