import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Of prom-client's defaults: those that read undocumented members of `process`, those that are 24 series, a sum under a
 * counter's name, and what is in the build's.
 */
const leftOut = [
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

/**
 * Measures the process: build, CPU, memory, open files, event-loop lag.
 * @param version of the service
 */
export function observeProcess(version: string, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of leftOut) registry.removeSingleMetric(name);
  new Gauge({
    name: 'petstore_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
}
