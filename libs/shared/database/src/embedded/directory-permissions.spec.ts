import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDirectory, createForServer, createReachable, requireRootOnly } from './directory-permissions.ts';
import { EmbeddedPostgresFailed } from '../open-database.errors.ts';
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

describe('requireRootOnly', () => {
  /** Expects a refusal only if the tests run as root: other users can overwrite only their own files. */
  function expectRefusal(path: string, named: string, asParent?: { isParent: boolean }): void {
    const check = () => requireRootOnly(path, asParent);
    if (serverUser) expect(check).toThrow(`users other than root can change ${named}, `);
    else expect(check).not.toThrow();
  }

  it('allows a directory of root that others cannot write to', () => {
    expect(() => requireRootOnly(make('data'))).not.toThrow();
  });

  it.each([0o777, 0o775, 0o757, 0o1777])('refuses mode %o', (mode) => {
    const data = make('data', { mode });
    expectRefusal(data, data);
  });

  it('refuses a directory of another user, and names the commands to run', () => {
    const data = make('data', { uid: other });
    expectRefusal(data, data);
    if (serverUser) expect(() => requireRootOnly(data)).toThrow(`run "chown root ${data}" and "chmod go-w ${data}"`);
  });

  it('refuses a directory whose parent another user can change', () => {
    const parent = make('parent', { uid: other });
    mkdirSync(join(parent, 'data'));
    expectRefusal(join(parent, 'data'), parent);
  });

  it('allows a parent that is shared and sticky, such as /tmp', () => {
    const parent = make('parent', { mode: 0o1777 });
    mkdirSync(join(parent, 'data'));
    expect(() => requireRootOnly(join(parent, 'data'))).not.toThrow();
    expect(() => requireRootOnly(parent, { isParent: true })).not.toThrow();
  });

  it('checks the target of a link and the parents of the target', () => {
    const [closed, open] = [make('closed'), make('open', { uid: other })];
    mkdirSync(join(open, 'data'));
    symlinkSync(closed, join(folder, 'to-closed'));
    symlinkSync(join(open, 'data'), join(folder, 'to-open'));
    expect(() => requireRootOnly(join(folder, 'to-closed'))).not.toThrow();
    expectRefusal(join(folder, 'to-open'), open);
  });

  it('allows parents of this program, because their owners can already change what root runs', () => {
    expect(() => requireRootOnly(__dirname, { isParent: true })).not.toThrow();
  });
});

describe('createReachable', () => {
  it('creates directories that the user of the server can enter, whatever the umask', () => {
    const before = process.umask(0o077);
    try {
      createReachable(join(folder, 'a/b'));
    } finally {
      process.umask(before);
    }
    const mode = serverUser ? 0o711 : 0o700;
    expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([mode, mode]);
  });

  asRoot('creates nothing in a directory of another user', () => {
    const parent = make('parent', { uid: other });
    expect(() => createReachable(join(parent, 'data'))).toThrow(EmbeddedPostgresFailed);
    expect(existsSync(join(parent, 'data'))).toBe(false);
  });
});

describe('createForServer', () => {
  const owner = serverUser?.uid ?? process.getuid!();

  it('creates a directory for the user of the server alone', () => {
    createForServer(join(folder, 'run'));
    expect(statSync(join(folder, 'run'))).toMatchObject({ uid: owner, mode: 0o40700 });
  });

  it('accepts an existing directory and restricts its mode', () => {
    const path = make('run', { uid: owner, mode: 0o777 });
    createForServer(path);
    expect(statSync(path)).toMatchObject({ uid: owner, mode: 0o40700 });
  });

  it('changes the owner of an empty directory of root', () => {
    const path = make('run');
    createForServer(path);
    expect(statSync(path).uid).toBe(owner);
  });

  asRoot('refuses a directory of another user, and a directory of root that is not empty', () => {
    const [anothers, roots] = [make('anothers', { uid: other }), make('roots')];
    mkdirSync(join(roots, 'in-use'));
    for (const path of [anothers, roots]) {
      const before = statSync(path);
      expect(() => createForServer(path)).toThrow(`${path} belongs to another user or is not a directory`);
      expect(statSync(path)).toMatchObject({ uid: before.uid, mode: before.mode });
    }
  });

  it('refuses a link', () => {
    symlinkSync(make('target'), join(folder, 'link'));
    expect(() => createForServer(join(folder, 'link'))).toThrow(EmbeddedPostgresFailed);
  });

  asRoot('changes no owner through a link that replaces the directory at the same time', async () => {
    const target = make('target');
    const path = join(make('shared', { mode: 0o1777 }), 'run');
    const loop = `while :; do mkdir '${path}'; rmdir '${path}'; ln -s '${target}' '${path}'; rm '${path}'; echo; done`;
    const attacker = spawn('/bin/sh', ['-c', loop], { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'], ...serverUser });
    try {
      await once(attacker.stdout, 'data');
      for (let round = 0; round < 1_000; round++) {
        try {
          createForServer(path);
        } catch {
          // Expected when the path is the attacker's link or does not exist.
        }
      }
      expect(statSync(target)).toMatchObject({ uid: 0, mode: 0o40755 });
    } finally {
      attacker.kill('SIGKILL');
      await once(attacker, 'close');
    }
  });
});

describe('createDirectory', () => {
  it('creates the missing parents and returns the outermost created directory', () => {
    expect(createDirectory(join(folder, 'new/a/b'))).toBe(join(folder, 'new'));
    expect(createDirectory(join(folder, 'new/a/b'))).toBeUndefined();
    expect(existsSync(join(folder, 'new/a/b'))).toBe(true);
  });

  it('throws in a file system that allows no new directories', () => {
    expect(() => createDirectory('/proc/new/directory')).toThrow(/^E[A-Z]+: .*, mkdir '\/proc\/new'$/);
  });

  it('throws for a symbolic link to a missing directory', () => {
    const link = join(folder, 'dangling');
    symlinkSync(join(folder, 'none/such'), link);
    expect(() => createDirectory(link)).toThrow('EEXIST');
  });
});
