// Preloaded by a process (`--import`), it notes in the file NOTED_IMPORTS what is imported, and at the end what of Node
// itself was loaded.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const note = (lines) => appendFileSync(process.env.NOTED_IMPORTS, lines.map((line) => `${line}\n`).join(''));

if (isMainThread) {
  register(import.meta.url);
  process.on('exit', () => note(process.moduleLoadList));
}

export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  note([resolved.url]);
  return resolved;
}
