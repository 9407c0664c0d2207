import { describeChanges } from './change-properties.ts';
import { describeCreateOperations } from './create-properties.ts';
import { PropertyRun, type DocumentPropertiesOptions } from './property-run.ts';
import { describeReadOperations } from './read-properties.ts';
import { describeRefusals } from './refusal-properties.ts';

/**
 * Registers tests that send random requests, valid and invalid, to every operation of a document. The operations must need a
 * bearer token, create operations must return the `Location` of a GET operation, and JSON integers must be int64.
 */
export function describeDocumentProperties(options: DocumentPropertiesOptions): void {
  const run = new PropertyRun(options);
  beforeEach(() => run.start());
  afterEach(() => run.close());
  afterAll(() => process.stdout.write(run.report()));

  describe('create operations', () => describeCreateOperations(run));
  describe('operations that change a resource', () => describeChanges(run));
  describe('list and get operations', () => describeReadOperations(run));
  describe('every operation', () => describeRefusals(run));
}
