import { cpus, loadavg, release, totalmem } from 'node:os';

/** Machine of the measurement, for the report. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  /** GiB. */
  readonly memory: number;
  readonly system: string;
  readonly node: string;
}

/** Describes the machine of this process. */
export function describeMachine(): Machine {
  const cores = cpus();
  return {
    processor: cores[0]?.model.trim() ?? 'unknown',
    cores: cores.length,
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
  };
}

/** Returns the load average of the last minute, which shows whether the machine was busy. */
export function loadNow(): number {
  return Math.round(loadavg()[0]! * 100) / 100;
}
