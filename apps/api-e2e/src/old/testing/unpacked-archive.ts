import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  childProcesses,
  relaxedTimeouts,
  ServiceProcess,
  waitForExit,
  type AppProcess,
  type DatabaseLocation,
  type ProcessResult,
} from '@petstore/processes';

const root = join(__dirname, '../../../../..');

/** The production archive, built and unpacked in an empty directory. */
export class UnpackedArchive {
  private constructor(readonly folder: string) {}

  /** Builds and unpacks it. @param directory an empty directory outside of the workspace */
  static create(directory: string): UnpackedArchive {
    execFileSync(process.execPath, [join(root, 'tools/archive/archive.mjs'), directory]);
    const archive = readdirSync(directory).find((name) => name.endsWith('.tgz'))!;
    execFileSync('tar', ['-xzf', archive], { cwd: directory });
    return new UnpackedArchive(join(directory, archive.replace('.tgz', '')));
  }

  /** Paths of all files, relative to the folder. */
  files(): string[] {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(this.folder.length + 1));
  }

  /** Runs the program `petstore` as an operator does, by its path. */
  petstore(location: DatabaseLocation, ...args: string[]): Promise<ProcessResult> {
    return waitForExit(this.spawn(join(this.folder, 'bin/petstore'), args, location));
  }

  /** Starts the service on a free port and waits until it is ready. */
  async startService(location: DatabaseLocation): Promise<ServiceProcess> {
    const env = { ...relaxedTimeouts, ...location, PORT: '0' };
    const service = await ServiceProcess.of(this.spawn(process.execPath, ['.'], env));
    await service.waitForLog('ready');
    return service;
  }

  /** Runs the service until it exits. */
  runService(env: Record<string, string>): Promise<ProcessResult> {
    return waitForExit(this.spawn(process.execPath, ['.'], { PORT: '0', ...env }));
  }

  private spawn(program: string, args: string[], env: Record<string, string>): AppProcess {
    const { PATH = '', HOME = '' } = process.env;
    const options = {
      cwd: this.folder,
      env: { PATH, HOME, ...env },
      stdio: ['ignore' as const, 'pipe' as const, 'pipe' as const],
    };
    return childProcesses.spawn(program, args, options) as AppProcess;
  }
}
