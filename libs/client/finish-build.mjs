// Completes the output of tsc in `dist`: marks dist/cjs as CommonJS, and replaces the extension .ts of relative imports in
// declarations by .js. TypeScript rewrites these imports in JavaScript only, and releases before 5.0 do not accept .ts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(import.meta.dirname, 'dist');
/** `from './x.ts'` and `import('./x.ts')`. The replacement keeps the columns, which the declaration maps contain. */
const relativeImport = /(\b(?:from |import\()['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g;

for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith('.d.ts'))) {
  const path = join(dist, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(relativeImport, '$1.js'));
}
writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n');
