import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../stage/folder.ts';
import type { Postgres } from '../stage/postgres.ts';
import { longestAnswer } from './database-ended.ts';
import { underLoad } from './on-stage.ts';
import type { Row } from './row.ts';

const diskSize = 16 * 1024 * 1024;

/** A disk of its own: nothing but memory, and only for root on Linux. */
class SmallDisk {
  readonly folder = temporaryFolder();
  private readonly ballast = join(this.folder, 'ballast');

  static hindrance(): string | undefined {
    if (process.getuid?.() !== 0) return 'mounting a small disk takes root';
    const folder = temporaryFolder();
    const { status } = mount(folder);
    if (status === 0) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true });
    return status === 0 ? undefined : 'this system lets nobody mount a tmpfs';
  }

  constructor() {
    if (mount(this.folder).status !== 0) throw new Error('the disk was not mounted');
  }

  /** A folder of the server's user on it. */
  folderLike(data: string): string {
    const folder = join(this.folder, 'tables');
    mkdirSync(folder, { mode: 0o700 });
    const { uid, gid } = statSync(data);
    chownSync(folder, uid, gid);
    return folder;
  }

  fill(): void {
    try {
      writeFileSync(this.ballast, Buffer.alloc(diskSize));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }

  makeRoom(): void {
    rmSync(this.ballast);
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const diskFull: Row = {
  name: 'disk-full',
  fault:
    'the disk under the animals is full: creates are refused, reads go on, and all is well when there is room again',
  hindrance: () => SmallDisk.hindrance(),
  async run(trial) {
    const disk = new SmallDisk();
    try {
      const figures = await underLoad(trial, async ({ stage, load }) => {
        await move(stage.postgres, disk.folderLike(stage.postgres.data));
        const from = performance.now();
        disk.fill();
        const isRefused = () =>
          load.heard.some(({ kind, at, status }) => kind === 'create' && at > from && status === 503);
        while (!isRefused()) await load.answers(1);
        const full = performance.now();
        await load.answers(trial.enough);
        const reads = load.heard.filter(({ kind, at }) => ['list', 'get'].includes(kind) && at > full);
        trial.require(
          reads.every(({ status }) => status === 200),
          'reads failed while the disk was full',
        );
        disk.makeRoom();
        return { gaps: [{ from, back: performance.now() }], longest: longestAnswer };
      });
      trial.requireRecovery(figures, 1_000);
      return figures;
    } finally {
      disk.remove();
    }
  },
};

async function move(postgres: Postgres, folder: string): Promise<void> {
  await postgres.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await postgres.query('ALTER TABLE pets SET TABLESPACE small');
}

function mount(folder: string) {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=711`, 'tmpfs', folder]);
}
