import type { PromQlReading } from './promql.ts';
import type { Sample } from './scrape.ts';

/** Labels that Prometheus adds to every metric, and the metric that it creates itself. */
const addedLabels = ['job', 'instance'];
const addedMetric = 'up';

/** A scrape that contains every metric of a service. Checks the expressions of alerts and dashboards. */
export class FullScrape {
  /**
   * @param samples samples taken after requests that set every metric
   * @param prefix name prefix of the metrics that the service defines
   */
  constructor(
    private readonly samples: readonly Sample[],
    private readonly prefix: string,
  ) {}

  /** Names of the metrics that the service defines. The name of a histogram has no suffix such as `_bucket`. */
  get metrics(): string[] {
    const names = this.samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''));
    return [...new Set(names)].filter((name) => name.startsWith(this.prefix));
  }

  /** Returns the metrics, labels and values of an expression that the scrape does not contain. */
  missingFrom({ selectors, groupings }: PromQlReading): string[] {
    const unknown = selectors.filter(({ metric }) => metric !== addedMetric && this.of(metric).length === 0);
    const matchers = selectors.flatMap(({ metric, matchers }) => matchers.map((matcher) => ({ metric, ...matcher })));
    const unmatched = matchers.filter(({ metric, label, operator, value }) => {
      if (addedLabels.includes(label)) return false;
      const values = this.of(metric).flatMap(({ labels }) => labels[label] ?? []);
      return operator === '=' ? !values.includes(value) : values.length === 0;
    });
    const ungrouped = groupings.filter(({ label, metrics }) => !this.labelsOf(...metrics).includes(label));
    return [
      ...unknown.map(({ metric }) => metric),
      ...unmatched.map(({ metric, label, operator, value }) => `${metric}{${label}${operator}"${value}"}`),
      ...ungrouped.map(({ label, metrics }) => `${metrics.join(', ')} by ${label}`),
    ];
  }

  /** Returns the labels that the result of an expression can have: its groupings, or else the labels of its metrics. */
  resultLabels({ selectors, groupings }: PromQlReading): string[] {
    if (groupings.length > 0) return groupings.map(({ label }) => label);
    return this.labelsOf(...selectors.map(({ metric }) => metric));
  }

  private of(metric: string): Sample[] {
    return this.samples.filter(({ name }) => name === metric);
  }

  private labelsOf(...metrics: string[]): string[] {
    return [
      ...addedLabels,
      ...metrics.flatMap((metric) => this.of(metric).flatMap(({ labels }) => Object.keys(labels))),
    ];
  }
}
