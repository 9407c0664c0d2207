import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const unformatted = 'const  a = 1 ;\n';
const formatted = 'const a = 1;\n';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pre-commit-'));
  git('init', '--quiet');
  write('.gitignore', '');
  write('.prettierignore', 'ignored.ts\n');
});

afterEach(() => rmSync(root, { recursive: true }));

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}

function write(file: string, text: string): void {
  writeFileSync(join(root, file), text);
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

const stagedText = (file: string) => git('show', `:${file}`);

interface Result {
  readonly formatted: string[];
  readonly unformatted: string[];
  readonly invalid: string[];
}

function formatStaged(env: Record<string, string> = {}): Result {
  const script = `
    import { formatStaged } from '${join(__dirname, 'format-staged.mjs')}';
    process.stdout.write(JSON.stringify(await formatStaged('${root}')));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  const { formatted, unformatted, invalid } = JSON.parse(output) as Result;
  return { formatted, unformatted, invalid };
}

it('formats staged files and stages them again', () => {
  write('a.ts', unformatted);
  write('b.ts', formatted);
  write('ignored.ts', unformatted);
  write('binary.bin', '\0');
  write('unstaged.ts', unformatted);
  git('add', 'a.ts', 'b.ts', 'ignored.ts', 'binary.bin');
  expect(formatStaged()).toEqual({ formatted: ['a.ts'], unformatted: [], invalid: [] });
  expect([read('a.ts'), stagedText('a.ts')]).toEqual([formatted, formatted]);
  expect([read('ignored.ts'), read('unstaged.ts')]).toEqual([unformatted, unformatted]);
});

it('changes no file with changes that are not staged', () => {
  write('a.ts', unformatted);
  git('add', 'a.ts');
  write('a.ts', `${unformatted}// not staged\n`);
  expect(formatStaged()).toEqual({ formatted: [], unformatted: ['a.ts'], invalid: [] });
  expect([read('a.ts'), stagedText('a.ts')]).toEqual([`${unformatted}// not staged\n`, unformatted]);
});

it('checks the staged version of a file that is deleted in the work tree', () => {
  write('a.ts', unformatted);
  git('add', 'a.ts');
  rmSync(join(root, 'a.ts'));
  expect(formatStaged().unformatted).toEqual(['a.ts']);
  expect(stagedText('a.ts')).toBe(unformatted);
});

it('changes nothing if the commit has an index of its files only', () => {
  write('a.ts', unformatted);
  git('add', 'a.ts');
  writeFileSync(join(root, '.git/next-index-1.lock'), readFileSync(join(root, '.git/index')));
  expect(formatStaged({ GIT_INDEX_FILE: '.git/next-index-1.lock' }).unformatted).toEqual(['a.ts']);
  expect([read('a.ts'), stagedText('a.ts')]).toEqual([unformatted, unformatted]);
});

it('reports a file that cannot be parsed', () => {
  write('a.ts', 'const = 1;\n');
  git('add', 'a.ts');
  expect(formatStaged().invalid).toEqual([expect.stringContaining('Variable declaration expected')]);
});
