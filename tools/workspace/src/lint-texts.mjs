// Lints texts as if they stood in files, without writing one: other tasks may be reading the workspace.
// Reads [{ path, text }] as JSON from standard input, writes [[rule, …], …] to standard output.
import { text } from 'node:stream/consumers';
import { createProjectGraphAsync } from '@nx/devkit';
import { ESLint } from 'eslint';

// Without a project graph @nx/enforce-module-boundaries passes everything.
await createProjectGraphAsync();

const eslint = new ESLint();
const violations = [];
for (const probe of JSON.parse(await text(process.stdin))) {
  const [result] = await eslint.lintText(probe.text, { filePath: probe.path });
  violations.push(result.messages.map(({ ruleId }) => ruleId));
}
process.stdout.write(JSON.stringify(violations));
