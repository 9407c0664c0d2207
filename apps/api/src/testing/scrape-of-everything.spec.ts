import { readPromQl } from './promql.ts';
import { ScrapeOfEverything } from './scrape-of-everything.ts';

let scrape: ScrapeOfEverything;

beforeAll(async () => {
  scrape = await ScrapeOfEverything.take();
});

describe('a scrape of everything', () => {
  it.each([
    'sum by (route) (rate(petstore_http_requests_total{status=~"5.."}[5m]))',
    'petstore_key_refusals_total{code="missing_api_key"} * on (job) group_left () up',
    'absent(up{job="petstore", instance="a"})',
  ])('has what is asked for by %s', (expression) => {
    expect(scrape.faultsOf(readPromQl(expression))).toEqual([]);
  });

  it.each([
    ['a metric', 'sum(petstore_pets_total)', 'petstore_pets_total'],
    ['half of a name', 'rate(petstore_http_requests[5m])', 'petstore_http_requests'],
    ['a histogram as a whole', 'petstore_pool_wait_seconds', 'petstore_pool_wait_seconds'],
    ['a label', 'petstore_pool_waiting{state="idle"}', 'petstore_pool_waiting{state="idle"}'],
    ['a value', 'petstore_key_refusals_total{code="x"}', 'petstore_key_refusals_total{code="x"}'],
    ['a pattern', 'petstore_pool_waiting{state!~"i.*"}', 'petstore_pool_waiting{state!~"i.*"}'],
    ['a group', 'sum by (route) (process_resident_memory_bytes)', 'process_resident_memory_bytes by route'],
    ['a match', 'up * on (route) petstore_pool_waiting', 'up, petstore_pool_waiting by route'],
  ])('does not have %s that nobody measures', (_, expression, fault) => {
    expect(scrape.faultsOf(readPromQl(expression))).toEqual([fault]);
  });
});

describe('readPromQl', () => {
  it.each([
    '',
    'sum by (rate(x[5m]))',
    'rate(x[5m',
    'up ==',
    'summ(up)',
    'sum(up) by',
    'up{job=petstore}',
    'up{job="a}',
  ])('is red when it is no PromQL: %j', (expression) => {
    expect(() => readPromQl(expression)).toThrow('no PromQL');
  });
});
