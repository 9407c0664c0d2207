import type { Instance } from './instance.ts';

const signal = 'SIGUSR2';
const message = 'live memory';

/** At the signal, the service collects its garbage and logs the bytes that are left. */
const script = `
  let count = 0;
  process.on('${signal}', () => {
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    const { heapUsed, external } = process.memoryUsage();
    console.log(JSON.stringify({ msg: '${message} ' + ++count, bytes: heapUsed + external }));
  });`;

/** Environment of a service whose LiveMemory can be measured. */
export const liveMemoryEnvironment = {
  NODE_OPTIONS: `--expose-gc --import=data:text/javascript,${encodeURIComponent(script)}`,
};

/**
 * Measures the memory of an instance without garbage. Resident memory also contains garbage and free space of the heap, and
 * both depend on the load of the machine.
 */
export class LiveMemory {
  private measurements = 0;

  /** @param instance started with `liveMemoryEnvironment` */
  constructor(private readonly instance: Instance) {}

  /** Returns the MB of the objects and buffers that a garbage collection leaves. */
  async measure(): Promise<number> {
    process.kill(this.instance.pid, signal);
    this.measurements += 1;
    const line = await this.instance.waitForLog(`${message} ${this.measurements}`);
    return (JSON.parse(line) as { bytes: number }).bytes / 1e6;
  }
}
