// Appends the URL of every imported module to the file RECORDED_IMPORTS, and at exit the names of the loaded modules of Node.
// Node runs this file before the service (`--import`), and again in the thread of the loader hooks.
import { appendFileSync } from 'node:fs';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const record = (lines) => appendFileSync(process.env.RECORDED_IMPORTS, lines.map((line) => `${line}\n`).join(''));

if (isMainThread) {
  register(import.meta.url);
  process.on('exit', () => record(process.moduleLoadList));
}

export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  record([resolved.url]);
  return resolved;
}
