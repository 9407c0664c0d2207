import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Default metrics of prom-client that are removed: they read undocumented members of `process`, are sums with the name of a
 * counter, have 24 series, or repeat `petstore_build_info`.
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

/**
 * Measures the process: build, CPU, memory, open files, event-loop lag.
 * @param version of the service
 */
export function observeProcess(version: string, registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of removed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'petstore_build_info',
    help: 'Always 1; the labels say what runs.',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version, node: process.versions.node }, 1);
}
