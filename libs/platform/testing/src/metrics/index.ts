export { FullScrape } from './full-scrape.ts';
export { parsePromQl, type PromQlReading } from './promql.ts';
export { measure, parseSamples, valueOf, type MeasuredApplication, type Sample } from './scrape.ts';
