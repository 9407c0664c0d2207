import { cpSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { childProcesses, createTemporaryDirectory, removeTemporaryDirectory, waitForExit } from '@petstore/processes';
import { root } from '../workspace.ts';

/** The reports of coverage, and the file or folder of the history. */
const skipped = new Set(['coverage', '.git']);

/** Environment of the commands. Nx then starts no background process, and loads its plugins in the process of the command. */
const environment = { NX_DAEMON: 'false', NX_TUI: 'false', NX_ISOLATE_PLUGINS: 'false', NO_COLOR: '1' };

/** A copy of the workspace in a temporary directory. Commands in the copy change nothing in the workspace. */
export class WorkspaceCopy {
  private constructor(readonly root: string) {}

  /**
   * Copies the files except hidden folders. The compiler's output is copied with its times, so that the compiler does not compile
   * again what it has compiled in the workspace. Links the installed packages instead of copying them. Only the links to the
   * packages of the workspace are separate, because a generator adds links to them.
   */
  static create(): WorkspaceCopy {
    const copy = new WorkspaceCopy(createTemporaryDirectory());
    const isCopied = (path: string) => !skipped.has(basename(path)) && !isHiddenFolder(path);
    const nestedPackages: string[] = [];
    cpSync(root, copy.root, {
      recursive: true,
      preserveTimestamps: true,
      filter: (path) => {
        if (basename(path) !== 'node_modules') return path === root || isCopied(path);
        nestedPackages.push(relative(root, path));
        return false;
      },
    });
    for (const path of nestedPackages.filter((each) => each !== 'node_modules')) copy.link(path);
    mkdirSync(copy.path('node_modules/@petstore'), { recursive: true });
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (name === '.bin' || !/^\.|^@petstore$/.test(name)) copy.link(`node_modules/${name}`);
    }
    for (const name of readdirSync(join(root, 'node_modules/@petstore'))) {
      const path = `node_modules/@petstore/${name}`;
      symlinkSync(readlinkSync(join(root, path)), copy.path(path));
    }
    return copy;
  }

  /** Returns the absolute path of a file. */
  path(path: string): string {
    return join(this.root, path);
  }

  /**
   * Runs a program of `node_modules/.bin` to its end. Returns its standard output.
   * @throws Error with its output if its exit code is not 0
   */
  async run(program: string, ...args: string[]): Promise<string> {
    const { exitCode, output } = await this.runToExit(program, ...args);
    if (exitCode !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${exitCode}:\n${output}`);
    return output;
  }

  /** Runs a program of `node_modules/.bin`, and returns its exit code, and its standard output and standard error. */
  async runToExit(program: string, ...args: string[]): Promise<{ exitCode: number | null; output: string }> {
    const { PATH = '', HOME = '' } = process.env;
    const env = { ...environment, PATH: `${this.path('node_modules/.bin')}:${PATH}`, HOME };
    const child = childProcesses.spawn(program, args, { cwd: this.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const { exitCode, stdout, stderr } = await waitForExit(child as Parameters<typeof waitForExit>[0]);
    return { exitCode, output: stdout + stderr };
  }

  remove(): void {
    removeTemporaryDirectory(this.root);
  }

  private link(path: string): void {
    symlinkSync(join(root, path), this.path(path));
  }
}

/** Hidden folders contain caches and data of the embedded database. */
function isHiddenFolder(path: string): boolean {
  return basename(path).startsWith('.') && lstatSync(path).isDirectory();
}
