import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

it('openapi.ts is up to date with the OpenAPI document; otherwise run npm run client:types', () => {
  const script = join(__dirname, '../write-types.mjs');
  const types = execFileSync(process.execPath, [script], { encoding: 'utf8' });
  expect(readFileSync(join(__dirname, 'openapi.ts'), 'utf8')).toBe(types);
});
