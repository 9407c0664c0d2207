import { parsePromQl } from './promql.ts';

describe('readPromQl', () => {
  it('returns the metrics, the conditions on their labels and the groupings', () => {
    expect(parsePromQl('sum by (route) (rate(requests_total{status=~"5.."}[5m]))')).toEqual({
      selectors: [{ metric: 'requests_total', matchers: [{ label: 'status', operator: '=~', value: '5..' }] }],
      groupings: [{ label: 'route', metrics: ['requests_total'] }],
    });
  });

  it.each([
    '',
    'sum by (rate(x[5m]))',
    'rate(x[5m',
    'up ==',
    'summ(up)',
    'sum(up) by',
    'up{job=petstore}',
    'up{job="a}',
  ])('throws if the expression is not PromQL: %j', (expression) => {
    expect(() => parsePromQl(expression)).toThrow('no PromQL');
  });
});
