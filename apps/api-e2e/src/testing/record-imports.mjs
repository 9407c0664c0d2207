// Preloaded with `--import`. Appends the URL of every imported module to the file RECORDED_IMPORTS, and at exit the loaded
// modules of Node.
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
