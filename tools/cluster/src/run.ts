import { join, resolve } from 'node:path';
import { chooseRows, defaultExtent, type FaultRun, type Figures, type Row, runRows, runToExit } from '@petstore/faults';
import { Progress, ReportFolder } from '@petstore/reports';
import { Cluster } from './cluster/cluster.ts';
import { parseOptions, usage } from './options.ts';
import type { ClusterRow } from './rows/cluster-row.ts';
import { executeRow } from './rows/execute-row.ts';
import { rows } from './rows/index.ts';

// `main.ts` starts this program in its own namespaces.
const [directory = '', ...args] = process.argv.slice(2);

process.on('disconnect', () => process.exit(1));
await runToExit(main, usage);

async function main(): Promise<number> {
  const { upgrade, names } = parseOptions(args);
  const chosen = chooseRows(rows(upgrade && resolve(upgrade)), names);
  const progress = new Progress();
  const folder = new ReportFolder(false);
  const logs = folder.emptySubfolder('cluster-logs');
  const lines: string[] = [];
  const output = {
    line: (text: string) => {
      lines.push(text);
      progress.print(text);
    },
    progress: (text: string) => progress.report(text),
  };
  let cluster: Cluster | undefined;
  let created = 0;
  const execute = async (row: ClusterRow, run: FaultRun): Promise<Figures> => {
    // After a failed row the next one gets a new cluster.
    cluster ??= await Cluster.create(join(directory, String(created++)), logs, (step) => progress.report(step));
    try {
      return await executeRow(row, cluster, run);
    } finally {
      if (run.breaches.length > 0) {
        await cluster.destroy();
        cluster = undefined;
      }
    }
  };
  const failed = await runRows(
    chosen.map((row): Row => ({ ...row, execute: (run) => execute(row, run) })),
    defaultExtent,
    output,
  );
  output.line(
    failed.length === 0 ? 'all requirements were met' : `failed rows: ${failed.map(({ name }) => name).join(', ')}`,
  );
  progress.end();
  process.stderr.write(`${folder.write('cluster', { md: `${lines.join('\n')}\n` })}\n`);
  return failed.length === 0 ? 0 : 1;
}
