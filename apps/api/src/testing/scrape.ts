import { DataSource } from 'typeorm';
import { readConfig } from '../config.ts';
import { metricsOptions } from '../metrics-options.ts';
import type { MetricsServer } from '@petstore/telemetry/metrics/metrics-server';
import { startMetrics } from '@petstore/telemetry/start-metrics';
import type { TestApp } from './test-app.ts';

/** One sample of a scrape: `name{labels} value`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** The metrics of a test app, on a free port. */
export interface MeasuredApp {
  readonly address: string;
  /** Every sample there is now. */
  scrape(): Promise<Sample[]>;
  close(): Promise<void>;
}

/** @param droppedLogLines how many lines the log has dropped */
export async function measure(app: TestApp, droppedLogLines = () => 0): Promise<MeasuredApp> {
  const options = metricsOptions(readConfig({}).httpLimits, new DataSource({ type: 'postgres' }), droppedLogLines);
  const metrics = (await startMetrics(
    { host: '127.0.0.1', port: 0 },
    app.server,
    options,
    app.log.log,
  )) as MetricsServer;
  const { address } = app.log.lines.findLast(({ msg }) => msg === 'metrics listening') as unknown as {
    address: string;
  };
  return {
    address,
    scrape: async () => samplesOf(await (await fetch(address)).text()),
    close: () => metrics.close(),
  };
}

/** Reads Prometheus' text format. */
export function samplesOf(text: string): Sample[] {
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

/** The value of the sample with exactly these labels. */
export function valueOf(samples: readonly Sample[], name: string, labels: Sample['labels'] = {}): number | undefined {
  const same = (sample: Sample) =>
    sample.name === name &&
    JSON.stringify(Object.entries(sample.labels).sort()) === JSON.stringify(Object.entries(labels).sort());
  return samples.find(same)?.value;
}
