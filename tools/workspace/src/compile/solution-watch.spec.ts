import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

let root: string;
let child: ChildProcess;
let lines: AsyncIterator<string>;

/** Watches the project `high`. After each line on standard input it writes what the step with that name returns. */
const script = `
  import { createInterface } from 'node:readline';
  import { Progress } from '${join(__dirname, 'progress.mjs')}';
  import { Solution } from '${join(__dirname, 'solution.mjs')}';
  import { Transpiler } from '${join(__dirname, 'transpiler.mjs')}';
  const solution = new Solution(process.cwd(), ['high']);
  let onChange;
  const { compile, warmUp, takeChanges } = solution.watch(new Progress(process.stderr), () => onChange?.());
  const transpiler = new Transpiler(solution.order);
  const steps = {
    compile: () => compile(() => undefined),
    warmUp,
    change: () => new Promise((resolve) => (onChange = resolve)),
    transpile: () => transpiler.transpile(takeChanges()),
  };
  for await (const step of createInterface(process.stdin)) {
    if (step === 'change') console.log('watching');
    console.log(JSON.stringify((await steps[step]()) ?? 'done'));
  }`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'watch-'));
  write('package.json', JSON.stringify({ type: 'module' }));
  project('low');
  project('high', 'low');
  write('low/src/low.ts', 'export const low: number = 1;\n');
  write('high/src/high.ts', "import { low } from '../../low/src/low.js';\nexport const high: number = low;\n");
  child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root });
  lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
});

afterEach(() => {
  child.kill();
  rmSync(root, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function project(name: string, ...references: string[]): void {
  const compilerOptions = {
    composite: true,
    module: 'nodenext',
    rootDir: 'src',
    outDir: 'dist',
    sourceMap: true,
    tsBuildInfoFile: 'dist/tsconfig.lib.tsbuildinfo',
    // Fast to compile.
    ...{ lib: ['es5'], skipLibCheck: true, types: [] },
  };
  const paths = references.map((each) => ({ path: `../${each}/tsconfig.lib.json` }));
  write(
    `${name}/tsconfig.lib.json`,
    JSON.stringify({ compilerOptions, include: ['src/**/*.ts'], exclude: ['src/**/*.spec.ts'], references: paths }),
  );
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const isRecorded = (name: string) => existsSync(join(root, name, 'dist/tsconfig.lib.tsbuildinfo'));

async function nextLine(): Promise<unknown> {
  const line = await lines.next();
  return line.value === 'watching' ? line.value : JSON.parse(line.value);
}

async function run(step: 'compile' | 'warmUp' | 'transpile'): Promise<unknown> {
  child.stdin!.write(`${step}\n`);
  return nextLine();
}

/** Writes the file, and waits until the watcher has seen it. */
async function save(file: string, text: string): Promise<void> {
  child.stdin!.write('change\n');
  expect(await nextLine()).toBe('watching');
  write(file, text);
  expect(await nextLine()).toBe('done');
}

it('compiles a change, and only the projects whose declarations it changes', async () => {
  expect(await run('compile')).toMatchObject({ compiled: 2, errors: 0 });
  await run('warmUp');
  await save('low/src/low.ts', 'export const low: number = 2;\n');
  expect(await run('compile')).toMatchObject({ compiled: 1, errors: 0 });
  expect(read('low/dist/low.js')).toContain('low = 2');
  await save('low/src/low.ts', "export const low = 'two';\n");
  expect(await run('compile')).toMatchObject({ errors: 1 });
  await save('high/src/high.ts', "import { low } from '../../low/src/low.js';\nexport const high: string = low;\n");
  expect(await run('compile')).toMatchObject({ errors: 0 });
});

describe('the transpiler', () => {
  it('writes the same output as the compiler, and lets the compiler check the project', async () => {
    await run('compile');
    await save('low/src/low.ts', 'export const low: number = 2; // two\n');
    expect(await run('transpile')).toEqual({ written: 1, isComplete: true });
    const outputs = [read('low/dist/low.js'), JSON.parse(read('low/dist/low.js.map'))];
    expect(isRecorded('low')).toBe(false);
    expect(await run('compile')).toMatchObject({ errors: 0 });
    expect(isRecorded('low')).toBe(true);
    expect([read('low/dist/low.js'), JSON.parse(read('low/dist/low.js.map'))]).toEqual(outputs);
    expect(outputs[0]).toContain('low = 2');
  });

  it('writes a source with a wrong type, and the compiler reports it', async () => {
    await run('compile');
    await save('low/src/low.ts', "export const low: number = 'two';\n");
    expect(await run('transpile')).toEqual({ written: 1, isComplete: true });
    expect(await run('compile')).toMatchObject({ errors: 1 });
  });

  it('writes nothing if the JavaScript is the same', async () => {
    await run('compile');
    await save('low/src/low.ts', 'export const low: 1 = 1;\n');
    expect(await run('transpile')).toEqual({ written: 0, isComplete: true });
    expect(isRecorded('low')).toBe(true);
  });

  it('writes nothing of any source until a syntax error is corrected', async () => {
    await run('compile');
    await save('low/src/low.ts', 'export const low: number = ;\n');
    expect(await run('transpile')).toEqual({ written: 0, isComplete: false });
    expect(await run('compile')).toMatchObject({ errors: 1 });
    await save('high/src/high.ts', 'export const high = 3;\n');
    expect(await run('transpile')).toEqual({ written: 0, isComplete: false });
    await save('low/src/low.ts', 'export const low: number = 4;\n');
    expect(await run('transpile')).toMatchObject({ isComplete: true });
    expect([read('low/dist/low.js'), read('high/dist/high.js')].join()).toMatch(/low = 4.*high = 3/s);
    expect(await run('compile')).toMatchObject({ errors: 0 });
  });

  it('leaves a deleted source to the compiler', async () => {
    write('low/src/other.ts', 'export {};\n');
    await run('compile');
    child.stdin!.write('change\n');
    expect(await nextLine()).toBe('watching');
    rmSync(join(root, 'low/src/other.ts'));
    expect(await nextLine()).toBe('done');
    expect(await run('transpile')).toEqual({ written: 0, isComplete: false });
  });
});
