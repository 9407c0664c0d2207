import { setTimeout as delay } from 'node:timers/promises';
import { floodLog, type Load } from '@petstore/driver';
import type { Environment } from '../environment/environment.ts';
import type { Instance } from '../environment/instance.ts';
import { processFigures } from '../environment/process-figures.ts';
import type { FaultRun, Figures } from '../fault-run.ts';

/** Bytes of log lines that the service produces during the outage: more than the 8 MB that it buffers. */
const floodSize = 11_000_000;
/** Maximum growth of memory in MiB: the buffer, and garbage that is not collected yet. */
const maxGrowth = 80;
/** Maximum response time in milliseconds. */
const maxResponseTime = 5_000;

/** Message of the log line with the number of dropped lines. */
const reportMessage = 'log lines were dropped';

/** An instance under load whose standard output cannot be written. */
export class LogOutage {
  private readonly load: Load;

  /** @param metricsPort port of the instance's metrics */
  constructor(
    private readonly run: FaultRun,
    private readonly environment: Environment,
    private readonly instance: Instance,
    private readonly key: string,
    private readonly metricsPort: string,
  ) {
    this.load = environment.load([this.target]);
  }

  /** Requires that requests succeed, memory is bounded and dropped lines are counted while the log cannot be written. */
  async requireServiceDuringOutage(): Promise<void> {
    const { run, load, instance } = this;
    await load.waitForSuccesses(run.successesPerRound);
    const before = processFigures(instance.pid);
    await floodLog(instance.address(), floodSize);
    await load.waitForSuccesses(run.successesPerRound);
    const after = processFigures(instance.pid);
    const lines = await this.droppedLines();
    run.require(lines > 0, 'no dropped line was counted');
    if (!before || !after) return;
    const grown = Math.round(after.megabytes - before.megabytes);
    run.require(grown <= maxGrowth, `memory grew by ${grown} MB`);
    run.note(`${lines} lines dropped; memory ${Math.round(before.megabytes)} MB before, growth ${grown} MB`);
  }

  /**
   * Requires that all lines are complete, that one line has the number of dropped lines, and that lines follow it.
   * @param text returns the log read so far
   */
  async requireResumed(text: () => string): Promise<void> {
    const { run, load } = this;
    while (!text().includes(reportMessage)) await delay(20);
    await load.waitForSuccesses(run.successesPerRound);
    const lines = text().slice(0, text().lastIndexOf('\n')).split('\n');
    const broken = lines.filter((line) => !isJson(line));
    run.require(broken.length === 0, `${broken.length} lines of the log are broken: ${broken[0]}`);
    const reports = lines.filter((line) => line.includes(reportMessage));
    const reported = reports.map((line) => (JSON.parse(line) as { lines: number }).lines);
    const counted = await this.droppedLines();
    run.require(String(reported) === String(counted), `${reported.join(', ')} lines reported, ${counted} counted`);
    run.require(lines.indexOf(reports[0]!) < lines.length - 1, 'no line followed the report');
  }

  /** Ends the load and the instance. Requires that no request failed and that the instance exits with 0. */
  async end(): Promise<Figures> {
    const { run, load, instance } = this;
    await load.end();
    const figures = run.figuresOf(load, await this.environment.verify(this.target), { longest: maxResponseTime });
    run.require(
      load.observations.every(({ status }) => status > 0 && status < 500),
      'requests failed',
    );
    run.require((await instance.end('SIGTERM')) === 0, 'the exit code was not 0');
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
