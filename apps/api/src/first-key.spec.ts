import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IssueFirstKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { FirstKey } from './first-key.ts';

let directory: string;
let firstKey: FirstKey;
let issueFirstKey: IssueFirstKey;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-first-key-'));
  firstKey = new FirstKey(directory);
  issueFirstKey = new IssueFirstKey(new InMemoryApiKeyRepository(), new NodeCryptography());
});

afterEach(() => rmSync(directory, { recursive: true }));

const mode = () => statSync(firstKey.file).mode & 0o777;

it('the issued key is in a file that only its owner can read, and there is no other file', async () => {
  await firstKey.issue(issueFirstKey);
  expect(firstKey.read()).toMatch(/^pets_[0-9A-Za-z]{49}$/);
  expect(mode()).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['first-key']);
});

it('issuing replaces a file that other users can read', async () => {
  writeFileSync(firstKey.file, 'old', { mode: 0o644 });
  const { ino } = statSync(firstKey.file);
  await firstKey.issue(issueFirstKey);
  expect(firstKey.read()).toMatch(/^pets_/);
  expect(mode()).toBe(0o600);
  expect(statSync(firstKey.file).ino).not.toBe(ino);
});

it('a later start restricts the mode of the file and does not change the key', async () => {
  await firstKey.issue(issueFirstKey);
  const before = firstKey.read();
  chmodSync(firstKey.file, 0o644);
  await firstKey.issue(issueFirstKey);
  expect(mode()).toBe(0o600);
  expect(firstKey.read()).toBe(before);
});

it('issuing does not follow a symbolic link', async () => {
  const target = join(directory, 'target');
  writeFileSync(target, 'unchanged', { mode: 0o644 });
  symlinkSync(target, firstKey.file);
  await expect(firstKey.issue(issueFirstKey)).rejects.toThrow('ELOOP');
  expect(readFileSync(target, 'utf8')).toBe('unchanged');
  expect(statSync(target).mode & 0o777).toBe(0o644);
});
