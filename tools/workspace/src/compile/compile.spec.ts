import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { TwoProjects } from './testing/two-projects.ts';

const program = join(__dirname, 'main.mjs');
const compiler = require.resolve('typescript/bin/tsc');
const lock = 'node_modules/.cache/petstore-compile/lock';

let workspace: TwoProjects;
let root: string;

beforeEach(() => {
  workspace = new TwoProjects();
  ({ root } = workspace);
});

afterEach(() => workspace.remove());

const write: TwoProjects['write'] = (file, text) => workspace.write(file, text);

function compile(...projects: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...projects], {
    cwd: root,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function output(name: string): string {
  return readFileSync(join(root, `${name}/dist/${name}.js`), 'utf8');
}

const unchanged = { status: 0, stdout: '', stderr: '' };

it('compiles the project and those that it references, and then writes nothing while nothing changes', () => {
  const { status, stdout, stderr } = compile('high');
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  expect(stderr).toMatch(/^Compiling the changed projects\nCompiled 2 of 2 projects in [\d.]+ s\n$/);
  expect(output('low')).toContain('low = 1');
  expect(compile('high')).toEqual(unchanged);
});

describe('after a compilation', () => {
  beforeEach(() => {
    compile('high');
    expect(compile('high')).toEqual(unchanged);
  });

  it.each<[string, () => void]>([
    ['changed', () => write('low/src/low.ts', 'export const low: number = 2;\n')],
    [
      'replaced by a file with an older modification time',
      () => {
        write('low/other.ts', 'export const low: number = 2;\n');
        utimesSync(join(root, 'low/other.ts'), new Date(0), new Date(0));
        renameSync(join(root, 'low/other.ts'), join(root, 'low/src/low.ts'));
      },
    ],
  ])('compiles a source that was %s', (_, change) => {
    change();
    expect(compile('high').status).toBe(0);
    expect(output('low')).toContain('low = 2');
    expect(compile('high')).toEqual(unchanged);
  });

  it('compiles an added source', () => {
    write('low/src/added.ts', 'export const added = 1;\n');
    compile('high');
    expect(existsSync(join(root, 'low/dist/added.js'))).toBe(true);
  });

  it('compiles a project whose output was deleted', () => {
    rmSync(join(root, 'low/dist'), { recursive: true });
    compile('high');
    expect(output('low')).toContain('low = 1');
  });

  it('compiles a source that changed while the compilation ran', () => {
    write('low/src/low.ts', 'export const low: number = 2;\n');
    write('high/src/high.ts', 'export const high: number = 2;\n');
    // The compiler has written `low` when it reaches `high`.
    const script = `
      import { writeFileSync } from 'node:fs';
      import { Progress } from '${join(__dirname, 'progress.mjs')}';
      import { Solution } from '${join(__dirname, 'solution.mjs')}';
      let count = 0;
      new Solution('${root}', ['high']).build(new Progress(process.stderr), () => {
        count += 1;
        if (count === 2) writeFileSync('low/src/low.ts', 'export const low: number = 3;\\n');
      });`;
    spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
    expect(output('low')).toContain('low = 2');
    compile('high');
    expect(output('low')).toContain('low = 3');
  });

  it('prints errors as tsc does and fails, at every run until they are fixed', () => {
    write('low/src/low.ts', "export const low: number = 'one';\n");
    expect(compile('high').status).not.toBe(0);
    const { status, stdout, stderr } = compile('high');
    const tsc = spawnSync(process.execPath, [compiler, '-b', 'high/tsconfig.lib.json', '--pretty', 'false'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(tsc.stdout).toContain(
      "low/src/low.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    );
    expect({ status, stdout }).toEqual({ status: tsc.status, stdout: '' });
    expect(stderr).toContain(tsc.stdout);
    write('low/src/low.ts', 'export const low: number = 2;\n');
    expect(compile('high').status).toBe(0);
    expect(output('low')).toContain('low = 2');
  });
});

it('reports a project that does not exist', () => {
  const { status, stderr } = compile('missing');
  expect(status).toBe(1);
  expect(stderr).toContain('missing/tsconfig.lib.json');
});

it('prints one line if the version of Node is not supported, and compiles nothing', () => {
  write('package.json', JSON.stringify({ engines: { node: '^1.2 || >=999' } }));
  const { status, stdout, stderr } = compile('high');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toBe(
    `Node ^1.2 || >=999 is required, but this is Node ${process.versions.node} (${process.execPath}).\n`,
  );
  expect(existsSync(join(root, 'low/dist'))).toBe(false);
});

it('waits for a running process that compiles the workspace', async () => {
  write(lock, String(process.pid));
  const waiting = execFile(process.execPath, [program, 'high'], { cwd: root });
  const exit = new Promise((resolve) => waiting.once('exit', resolve));
  const message = await new Promise((resolve) => waiting.stderr!.once('data', resolve));
  expect(message).toBe(`Waiting for process ${process.pid}, which compiles this workspace\n`);
  expect(existsSync(join(root, 'low/dist'))).toBe(false);
  rmSync(join(root, lock));
  expect(await exit).toBe(0);
  expect(output('low')).toContain('low = 1');
});

it('does not wait for a process that was killed', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  write(lock, String(pid));
  const { status, stderr } = compile('high');
  expect({ status, isWaiting: stderr.includes('Waiting') }).toEqual({ status: 0, isWaiting: false });
  expect(existsSync(join(root, lock))).toBe(false);
});

it('compiles once when several processes start together', async () => {
  const runs = Array.from({ length: 4 }, async () => {
    const child = execFile(process.execPath, [program, 'high'], { cwd: root });
    let stderr = '';
    child.stderr!.on('data', (text: string) => (stderr += text));
    const exitCode = await new Promise((resolve) => child.once('close', resolve));
    return { exitCode, hasCompiled: stderr.includes('Compiled') };
  });
  const results = await Promise.all(runs);
  expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
  expect(results.filter(({ hasCompiled }) => hasCompiled)).toHaveLength(1);
  expect(compile('high')).toEqual(unchanged);
});
