import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

it('openapi.ts is up to date with the OpenAPI document; otherwise run npm run generate', () => {
  const directory = mkdtempSync(join(tmpdir(), 'openapi-types-'));
  const written = join(directory, 'openapi.ts');
  try {
    execFileSync(process.execPath, [join(__dirname, '../write-types.mjs'), written]);
    expect(readFileSync(join(__dirname, 'openapi.ts'), 'utf8')).toBe(readFileSync(written, 'utf8'));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
