import { InMemoryTransactions } from '@petstore/kernel/testing';
import {
  chmodSync,
  mkdirSync,
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
import { CheckKey, IssueFirstKey, RevokeKey } from '@petstore/access-application';
import { NodeCryptography } from '@petstore/access-infrastructure';
import { InMemoryApiKeyRepository } from '@petstore/access-domain/testing';
import { FirstKey } from './first-key.ts';

let directory: string;
let firstKey: FirstKey;
let keys: InMemoryApiKeyRepository;
let issueFirstKey: IssueFirstKey;
let checkKey: CheckKey;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-first-key-'));
  firstKey = new FirstKey(directory);
  keys = new InMemoryApiKeyRepository();
  const cryptography = new NodeCryptography();
  issueFirstKey = new IssueFirstKey(keys, cryptography, new InMemoryTransactions());
  checkKey = new CheckKey(keys, cryptography);
});

afterEach(() => rmSync(directory, { recursive: true }));

const content = () => readFileSync(firstKey.file, 'utf8');
const mode = () => statSync(firstKey.file).mode & 0o777;

it('the issued key is in a file that only its owner can read, and there is no other file', async () => {
  await firstKey.issue(issueFirstKey);
  expect(content()).toMatch(/^pets_[0-9A-Za-z]{49}\n$/);
  expect(mode()).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['first-key']);
});

it('issuing replaces a file that other users can read', async () => {
  writeFileSync(firstKey.file, 'old', { mode: 0o644 });
  const { ino } = statSync(firstKey.file);
  await firstKey.issue(issueFirstKey);
  expect(content()).toMatch(/^pets_/);
  expect(mode()).toBe(0o600);
  expect(statSync(firstKey.file).ino).not.toBe(ino);
});

it('a later start restricts the mode of the file and does not change the key', async () => {
  await firstKey.issue(issueFirstKey);
  const before = content();
  chmodSync(firstKey.file, 0o644);
  await firstKey.issue(issueFirstKey);
  expect(mode()).toBe(0o600);
  expect(content()).toBe(before);
});

it('issuing does not follow a symbolic link', async () => {
  const target = join(directory, 'target');
  writeFileSync(target, 'unchanged', { mode: 0o644 });
  symlinkSync(target, firstKey.file);
  await expect(firstKey.issue(issueFirstKey)).rejects.toThrow('ELOOP');
  expect(readFileSync(target, 'utf8')).toBe('unchanged');
  expect(statSync(target).mode & 0o777).toBe(0o644);
});

describe('find', () => {
  const later = () => new FirstKey(directory);

  it('returns the key at the start that issued it, and only the file at later starts', async () => {
    await firstKey.issue(issueFirstKey);
    expect(await firstKey.find(checkKey)).toEqual({ file: firstKey.file, key: content().trim() });
    const next = later();
    await next.issue(issueFirstKey);
    expect(await next.find(checkKey)).toEqual({ file: firstKey.file });
  });

  it('returns undefined after the key was revoked', async () => {
    await firstKey.issue(issueFirstKey);
    const [apiKey] = await keys.list();
    await new RevokeKey(keys, new InMemoryTransactions()).execute(apiKey!.publicId, 'zoë');
    expect(await later().find(checkKey)).toBeUndefined();
  });

  it('returns undefined if the key was not stored', async () => {
    jest.spyOn(keys, 'add').mockRejectedValue(new Error('connection lost'));
    await expect(firstKey.issue(issueFirstKey)).rejects.toThrow('connection lost');
    expect(await firstKey.find(checkKey)).toBeUndefined();
  });

  it.each(['', 'no key\n'])('returns undefined for a file with the content %j', async (text) => {
    writeFileSync(firstKey.file, text);
    expect(await firstKey.find(checkKey)).toBeUndefined();
  });

  it('returns undefined if there is no file, or a directory in its place', async () => {
    expect(await firstKey.find(checkKey)).toBeUndefined();
    mkdirSync(firstKey.file);
    expect(await firstKey.find(checkKey)).toBeUndefined();
  });
});
