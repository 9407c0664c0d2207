import { Gauge, type Registry } from 'prom-client';
import type { GaugeSource } from './gauge-source.ts';

/** Adds the gauges of the sources to the registry. */
export function observeGauges(sources: readonly GaugeSource[], registry: Registry): void {
  for (const { name, help, read } of sources.flatMap(({ gauges }) => gauges)) {
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const value = await read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  }
}
