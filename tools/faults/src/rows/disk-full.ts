import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTemporaryDirectory, removeTemporaryDirectory } from '@petstore/processes';
import type { Postgres } from '../environment/postgres.ts';
import { maxResponseTime } from './database-ended.ts';
import type { Row } from './row.ts';
import { underLoad } from './under-load.ts';

/** Bytes. */
const diskSize = 16 * 1024 * 1024;

/** A small disk: a tmpfs, which only root on Linux can mount. */
class SmallDisk {
  readonly directory = createTemporaryDirectory();
  private readonly ballast = join(this.directory, 'ballast');

  /** Returns why this machine cannot mount the disk; undefined if it can. */
  static skipReason(): string | undefined {
    if (process.getuid?.() !== 0) return 'mounting a tmpfs requires root';
    const directory = createTemporaryDirectory();
    const { status } = mount(directory);
    if (status === 0) spawnSync('umount', [directory]);
    removeTemporaryDirectory(directory);
    return status === 0 ? undefined : 'this system does not allow mounting a tmpfs';
  }

  constructor() {
    if (mount(this.directory).status !== 0) throw new Error('mounting the tmpfs failed');
  }

  /** Creates a directory on the disk with the owner of the data directory. */
  createDirectoryLike(data: string): string {
    const tables = join(this.directory, 'tables');
    mkdirSync(tables, { mode: 0o700 });
    const { uid, gid } = statSync(data);
    chownSync(tables, uid, gid);
    return tables;
  }

  fill(): void {
    try {
      writeFileSync(this.ballast, Buffer.alloc(diskSize));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  free(): void {
    rmSync(this.ballast);
  }

  remove(): void {
    spawnSync('umount', ['-l', this.directory]);
    removeTemporaryDirectory(this.directory);
  }
}

export const diskFull: Row = {
  name: 'disk-full',
  fault: 'the disk of the table is full: creates get 503, reads succeed, and creates succeed again when space is free',
  skipReason: () => SmallDisk.skipReason(),
  async execute(run) {
    const disk = new SmallDisk();
    try {
      const figures = await underLoad(run, async ({ environment, load }) => {
        await moveTable(environment.postgres, disk.createDirectoryLike(environment.postgres.data));
        const from = performance.now();
        disk.fill();
        const isCreateRefused = () =>
          load.observations.some(({ kind, at, status }) => kind === 'create' && at > from && status === 503);
        while (!isCreateRefused()) await load.waitForSuccesses(1);
        const fullAt = performance.now();
        await load.waitForSuccesses(run.successesPerRound);
        const reads = load.observations.filter(({ kind, at }) => ['list', 'get'].includes(kind) && at > fullAt);
        run.require(
          reads.every(({ status }) => status === 200),
          'reads failed while the disk was full',
        );
        disk.free();
        return { outages: [{ from, to: performance.now() }], longest: maxResponseTime };
      });
      run.requireRecovery(figures, 1_000);
      return figures;
    } finally {
      disk.remove();
    }
  },
};

async function moveTable(postgres: Postgres, directory: string): Promise<void> {
  await postgres.query(`CREATE TABLESPACE small LOCATION '${directory}'`);
  await postgres.query('ALTER TABLE pets SET TABLESPACE small');
}

function mount(directory: string) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=711`, 'tmpfs', directory]);
}
