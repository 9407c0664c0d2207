import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PasswordRequired } from './open-database.errors.ts';
import { passwordOption } from './password-option.ts';

const url = 'postgresql://clerk@db.example/petstore';
const environment = { ...process.env };

let directory: string;
let passwordFile: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'petstore-password-'));
  passwordFile = join(directory, 'pgpass');
  process.env['PGPASSFILE'] = passwordFile;
  delete process.env['PGPASSWORD'];
});

afterEach(() => {
  rmSync(directory, { recursive: true });
  process.env = { ...environment };
});

/** Returns the password that the driver would send. */
async function passwordOf(passwordUrl: string): Promise<string> {
  const { password } = passwordOption(passwordUrl, undefined);
  if (typeof password !== 'function') throw new Error('the driver would use its own password');
  return password();
}

it('replaces the password of the URL', () => {
  expect(passwordOption('postgresql://clerk:old@db.example/petstore', 'new')).toEqual({ password: 'new' });
});

it.each([
  ['the URL', 'postgresql://clerk:hunter2@db.example/petstore', undefined],
  ['a parameter of the URL', 'postgresql://db.example/petstore?user=clerk&password=hunter2', undefined],
  ['PGPASSWORD', url, 'hunter2'],
])('leaves the password to the driver if it is in %s', (_, passwordUrl, variable) => {
  if (variable) process.env['PGPASSWORD'] = variable;
  expect(passwordOption(passwordUrl, undefined)).toEqual({});
});

it('finds the password of the connection in the password file', async () => {
  writeFileSync(passwordFile, 'other.example:*:*:*:wrong\ndb.example:5432:petstore:clerk:hun\\:ter2\n', {
    mode: 0o600,
  });
  expect(await passwordOf(url)).toBe('hun:ter2');
  await expect(passwordOf('postgresql://clerk@db.example:5433/petstore')).rejects.toThrow(PasswordRequired);
});

it('throws PasswordRequired with the user if no password is set', async () => {
  await expect(passwordOf(url)).rejects.toThrow(
    /^the database asks for the password of the user clerk, and none is set: /,
  );
});
