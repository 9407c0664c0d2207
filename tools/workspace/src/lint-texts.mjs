// Lints texts as if they were files, without writing them, because other tasks may read the workspace at the same time.
// Reads [{ path, text }] as JSON from standard input. Writes the violated rules of each text, [[rule, …], …], to standard output.
import { text } from 'node:stream/consumers';
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// Without a project graph @nx/enforce-module-boundaries reports nothing.
await createProjectGraphAsync();

const eslint = new ESLint();
const violations = [];
for (const probe of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(probe.text, { filePath: probe.path });
  violations.push(result.messages.map(({ ruleId }) => ruleId));
}
process.stdout.write(JSON.stringify(violations));
