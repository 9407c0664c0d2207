import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeForServer, makeReachable, requireRootAlone } from './directories.ts';
import { EmbeddedPostgresFailed } from './embedded-postgres-failed.ts';
import { serverUser } from './server-user.ts';

const asRoot = serverUser ? it : it.skip;
const other = 12_345;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-directories-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Creates a directory in the folder. */
function make(name: string, { uid = process.getuid!(), mode = 0o755 } = {}): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (serverUser) chownSync(path, uid, uid);
  chmodSync(path, mode);
  return path;
}

describe('requireRootAlone', () => {
  /** As root a refusal; any other user is not checked, because it can overwrite no file but its own. */
  function expectRefusal(path: string, culprit: string, asParent?: { isParent: boolean }): void {
    const check = () => requireRootAlone(path, asParent);
    if (serverUser) expect(check).toThrow(`other users than root can change ${culprit}, `);
    else expect(check).not.toThrow();
  }

  it('allows a directory of root that others cannot write to', () => {
    expect(() => requireRootAlone(make('data'))).not.toThrow();
  });

  it.each([0o777, 0o775, 0o757, 0o1777])('refuses mode %o', (mode) => {
    const data = make('data', { mode });
    expectRefusal(data, data);
  });

  it('refuses one that belongs to another user, and says what to run', () => {
    const data = make('data', { uid: other });
    expectRefusal(data, data);
    if (serverUser) expect(() => requireRootAlone(data)).toThrow(`run "chown root ${data}" and "chmod go-w ${data}"`);
  });

  it('refuses one whose parent another user can change', () => {
    const parent = make('parent', { uid: other });
    mkdirSync(join(parent, 'data'));
    expectRefusal(join(parent, 'data'), parent);
  });

  it('allows a parent that is shared and sticky, such as /tmp', () => {
    const parent = make('parent', { mode: 0o1777 });
    mkdirSync(join(parent, 'data'));
    expect(() => requireRootAlone(join(parent, 'data'))).not.toThrow();
    expect(() => requireRootAlone(parent, { isParent: true })).not.toThrow();
  });

  it('looks at what a link leads to, and at where it leads through', () => {
    const [closed, open] = [make('closed'), make('open', { uid: other })];
    mkdirSync(join(open, 'data'));
    symlinkSync(closed, join(folder, 'to-closed'));
    symlinkSync(join(open, 'data'), join(folder, 'to-open'));
    expect(() => requireRootAlone(join(folder, 'to-closed'))).not.toThrow();
    expectRefusal(join(folder, 'to-open'), open);
  });

  it('allows parents of this program: their owners can change what root runs', () => {
    expect(() => requireRootAlone(__dirname, { isParent: true })).not.toThrow();
  });
});

describe('makeReachable', () => {
  it('creates directories that the user of the server can enter, whatever the umask', () => {
    const before = process.umask(0o077);
    try {
      makeReachable(join(folder, 'a/b'));
    } finally {
      process.umask(before);
    }
    const mode = serverUser ? 0o711 : 0o700;
    expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([mode, mode]);
  });

  asRoot('creates nothing in a directory of another user', () => {
    const parent = make('parent', { uid: other });
    expect(() => makeReachable(join(parent, 'data'))).toThrow(EmbeddedPostgresFailed);
    expect(existsSync(join(parent, 'data'))).toBe(false);
  });
});

describe('makeForServer', () => {
  const owner = serverUser?.uid ?? process.getuid!();

  it('creates a directory for the user of the server alone', () => {
    makeForServer(join(folder, 'run'));
    expect(statSync(join(folder, 'run'))).toMatchObject({ uid: owner, mode: 0o40700 });
  });

  it('takes one that it made before, and closes it', () => {
    const path = make('run', { uid: owner, mode: 0o777 });
    makeForServer(path);
    expect(statSync(path)).toMatchObject({ uid: owner, mode: 0o40700 });
  });

  it('takes an empty one that was not given away yet', () => {
    const path = make('run');
    makeForServer(path);
    expect(statSync(path).uid).toBe(owner);
  });

  asRoot('refuses one of another user, and one of root that is in use', () => {
    const [anothers, roots] = [make('anothers', { uid: other }), make('roots')];
    mkdirSync(join(roots, 'in-use'));
    for (const path of [anothers, roots]) {
      const before = statSync(path);
      expect(() => makeForServer(path)).toThrow(`${path} belongs to another user or is no directory`);
      expect(statSync(path)).toMatchObject({ uid: before.uid, mode: before.mode });
    }
  });

  it('refuses a link', () => {
    symlinkSync(make('target'), join(folder, 'link'));
    expect(() => makeForServer(join(folder, 'link'))).toThrow(EmbeddedPostgresFailed);
  });

  asRoot('gives nothing of root away while that user exchanges the directory for a link', async () => {
    const target = make('target');
    const path = join(make('shared', { mode: 0o1777 }), 'run');
    const loop = `while :; do mkdir '${path}'; rmdir '${path}'; ln -s '${target}' '${path}'; rm '${path}'; echo; done`;
    const attacker = spawn('/bin/sh', ['-c', loop], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'], ...serverUser });
    try {
      await once(attacker.stdout, 'data');
      for (let round = 0; round < 1_000; round++) {
        try {
          makeForServer(path);
        } catch {
          // The attacker's link or none at all: refused.
        }
      }
      expect(statSync(target)).toMatchObject({ uid: 0, mode: 0o40755 });
    } finally {
      attacker.kill('SIGKILL');
      await once(attacker, 'close');
    }
  });
});
