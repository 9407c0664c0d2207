import type { Operation } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import { flatOperations } from '../arbitraries/flatten-schemas.ts';
import { validRequest, type CredentialErrors, type ValidRequest } from '../arbitraries/requests.ts';
import type { DocumentCheck } from '../check/document-check.ts';
import type { HttpResponse } from '../raw/http-response.ts';
import { expectCreated } from './created-resource.ts';
import { isCreate } from './operation-kinds.ts';
import { PropertyClient, type RunningApplication } from './property-client.ts';
import { addMembers, withoutMembers } from './referring-members.ts';

export interface DocumentPropertiesOptions {
  readonly documentCheck: DocumentCheck;
  /** Starts the application without resources. `documentCheck` must check its responses. */
  readonly start: () => Promise<RunningApplication>;
  readonly credentialErrors: CredentialErrors;
  /** The members of bodies that must refer to another resource, by operation and member. */
  readonly references?: Readonly<Record<string, Readonly<Record<string, CreateReferred>>>>;
  /** Query parameters that delay the response. Valid requests do not have them. */
  readonly delayingParameters?: readonly string[];
  /** Paths that exist in addition to those of the document's operations. */
  readonly otherPaths?: readonly string[];
  /** Seed of fast-check: the same seed sends the same requests. */
  readonly seed: number;
  /** Minimum number of requests of all properties. A test fails if there were fewer, because properties were skipped. */
  readonly minRequests: number;
  /** Factor for the number of requests of each property. Default 1. */
  readonly scale?: number;
}

/** Creates a resource that a valid request refers to, and returns its id. */
type CreateReferred = (client: Pick<PropertyClient, 'send'>) => Promise<bigint>;

/** Number of resources that `start` creates with each create operation. */
const resources = 30;

/** The state of the property tests of one document: the application of the current test, and the counts of all tests. */
export class PropertyRun {
  /** The document's operations, with flat schemas. */
  readonly operations: readonly Operation[];
  private readonly counts = new Map<string, number>();
  private current: PropertyClient | undefined;
  private locations = new Map<string, string[]>();

  constructor(readonly options: DocumentPropertiesOptions) {
    this.operations = flatOperations(options.documentCheck.document);
  }

  /** The client of the current test. */
  get client(): PropertyClient {
    if (!this.current) throw new Error('the application of the test has not started');
    return this.current;
  }

  get totalRequests(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Starts the application and creates resources with every create operation. */
  async start(): Promise<void> {
    const { seed, documentCheck, start } = this.options;
    this.current = new PropertyClient(await start(), documentCheck, this.counts);
    this.locations = new Map();
    for (const operation of this.operations.filter(isCreate)) {
      for (const request of fc.sample(this.validRequest(operation), { seed, numRuns: resources })) {
        const { location } = expectCreated(await this.client.send(await this.refer(operation, request)));
        const get = this.getOperationAt(location);
        this.locations.set(get, [...(this.locations.get(get) ?? []), location]);
      }
    }
  }

  async close(): Promise<void> {
    await this.current?.close();
    this.current = undefined;
  }

  /** Generates valid requests that are not delayed, without the members that `refer` adds. */
  validRequest(operation: Operation): Arbitrary<ValidRequest> {
    const { delayingParameters = [] } = this.options;
    const parameters = operation.parameters?.filter(({ name }) => !delayingParameters.includes(name)) ?? [];
    return validRequest(withoutMembers({ ...operation, parameters }, Object.keys(this.referencesOf(operation))));
  }

  /** Creates the resources that the request must refer to, and returns the request with their ids. */
  async refer(operation: Operation, request: ValidRequest): Promise<ValidRequest> {
    const ids: Record<string, bigint> = {};
    for (const [member, create] of Object.entries(this.referencesOf(operation)))
      ids[member] = await create(this.client);
    return addMembers(request, ids);
  }

  private referencesOf({ operationId }: Operation): Readonly<Record<string, CreateReferred>> {
    return this.options.references?.[operationId] ?? {};
  }

  /** Returns the paths of the resources that exist at the start of a test and that the operation returns. */
  locationsOf({ operationId }: Operation): readonly string[] {
    const locations = this.locations.get(operationId);
    if (!locations) throw new Error(`no create operation returns a Location for ${operationId}`);
    return locations;
  }

  /** Returns the paths of the operation for all resources that exist. */
  pathsOfCreated({ path }: Operation): ReadonlySet<string> {
    return new Set([...this.client.created].map((location) => location + endOf(path)));
  }

  /**
   * Returns the `operationId` of the GET operation for this location.
   * @throws Error if there is none
   */
  getOperationAt(location: string): string {
    const operation = this.options.documentCheck.contract.operationFor({ method: 'GET', path: location });
    if (!operation) throw new Error(`no operation returns the resource at ${location}`);
    return operation.operationId;
  }

  /** Checks the property for many values. A failure reports the smallest counterexample and the seed. */
  holdsFor<T>(values: Arbitrary<T>, runs: number, property: (value: T) => Promise<void>): Promise<void> {
    const { seed, scale = 1 } = this.options;
    return fc.assert(fc.asyncProperty(values, property), { seed, numRuns: Math.ceil(runs * scale) });
  }

  /** Registers one test for each operation of the kind. */
  testEach(
    isOfKind: (operation: Operation) => boolean,
    name: string,
    check: (operation: Operation) => Promise<void>,
  ): void {
    const operations = this.operations.filter(isOfKind);
    if (operations.length > 0) it.each([...operations])(`${name}: $operationId`, check);
  }

  /** Lists the number of requests by operation and status. */
  report(): string {
    const lines = [...this.counts].sort().map(([name, count]) => `  ${name}: ${count}\n`);
    return `CONTRACT_SEED=${this.options.seed}: ${this.totalRequests} requests\n${lines.join('')}`;
  }
}

/** Returns the text behind the last parameter, such as `/cancel`: the path of a resource lacks it. */
export function endOf(path: string): string {
  return path.slice(path.lastIndexOf('}') + 1);
}

/** Expects an error with this code. PropertyClient checks its status against the document. */
export function expectCode({ status, text }: HttpResponse, code: string): void {
  expect(JSON.parse(text)).toMatchObject({ code, status });
}
