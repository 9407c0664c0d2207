import { FullScrape } from './full-scrape.ts';
import { parsePromQl } from './promql.ts';
import { parseSamples } from './scrape.ts';

const scrape = new FullScrape(
  parseSamples(`# HELP notes_requests_total Requests.
notes_requests_total{route="/v1/notes",status="200"} 3
notes_requests_total{route="/v1/notes",status="503"} 1
notes_refusals_total{code="missing_api_key"} 2
notes_wait_seconds_bucket{le="+Inf"} 1
notes_wait_seconds_sum 0.5
notes_wait_seconds_count 1
notes_waiting 0
process_resident_memory_bytes 1024
`),
  'notes_',
);

it("lists the metrics with the service's prefix, and each histogram once", () => {
  expect(scrape.metrics).toEqual([
    'notes_requests_total',
    'notes_refusals_total',
    'notes_wait_seconds',
    'notes_waiting',
  ]);
});

it.each([
  'sum by (route) (rate(notes_requests_total{status=~"5.."}[5m]))',
  'notes_refusals_total{code="missing_api_key"} * on (job) group_left () up',
  'absent(up{job="notes", instance="a"})',
])('returns nothing for an expression whose metrics, labels and values it contains: %s', (expression) => {
  expect(scrape.missingFrom(parsePromQl(expression))).toEqual([]);
});

it.each([
  ['a metric', 'sum(notes_count_total)', 'notes_count_total'],
  ['a part of a name', 'rate(notes_requests[5m])', 'notes_requests'],
  ['a histogram without suffix', 'notes_wait_seconds', 'notes_wait_seconds'],
  ['a label', 'notes_waiting{state="idle"}', 'notes_waiting{state="idle"}'],
  ['a value', 'notes_refusals_total{code="x"}', 'notes_refusals_total{code="x"}'],
  ['a label of a pattern', 'notes_waiting{state!~"i.*"}', 'notes_waiting{state!~"i.*"}'],
  ['a label of a grouping', 'sum by (route) (process_resident_memory_bytes)', 'process_resident_memory_bytes by route'],
  ['a label of a match', 'up * on (route) notes_waiting', 'up, notes_waiting by route'],
])('returns %s that the scrape does not contain', (_, expression, missing) => {
  expect(scrape.missingFrom(parsePromQl(expression))).toEqual([missing]);
});

it('returns the labels that a result can have', () => {
  expect(scrape.resultLabels(parsePromQl('sum by (route) (notes_requests_total)'))).toEqual(['route']);
  expect(scrape.resultLabels(parsePromQl('notes_refusals_total'))).toEqual(['job', 'instance', 'code']);
});
