import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverUser } from '@petstore/database/testing';
import { Client } from '../support/client.ts';
import { fault, longestResponse } from '../support/fault-test.ts';
import { kindsOf } from '../support/load.ts';

const size = 16 * 1_024 * 1_024;

function mount(directory: string): boolean {
  return (
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700,uid=${serverUser!.uid}`, 'tmpfs', directory])
      .status === 0
  );
}

function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(size));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

const skipReason =
  process.getuid?.() === 0 && process.platform === 'linux' ? undefined : 'mounting a tmpfs needs root on Linux';

describe('disk-full', () => {
  const title = 'the disk of the table is full: creates get 503, reads 200; recovered within 1 s after there is space';
  fault(
    title,
    async (run) => {
      const postgres = await run.postgres();
      const service = await run.service(postgres);
      const key = await service.issueKey();
      // The guard of the processes unmounts the folder with this name.
      const disk = join(run.processes.directory, 'disk');
      mkdirSync(disk);
      if (!mount(disk)) throw new Error('this system does not allow root to mount a tmpfs');
      await run.warmUp({ instances: [service], key });
      await postgres.query(`CREATE TABLESPACE small LOCATION '${disk}'`);
      await postgres.query('ALTER TABLE pets SET TABLESPACE small');
      const load = run.load({ instances: [service], key });
      await load.successes(300);
      const ballast = join(disk, 'ballast');
      fill(ballast);
      const filledAt = performance.now();
      await run.processes.until(() =>
        load.observations.some(({ kind, at, status }) => kind === 'create' && at > filledAt && status === 503),
      );
      const fullAt = performance.now();
      await load.successes(300);
      rmSync(ballast);
      const freedAt = performance.now();
      await load.successes(300);
      await load.end();
      const reads = load.observations.filter(({ kind, at }) => ['list', 'get'].includes(kind) && at > fullAt);
      expect(kindsOf(reads.filter(({ status }) => status !== 200))).toEqual([]);
      expect(load.longest).toBeLessThanOrEqual(longestResponse);
      expect(load.failedFor(freedAt)).toBeLessThanOrEqual(1_000);
      await run.requireNothingLost(new Client(service, key));
    },
    skipReason,
  );
});
