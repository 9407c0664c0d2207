// Lints texts as if they were files. Writes no files, because other tasks may read the workspace at the same time.
// Reads [{ path, text }] as JSON from standard input, with absolute paths. Writes to standard output for each text the messages
// and, with the option --fix, the corrected text: [{ messages: [{ rule, message, line }, …], fixed }, …].
import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';

const eslint = new ESLint({ fix: process.argv.includes('--fix') });
const found = [];
for (const probe of JSON.parse(await text(process.stdin))) {
  for (const { messages, output } of await eslint.lintText(probe.text, { filePath: probe.path })) {
    found.push({
      messages: messages.map(({ ruleId, message, line }) => ({ rule: ruleId, message, line })),
      fixed: output ?? probe.text,
    });
  }
}
process.stdout.write(JSON.stringify(found));
