import { Counter, type Registry } from 'prom-client';

/** @param droppedLines returns the number of lines that the log has dropped since the start of the process */
export function observeLog(droppedLines: () => number, registry: Registry): void {
  new Counter({
    name: 'petstore_log_lines_dropped_total',
    help: 'Log lines that were dropped because standard output did not take them.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
}
