// Lints files of the workspace in the current directory: `node lint-files.mjs <pattern>…`. Exits with 1 if there is a problem.
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// @nx/enforce-module-boundaries reports nothing if there is no project graph.
await createProjectGraphAsync();

const eslint = new ESLint();
const results = await eslint.lintFiles(process.argv.slice(2));
const { format } = await eslint.loadFormatter('stylish');
process.stdout.write(await format(results));
process.exitCode = results.some(({ messages }) => messages.length > 0) ? 1 : 0;
