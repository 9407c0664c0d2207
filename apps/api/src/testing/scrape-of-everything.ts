import { NewPet } from '@petstore/pets-domain';
import type { Reading } from './promql.ts';
import { measure, type Sample } from './scrape.ts';
import { startTestApp } from './test-app.ts';

/** What Prometheus adds to all that it scrapes, and the metric that it makes itself. */
const added = ['job', 'instance'];
const own = 'up';

/** A real scrape, of a service that was asked a little of everything, to hold alerts and dashboards to. */
export class ScrapeOfEverything {
  private constructor(private readonly samples: readonly Sample[]) {}

  static async take(): Promise<ScrapeOfEverything> {
    const app = await startTestApp();
    const measured = await measure(app);
    await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
    const asked = [app.client.get('/v1/pets'), app.client.get('/v1/pets/1'), app.unauthenticated.get('/v1/pets')];
    for (const { headers } of await Promise.all(asked)) await app.log.lineOf(headers['x-request-id']);
    const samples = await measured.scrape();
    await measured.close();
    await app.close();
    return new ScrapeOfEverything(samples);
  }

  /** The service's own metrics, histograms by the name they are declared under. */
  get metrics(): string[] {
    const names = this.samples.map(({ name }) => name.replace(/_(?:bucket|sum|count)$/, ''));
    return [...new Set(names)].filter((name) => name.startsWith('petstore_'));
  }

  /** Everything in which an expression asks for what is not there. */
  faultsOf({ selectors, groupings }: Reading): string[] {
    const unknown = selectors.filter(({ metric }) => metric !== own && this.of(metric).length === 0);
    const matchers = selectors.flatMap(({ metric, matchers }) => matchers.map((matcher) => ({ metric, ...matcher })));
    const unmatched = matchers.filter(({ metric, label, operator, value }) => {
      if (added.includes(label)) return false;
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

  /** The labels that the result of an expression can have: those it is grouped by, or else all of its metrics. */
  resultLabels({ selectors, groupings }: Reading): string[] {
    if (groupings.length > 0) return groupings.map(({ label }) => label);
    return this.labelsOf(...selectors.map(({ metric }) => metric));
  }

  private of(metric: string): Sample[] {
    return this.samples.filter(({ name }) => name === metric);
  }

  private labelsOf(...metrics: string[]): string[] {
    return [...added, ...metrics.flatMap((metric) => this.of(metric).flatMap(({ labels }) => Object.keys(labels)))];
  }
}
