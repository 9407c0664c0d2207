import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FullScrape, parsePromQl } from '@petstore/testing/metrics';
import { load } from 'js-yaml';
import { takeFullScrape } from '../testing/full-scrape.ts';

/** An alerting rule of Prometheus. */
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

const file = join(__dirname, '../../../../docs/monitoring/alerts.yml');
const alerts = load(readFileSync(file, 'utf8')) as { groups: { name: string; rules: Rule[] }[] };
const rules = alerts.groups.flatMap((group) => group.rules);

let scrape: FullScrape;

beforeAll(async () => {
  scrape = await takeFullScrape();
});

describe('alerts.yml', () => {
  it('contains groups of rules in the format of Prometheus', () => {
    expect(Object.keys(alerts)).toEqual(['groups']);
    for (const group of alerts.groups) {
      expect(Object.keys(group)).toEqual(['name', 'rules']);
      expect(group.name).toMatch(/^\w+$/);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(rules.length).toBeGreaterThanOrEqual(7);
  });

  it.each(rules)('$alert has all fields of an alert', (rule) => {
    expect(Object.keys(rule)).toEqual(['alert', 'expr', 'for', 'labels', 'annotations']);
    expect(rule.alert).toMatch(/^Petstore([A-Z][a-z]+)+$/);
    expect(rule.for).toMatch(/^[1-9]\d*[smhd]$/);
    expect(rule.labels).toEqual({ severity: expect.stringMatching(/^(?:critical|warning)$/) });
    expect(Object.keys(rule.annotations)).toEqual(['summary', 'description']);
  });

  it.each(rules)('$alert uses only metrics and labels that a scrape has', ({ expr }) => {
    expect(scrape.missingFrom(parsePromQl(expr))).toEqual([]);
  });

  it.each(rules)(
    '$alert uses only labels of its result in its annotations, in the template syntax of Prometheus',
    ({ expr, annotations }) => {
      const text = Object.values(annotations).join('\n');
      const used = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label);
      expect(scrape.resultLabels(parsePromQl(expr))).toEqual(expect.arrayContaining(used));
      // The text without the templates that Prometheus supports.
      const rest = text.replaceAll(/\{\{ \$(?:labels\.\w+|value(?: \| humanize(?:Percentage|Duration)?)?) \}\}/g, '');
      expect(rest).not.toMatch(/\{\{|\}\}|\$\w/);
    },
  );
});
