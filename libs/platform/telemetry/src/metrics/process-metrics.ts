import { collectDefaultMetrics, Counter, Gauge, type Registry } from 'prom-client';

/**
 * Default metrics of prom-client that are removed. Some read undocumented members of `process`, or are gauges with a counter's
 * name (`…_total`). The heap spaces have 24 series. `nodejs_version_info` repeats `petstore_build_info`.
 */
const removed = [
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_version_info',
];

/** Measures the build, CPU, memory, open files, event-loop lag and log of the process. */
export function observeProcess(version: string, droppedLogLines: () => number, registry: Registry): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of removed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'petstore_build_info',
    help: 'Always 1. The labels are the versions of the service and of Node.',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Counter({
    name: 'petstore_log_lines_dropped_total',
    help: 'Log lines that were dropped because they could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
}
