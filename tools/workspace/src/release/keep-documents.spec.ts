import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keepDocuments } from './keep-documents.mjs';

let root: string;

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const parse = (file: string) => JSON.parse(read(file)) as unknown;

const first = { version: '1.0.0', date: '2026-11-21', commit: 'fd69b3b' };
const second = { version: '1.1.0', date: '2026-12-01', commit: '0a1b2c3' };
const intendedBreaks = [{ rule: 'request-format-added', location: '/paths', reason: 'No client sends more.' }];
const files = {
  'apps/api/openapi.yaml': 'openapi: 3.1.0\n',
  'apps/api/openapi.beta.yaml': 'openapi: 3.1.0 # beta\n',
  'apps/api/package.json': '{}\n',
  'docs/releases/releases.json': JSON.stringify([first]),
  'docs/releases/intended-breaks.json': JSON.stringify(intendedBreaks),
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'petstore-releases-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
});

afterEach(() => rmSync(root, { recursive: true }));

it('keeps the OpenAPI documents and the intended breaks, and begins an empty list of breaks', () => {
  keepDocuments(root, second);
  expect(read('docs/releases/1.1.0/openapi.yaml')).toBe(files['apps/api/openapi.yaml']);
  expect(read('docs/releases/1.1.0/openapi.beta.yaml')).toBe(files['apps/api/openapi.beta.yaml']);
  expect(parse('docs/releases/1.1.0/intended-breaks.json')).toEqual(intendedBreaks);
  expect(parse('docs/releases/intended-breaks.json')).toEqual([]);
});

it('adds the release to the list', () => {
  keepDocuments(root, second);
  expect(parse('docs/releases/releases.json')).toEqual([first, second]);
});

it('refuses a release that it has kept before, and changes nothing', () => {
  mkdirSync(join(root, 'docs/releases/1.1.0'));
  expect(() => keepDocuments(root, second)).toThrow('EEXIST');
  expect(parse('docs/releases/releases.json')).toEqual([first]);
  expect(parse('docs/releases/intended-breaks.json')).toEqual(intendedBreaks);
});
