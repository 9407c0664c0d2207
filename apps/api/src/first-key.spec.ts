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

let folder: string;
let firstKey: FirstKey;
let issueFirstKey: IssueFirstKey;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-first-key-'));
  firstKey = new FirstKey(folder);
  issueFirstKey = new IssueFirstKey(new InMemoryApiKeyRepository(), new NodeCryptography());
});

afterEach(() => rmSync(folder, { recursive: true }));

const mode = () => statSync(firstKey.file).mode & 0o777;

it('is readable only by its owner, and leaves no other file', async () => {
  await firstKey.issue(issueFirstKey);
  expect(firstKey.read()).toMatch(/^pets_[0-9A-Za-z]{49}$/);
  expect(mode()).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['first-key']);
});

it('replaces a file that other users can read', async () => {
  writeFileSync(firstKey.file, 'old', { mode: 0o644 });
  const { ino } = statSync(firstKey.file);
  await firstKey.issue(issueFirstKey);
  expect(firstKey.read()).toMatch(/^pets_/);
  expect(mode()).toBe(0o600);
  expect(statSync(firstKey.file).ino).not.toBe(ino);
});

it('becomes readable only by its owner if it was issued earlier', async () => {
  await firstKey.issue(issueFirstKey);
  const before = firstKey.read();
  chmodSync(firstKey.file, 0o644);
  await firstKey.issue(issueFirstKey);
  expect(mode()).toBe(0o600);
  expect(firstKey.read()).toBe(before);
});

it('does not follow a link', async () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'untouched', { mode: 0o644 });
  symlinkSync(victim, firstKey.file);
  await expect(firstKey.issue(issueFirstKey)).rejects.toThrow('ELOOP');
  expect(readFileSync(victim, 'utf8')).toBe('untouched');
  expect(statSync(victim).mode & 0o777).toBe(0o644);
});
