import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reachableDirectory, serverUser, systemDirectory } from './server-user.ts';

let closed: string;

beforeEach(() => {
  closed = mkdtempSync(join(tmpdir(), 'petstore-closed-'));
});

afterEach(() => rmSync(closed, { recursive: true }));

it('leaves a directory where it was asked for when PostgreSQL can reach it', () => {
  chmodSync(closed, 0o711);
  expect(reachableDirectory(join(closed, 'not/yet/there'))).toBe(join(closed, 'not/yet/there'));
});

it('moves one out of a closed folder for root, each to a place of its own, and for nobody else', () => {
  const [one, other] = [join(closed, '.petstore'), join(closed, 'sub/.petstore')];
  if (serverUser) {
    expect(reachableDirectory(one)).toMatch(new RegExp(`^${systemDirectory}/petstore-[0-9a-f]{8}$`));
    expect(reachableDirectory(one)).toBe(reachableDirectory(one));
    expect(reachableDirectory(other)).not.toBe(reachableDirectory(one));
  } else {
    expect(reachableDirectory(one)).toBe(one);
  }
});
