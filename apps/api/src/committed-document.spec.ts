import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedDocument, committedDocuments } from './committed-document.ts';

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

describe.each(Object.entries(committedDocuments))('the committed document %s', (file, beta) => {
  it('is up to date', async () => {
    if ((await committedDocument(beta)) === read(file)) return;
    throw new Error(`apps/api/${file} is out of date: run \`npm run openapi\` and review the changes`);
  });
});
