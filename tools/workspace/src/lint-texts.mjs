// Lints texts as if they were files. Writes no files, because other tasks may read the workspace at the same time.
// Reads [{ path, text }] as JSON from standard input. Writes the violated rules of each text, [[rule, …], …], to standard output.
import { text } from 'node:stream/consumers';
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// @nx/enforce-module-boundaries reports nothing if there is no project graph.
await createProjectGraphAsync();

const eslint = new ESLint();
const violations = [];
for (const probe of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(probe.text, { filePath: probe.path });
  violations.push(result.messages.map(({ ruleId }) => ruleId));
}
process.stdout.write(JSON.stringify(violations));
