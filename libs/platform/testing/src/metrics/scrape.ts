import { metricsOptions, type ProcessMetrics } from '@petstore/bootstrap';
import type { MetricsServer } from '@petstore/telemetry/metrics/metrics-server';
import { startMetrics } from '@petstore/telemetry/start-metrics';
import type { TestApplication } from '../application/test-application.ts';

/** One sample of a scrape: `name{labels} value`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A test application with a metrics server on a free port. */
export interface MeasuredApplication {
  /** URL of the metrics. */
  readonly address: string;
  scrape(): Promise<Sample[]>;
  close(): Promise<void>;
}

/** Starts the metrics server of a test application. */
export async function measure(
  { app, options: application, server, log }: TestApplication,
  processMetrics: ProcessMetrics = { droppedLogLines: () => 0 },
): Promise<MeasuredApplication> {
  const options = metricsOptions(app, application, processMetrics);
  const metrics = (await startMetrics({ host: '127.0.0.1', port: 0 }, server, options, log.log)) as MetricsServer;
  const { address } = log.lines.findLast(({ msg }) => msg === 'metrics listening') as unknown as {
    address: string;
  };
  return {
    address,
    scrape: async () => parseSamples(await (await fetch(address)).text()),
    close: () => metrics.close(),
  };
}

/** Parses Prometheus' text format. */
export function parseSamples(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (value === undefined) throw new Error(`no sample: ${line}`);
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text]);
    return {
      name,
      labels: Object.fromEntries(pairs) as Record<string, string>,
      value: Number(value.replace('Inf', 'Infinity')),
    };
  });
}

/** Returns the value of the sample with exactly these labels. */
export function valueOf(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number | undefined {
  const same = (sample: Sample) =>
    sample.name === name &&
    JSON.stringify(Object.entries(sample.labels).sort()) === JSON.stringify(Object.entries(labels).sort());
  return samples.find(same)?.value;
}
