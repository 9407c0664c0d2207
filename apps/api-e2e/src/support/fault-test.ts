import { freePort, PostgresServer, Processes, Proxy } from '@petstore/database/testing';
import { Client } from './client.ts';
import { Ledger, type Pet, type Verdict } from './ledger.ts';
import { kindsOf, Load, type LoadOptions, type Observation } from './load.ts';
import { type Environment, type Output, Service } from './service.ts';

/** Values of faults.config.mjs. */
declare const faultTests: { readonly scale: number; readonly successes: number; readonly minutes: number };

/** Maximum milliseconds of a response, whatever the database does. */
export const longestResponse = 2_500;

/** One fault test: what it has started, its ledger, and its figures, of which `fault-reporter.mjs` makes a line of a table. */
export class FaultRun {
  readonly ledger = new Ledger();
  readonly processes = new Processes();
  private readonly endOfLoads = new AbortController();
  private readonly callbacks: (() => unknown)[] = [];
  private readonly loads: Load[] = [];
  private readonly line: Record<string, unknown> = {};

  /** Successful responses between two kills. */
  readonly successes = faultTests.successes;

  /** Duration of the soak test. */
  readonly minutes = faultTests.minutes;

  /** Returns the number of rounds, multiplied by the scale; at least 1. */
  rounds(count: number): number {
    return Math.max(1, Math.round(count * faultTests.scale));
  }

  async postgres(settings: Environment = {}): Promise<PostgresServer> {
    return PostgresServer.start(this.processes, { fsync: 'on', ...settings }, await freePort());
  }

  /** Starts an instance, and waits until it is ready. @param stdout its standard output; without it, a file */
  service({ url }: { readonly url: string }, env: Environment = {}, stdout?: Output): Promise<Service> {
    return Service.start(this.processes, { DATABASE_URL: url, ...env }, stdout);
  }

  async proxy({ url }: PostgresServer): Promise<Proxy> {
    const proxy = await Proxy.start(url);
    this.atEnd(() => proxy.close());
    return proxy;
  }

  /** Starts concurrent clients that record their creates in the ledger. */
  load(options: LoadOptions): Load {
    const load = new Load(this.ledger, this.endOfLoads.signal, options);
    this.loads.push(load);
    return load;
  }

  /** Starts a load and ends it after some responses, because the first requests take longer, also without a fault. */
  async warmUp(options: LoadOptions): Promise<void> {
    const load = new Load(this.ledger, this.endOfLoads.signal, options);
    await load.successes(300);
    await load.end();
  }

  /**
   * Starts an instance with an API key, and a load that has had 300 responses.
   * @param location of the database: a server or a proxy
   * @param clients number of concurrent clients
   */
  async startUnderLoad(location: { readonly url: string }, clients = 32) {
    const service = await this.service(location);
    const key = await service.issueKey();
    await this.warmUp({ instances: [service], key, clients });
    const load = this.load({ instances: [service], key, clients });
    await load.successes(300);
    return { service, load, client: new Client(service, key) };
  }

  /** Calls the function at the end of the test, also if it fails: clients must not run on. */
  atEnd(end: () => unknown): void {
    this.callbacks.push(end);
  }

  /**
   * Reads all pets through the service, and requires that none is lost, altered, duplicated or contradicts a response, and that the
   * faults explain every response.
   */
  async requireNothingLost(client: Client): Promise<Verdict> {
    // Clients of the kind `refused` send a malformed key, whose refusal needs no query: they get 401 also while the database is down.
    const unexplained = this.observations.filter(
      ({ kind, status }) => status === 500 || (kind === 'refused' && status !== 0 && status !== 401),
    );
    expect(kindsOf(unexplained)).toEqual([]);
    const verdict = this.ledger.compare(await client.readAll<Pet>('/v1/pets?limit=100'));
    this.show({ verdict });
    expect(verdict).toMatchObject({ lost: 0, altered: 0, duplicated: 0, contradicted: 0 });
    expect(verdict.acknowledged).toBeGreaterThan(0);
    return verdict;
  }

  /** Adds figures to the line of the test in the table: `requests`, `longest` (milliseconds), and notes of any name. */
  show(figures: Readonly<Record<string, unknown>>): void {
    Object.assign(this.line, figures);
  }

  /** Ends all that the test has started, and reports its line. */
  async end(): Promise<void> {
    this.endOfLoads.abort();
    try {
      for (const end of this.callbacks) await end();
    } finally {
      await this.processes.end();
    }
    const requests = this.observations.filter(({ code }) => code !== 'ECONNREFUSED').length;
    const longest = Math.max(...this.loads.map((load) => load.longest));
    const ofLoads = this.loads.length > 0 ? { requests, longest } : {};
    console.info(JSON.stringify({ test: expect.getState().currentTestName, ...ofLoads, ...this.line }));
  }

  private get observations(): Observation[] {
    return this.loads.flatMap((load) => load.observations);
  }
}

let current: FaultRun | undefined;

afterEach(async () => {
  // Jest does not stop a test that has timed out. It fails at its next step, because its processes have ended.
  await current?.end();
  current = undefined;
}, 60_000);

/**
 * Declares a fault test.
 * @param bound its fault and what must hold, as the table shows it
 * @param skipReason why it cannot run on this machine
 */
export function fault(bound: string, test: (run: FaultRun) => Promise<void>, skipReason?: string): void {
  if (skipReason) return it.skip(`${bound} (skipped: ${skipReason})`, () => undefined);
  it(bound, () => test((current = new FaultRun())));
}
