import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedDocument } from './committed-document.ts';

const committed = readFileSync(join(__dirname, '../openapi.yaml'), 'utf8');

describe('the committed document', () => {
  it('is up to date', async () => {
    if ((await committedDocument()) === committed) return;
    throw new Error('apps/api/openapi.yaml is out of date: run `npm run openapi` and review the changes');
  });
});
