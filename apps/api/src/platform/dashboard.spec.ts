import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FullScrape, parsePromQl } from '@petstore/testing/metrics';
import { takeFullScrape } from '../testing/full-scrape.ts';

/** A query of a panel. */
interface Target {
  readonly expr: string;
  readonly legendFormat: string;
  readonly datasource: unknown;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly datasource?: unknown;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
}

interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly Variable[] };
}

/** A variable that the user of the dashboard selects. */
interface Variable {
  readonly name: string;
  /** An object if the values of the variable come from Prometheus, text if the variable is the data source. */
  readonly query: string | { readonly query: string };
}

const workspaceRoot = join(__dirname, '../../../..');
const readText = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');

const { panels, templating } = JSON.parse(readText('docs/monitoring/dashboard.json')) as Dashboard;
const queryPanels = panels.filter(({ type }) => type !== 'row');
const targets = queryPanels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

let scrape: FullScrape;

beforeAll(async () => {
  scrape = await takeFullScrape();
});

/** Parses a PromQL expression. Replaces the interval variable of Grafana, because it is not PromQL. */
const parseExpression = (expression: string) => parsePromQl(expression.replaceAll('$__rate_interval', '5m'));

describe('dashboard.json', () => {
  it('uses the selected data source in every query', () => {
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    const elements = [...queryPanels, ...targets, ...templating.list.slice(1)] as { datasource?: unknown }[];
    for (const { datasource } of elements) expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
    for (const { targets } of queryPanels) expect(targets?.length).toBeGreaterThan(0);
  });

  it('has panels with unique ids that do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)}/${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });

  it.each(targets)(
    'uses only metrics and labels that a scrape has: $title, $legendFormat',
    ({ expr, legendFormat }) => {
      expect(scrape.missingFrom(parseExpression(expr))).toEqual([]);
      const used = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      expect(scrape.resultLabels(parseExpression(expr))).toEqual(expect.arrayContaining(used));
    },
  );

  it('defines exactly the variables that it uses', () => {
    const used = [...JSON.stringify(panels).matchAll(/\$\{?(\w+)\}?/g)].map(([, name]) => name);
    const ownVariables = [...new Set(used)].filter((name) => name !== '__rate_interval');
    expect(ownVariables.sort()).toEqual(templating.list.map(({ name }) => name).sort());
  });

  it('finds the values of its variables in a scrape', () => {
    const queries = templating.list.flatMap(({ query }) => (typeof query === 'string' ? [] : query.query));
    expect(queries).toHaveLength(2);
    for (const query of queries) {
      const [, selector = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? [];
      expect(scrape.missingFrom(parseExpression(`sum by (${label}) (${selector})`))).toEqual([]);
    }
  });

  it('shows every metric of the service', () => {
    const shown = targets.flatMap(({ expr }) => parseExpression(expr).selectors.map(({ metric }) => metric));
    const isShown = (name: string) => shown.includes(name) || shown.includes(`${name}_bucket`);
    expect(scrape.metrics.length).toBeGreaterThanOrEqual(11);
    expect(scrape.metrics.filter((name) => !isShown(name))).toEqual([]);
  });
});

it('the operations document names every metric of the service', () => {
  const document = readText('docs/operations.md');
  expect(scrape.metrics.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});
