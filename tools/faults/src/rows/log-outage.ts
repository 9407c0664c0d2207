import { setTimeout as delay } from 'node:timers/promises';
import { floodLog } from '../driver/flood-log.ts';
import type { Load } from '../driver/load.ts';
import type { Instance } from '../stage/instance.ts';
import { processFigures } from '../stage/process-figures.ts';
import type { Stage } from '../stage/stage.ts';
import type { Figures, Trial } from '../trial.ts';

/** Bytes of lines that are written while none can be: more than the 8 MB that the service buffers. */
const flood = 11_000_000;
/** Megabytes that this may cost: the buffer, and the garbage of so many requests. */
const mostMegabytes = 80;
/** Milliseconds that the longest answer may take. */
const longestAnswer = 5_000;

const reportMessage = 'log lines were dropped';

/** An instance under load whose standard output fails. */
export class LogOutage {
  private readonly load: Load;

  /** @param metricsPort where the instance serves its metrics */
  constructor(
    private readonly trial: Trial,
    private readonly stage: Stage,
    private readonly instance: Instance,
    private readonly key: string,
    private readonly metricsPort: string,
  ) {
    this.load = stage.load([this.target]);
  }

  /** Requires that requests are served, memory is bounded, and lines are dropped and counted while none can be written. */
  async serveUnwritable(): Promise<void> {
    const { trial, load, instance } = this;
    await load.answers(trial.enough);
    const before = processFigures(instance.pid);
    await floodLog(instance.address(), flood);
    await load.answers(trial.enough);
    const after = processFigures(instance.pid);
    const lines = await this.droppedLines();
    trial.require(lines > 0, 'no dropped line was counted');
    if (!before || !after) return;
    const grown = Math.round(after.megabytes - before.megabytes);
    trial.require(grown <= mostMegabytes, `its memory grew by ${grown} MB`);
    trial.note(`${lines} lines dropped; memory ${Math.round(before.megabytes)} MB, later ${grown} MB more`);
  }

  /**
   * Requires whole lines, one line that says how many were dropped, and lines after it.
   * @param text what has been read of the log so far
   */
  async requireResumed(text: () => string): Promise<void> {
    const { trial, load } = this;
    while (!text().includes(reportMessage)) await delay(20);
    await load.answers(trial.enough);
    const lines = text().slice(0, text().lastIndexOf('\n')).split('\n');
    const broken = lines.filter((line) => !isJson(line));
    trial.require(broken.length === 0, `${broken.length} lines of the log are broken: ${broken[0]}`);
    const reports = lines.filter((line) => line.includes(reportMessage));
    const reported = reports.map((line) => (JSON.parse(line) as { lines: number }).lines);
    const counted = await this.droppedLines();
    trial.require(String(reported) === String(counted), `${reported.join(', ')} lines reported, ${counted} counted`);
    trial.require(lines.indexOf(reports[0]!) < lines.length - 1, 'no line followed the report');
  }

  async end(): Promise<Figures> {
    const { trial, load, instance } = this;
    await load.end();
    const figures = trial.figuresOf(load, await this.stage.judge(this.target), { longest: longestAnswer });
    trial.require(
      load.heard.every(({ status }) => status > 0 && status < 500),
      'requests failed',
    );
    trial.require((await instance.end('SIGTERM')) === 0, 'it did not end with 0');
    return figures;
  }

  private get target() {
    return { address: this.instance.address, key: this.key };
  }

  private async droppedLines(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    return Number(/^petstore_log_lines_dropped_total (\d+)$/m.exec(metrics)?.[1]);
  }
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
