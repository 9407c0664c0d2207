import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testOptions } from './testing/test-options.ts';
import { createReachable } from './directory-permissions.ts';
import { serverUser } from './server-user.ts';

const asRoot = serverUser ? it : it.skip;
const other = 12_345;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-directories-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true }));

function make(name: string, { uid = process.getuid!(), mode = 0o755 } = {}): string {
  const path = join(folder, name);
  mkdirSync(path);
  if (serverUser) chownSync(path, uid, uid);
  chmodSync(path, mode);
  return path;
}

it.each([
  ['077', serverUser ? 0o711 : 0o700],
  ['002', 0o755],
  ['000', 0o755],
])(
  "with the umask %s creates directories that the server's user can enter, and that only the user of this process can change",
  (umask, mode) => {
    const before = process.umask(parseInt(umask, 8));
    try {
      createReachable(join(folder, 'a/b'), testOptions);
      expect(() => createReachable(join(folder, 'a/b'), testOptions)).not.toThrow();
    } finally {
      process.umask(before);
    }
    expect(['a', 'a/b'].map((name) => statSync(join(folder, name)).mode & 0o777)).toEqual([mode, mode]);
  },
);

it('allows parents that are shared and sticky, such as /tmp', () => {
  const data = join(make('parent', { mode: 0o1777 }), 'data');
  createReachable(data, testOptions);
  expect(existsSync(data)).toBe(true);
});

asRoot.each([
  ['is writable for its group', { mode: 0o775 }, '.'],
  ['is itself writable for everybody, although sticky', { mode: 0o1777 }, '.'],
  ['belongs to another user', { uid: other }, '.'],
  ['has a parent of another user', { uid: other }, 'data'],
])('as root, refuses a directory that %s', (_, attributes, within) => {
  const directory = make('changeable', attributes);
  expect(() => createReachable(join(directory, within), testOptions)).toThrow(
    `users other than root can change ${directory}, and could make root overwrite any file: run "chown root ${directory}" and`,
  );
  expect(existsSync(join(directory, 'data'))).toBe(false);
});

asRoot('checks the target of a link and its parents', () => {
  const changeable = make('changeable', { uid: other });
  mkdirSync(join(changeable, 'data'));
  symlinkSync(make('closed'), join(folder, 'to-closed'));
  symlinkSync(join(changeable, 'data'), join(folder, 'to-changeable'));
  expect(() => createReachable(join(folder, 'to-closed'), testOptions)).not.toThrow();
  expect(() => createReachable(join(folder, 'to-changeable'), testOptions)).toThrow(`can change ${changeable}`);
});

it.each([
  ['in a file system without new directories', () => '/proc/new/directory', 'mkdir'],
  ['for a link to a missing directory', () => join(folder, 'dangling'), 'EEXIST'],
])('fails %s', (_, path, reason) => {
  symlinkSync(join(folder, 'none/such'), join(folder, 'dangling'));
  expect(() => createReachable(path(), testOptions)).toThrow(reason);
});
