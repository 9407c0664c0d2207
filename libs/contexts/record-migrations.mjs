// Adds the migrations that no release contains to released-migrations.json. A release runs it, after `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { recordMigrations } from '@petstore/database/testing';
import { persistence } from './dist/index.js';

const file = new URL('released-migrations.json', import.meta.url);
const [release] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(release ?? '')) {
  process.stderr.write('usage: node libs/contexts/record-migrations.mjs <version of the release, such as 1.1.0>\n');
  process.exit(1);
}
const record = JSON.parse(readFileSync(file, 'utf8'));
const recorded = await recordMigrations(record, persistence, release);
writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
const added = recorded.slice(record.length).map(({ name }) => name);
process.stdout.write(`${added.length > 0 ? added.join('\n') : 'nothing to add'}\n`);
