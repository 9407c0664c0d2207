import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { TypeCheck } from './type-check.mjs';

const lock = 'node_modules/.cache/petstore-compile/lock';

let root: string;
let typeCheck: TypeCheck;
let note: jest.Mock;
let waiting: Promise<string>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'type-check-'));
  const compilerOptions = {
    composite: true,
    rootDir: 'src',
    outDir: 'dist',
    lib: ['es5'],
    skipLibCheck: true,
    types: [],
  };
  write('app/tsconfig.lib.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  write('app/src/app.ts', 'export const app: number = 1;\n');
  note = jest.fn();
  waiting = new Promise((resolve) => note.mockImplementation(resolve));
  typeCheck = new TypeCheck(root, ['app'], { step: () => undefined, note });
});

afterEach(async () => {
  await typeCheck.stop();
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

it('compiles what has changed, and returns the messages of the compiler', async () => {
  expect(await typeCheck.check()).toMatchObject({ compiled: 1, errors: 0 });
  expect(await typeCheck.check()).toEqual({ compiled: 0, errors: 0, lines: [] });
  write('app/src/app.ts', "export const app: number = 'two';\n");
  const { errors, lines } = (await typeCheck.check())!;
  expect(errors).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining("app/src/app.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'."),
    expect.stringMatching(/^Compilation failed after .* Errors: 1$/),
  ]);
  expect(note).not.toHaveBeenCalled();
});

it('keeps its process between checks', async () => {
  await typeCheck.check();
  const { child } = typeCheck;
  await typeCheck.cancel();
  await typeCheck.check();
  expect(typeCheck.child).toBe(child);
});

it('ends a running check, and can check again', async () => {
  // This process holds the lock, so the check cannot end.
  write(lock, String(process.pid));
  const check = typeCheck.check();
  expect(await waiting).toBe(`Waiting for process ${process.pid}, which compiles this workspace`);
  await typeCheck.cancel();
  expect(await check).toBeUndefined();
  rmSync(join(root, lock));
  expect(await typeCheck.check()).toMatchObject({ compiled: 1, errors: 0 });
});

it('reports that its process was killed, and can check again', async () => {
  write(lock, String(process.pid));
  const check = typeCheck.check();
  await waiting;
  typeCheck.child!.kill('SIGKILL');
  await expect(check).rejects.toThrow('The check of the types ended (SIGKILL).');
  rmSync(join(root, lock));
  expect(await typeCheck.check()).toMatchObject({ compiled: 1, errors: 0 });
});
