import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(__dirname, '..');
const excluded = ['.git', '.nx', '.petstore'];

/** A copy of the workspace, in which a test can run generators. */
export class WorkspaceCopy {
  readonly path = mkdtempSync(join(tmpdir(), 'generators-'));

  /** @param newProjects paths of the projects that a generator will write, by their packages */
  constructor(newProjects: Readonly<Record<string, string>> = {}) {
    // Other tests may write and remove archives in the root's dist.
    const ofRoot = [join(root, 'node_modules'), join(root, 'dist')];
    const filter = (path: string) => !ofRoot.includes(path) && !excluded.includes(basename(path));
    // Keeps the times of the compiled files, so that the compiler skips what has not changed.
    cpSync(root, this.path, { recursive: true, preserveTimestamps: true, filter });
    // Links the packages as npm does. The links to projects are relative, so their copies lead to the projects of the copy.
    const [from, to] = [join(root, 'node_modules'), join(this.path, 'node_modules')];
    cpSync(join(from, '@petstore'), join(to, '@petstore'), { recursive: true, verbatimSymlinks: true });
    for (const name of readdirSync(from).filter((each) => each !== '@petstore'))
      symlinkSync(join(from, name), join(to, name));
    for (const [name, path] of Object.entries(newProjects))
      symlinkSync(join('../..', path), join(to, '@petstore', name));
  }

  /** Runs a command of node_modules. @throws Error with its output if it fails */
  run(command: string, ...args: string[]): void {
    // Nx runs this test too, and its variables name this workspace.
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NX|JEST)_/.test(name)));
    const PATH = `${join(root, 'node_modules/.bin')}:${env['PATH']}`;
    // Each plugin of Nx in a process of its own would make every command slower.
    const options = { cwd: this.path, env: { ...env, PATH, NX_ISOLATE_PLUGINS: 'false' }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(command, args, options);
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${stdout}${stderr}`);
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
