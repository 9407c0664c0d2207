import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpError } from './errors.ts';
import type { Log } from './log.ts';
import { maxMetricsConnections } from './connection-limit.ts';
import { listen, type ListenAddress } from './listen.ts';
import { contextOf } from './request-context.ts';
import { unparsedRoute } from './routes.ts';

/** A gauge that is read at each scrape. */
export interface GaugeDefinition {
  readonly name: string;
  /** Meaning of the value, as a sentence. */
  readonly help: string;
  /**
   * Returns the value; undefined if it is unknown, so that the scrape has no sample. It must return within about a second, and must not
   * reject, because the scrape waits for it.
   */
  read(): number | undefined | Promise<number | undefined>;
}

/** The connection pool of the database. */
export interface PoolSource {
  /** Returns the numbers of open connections, of idle connections and of waiting callers, and the maximum of connections. */
  state(): { readonly size: number; readonly idle: number; readonly waiting: number; readonly limit: number };
  /**
   * @param listener gets the milliseconds of each wait for a connection, also if the wait failed
   * @returns a function that removes the listener
   */
  onWait(listener: (milliseconds: number) => void): () => void;
}

/** What the metrics show in addition to the requests and the process. */
export interface MetricsSources {
  /** Version of the service. */
  readonly version: string;
  /** The earliest date at which a deprecated operation is to be removed; undefined if no operation is deprecated. */
  readonly sunset: Date | undefined;
  /** Undefined if there is no connection pool. */
  readonly pool?: PoolSource | undefined;
  readonly gauges: readonly GaugeDefinition[];
  /** Returns the number of lines that the log has dropped since the start of the process. */
  readonly droppedLogLines: () => number;
}

/** The listener for Prometheus. */
export interface MetricsListener {
  /** The URL that Prometheus scrapes. */
  readonly url: string;
  close(): Promise<void>;
}

const metricsPath = '/metrics';

/** Upper bounds in seconds. The range extends from the duration of a list request without load to the timeouts of clients. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Methods with their own label value. All other methods have the value `other`, to limit the number of series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const otherMethod = 'other';

/** Codes of the errors that `petstore_key_refusals_total` counts. */
const keyRefusals: readonly string[] = ['missing_api_key', 'invalid_api_key', 'read_only_key'];

/**
 * Measures the requests of a server, and serves the metrics to Prometheus on a port of their own.
 * @throws OperatorError if the port cannot be used
 */
export async function startMetrics(
  address: ListenAddress,
  server: Server,
  sources: MetricsSources,
  log: Pick<Log, 'info'>,
): Promise<MetricsListener> {
  const registry = new Registry();
  const listener = createServer(({ method = '', url }, response) => {
    if (url?.split('?')[0] !== metricsPath) return void response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  listener.maxConnections = maxMetricsConnections;
  const url = (await listen(listener, address, 'METRICS_')) + metricsPath;
  observeProcess(sources, registry);
  observeHttp(server, registry);
  for (const gauge of sources.gauges) addGauge(registry, gauge.name, gauge.help, () => gauge.read());
  const stopMeasuring = sources.pool && observePool(sources.pool, registry);
  log.info({ address: url }, 'metrics listening');
  return {
    url,
    async close() {
      stopMeasuring?.();
      const closed = once(listener.close(), 'close');
      listener.closeAllConnections();
      await closed;
    },
  };
}

function addGauge(registry: Registry, name: string, help: string, read: GaugeDefinition['read']): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

/** Measures the build, CPU, memory, open files, event-loop lag and log of the process. */
function observeProcess({ version, sunset, droppedLogLines }: MetricsSources, registry: Registry): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // They list all open handles with undocumented members of `process`, have 24 series, or repeat `petstore_build_info`.
  const unwanted = /^nodejs_(active|heap_space|version)_/;
  for (const { name } of registry.getMetricsAsArray()) if (unwanted.test(name)) registry.removeSingleMetric(name);
  new Gauge({
    name: 'petstore_build_info',
    help: 'Always 1. The labels are the versions of the service and of Node.',
    labelNames: ['version', 'node'] as const,
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Counter({
    name: 'petstore_log_lines_dropped_total',
    help: 'Log lines that were dropped because they could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(droppedLogLines());
    },
  });
  if (sunset) {
    addGauge(
      registry,
      'petstore_sunset_timestamp_seconds',
      'When the first deprecated operation is to be removed.',
      () => sunset.getTime() / 1_000,
    );
  }
}

function observeHttp(server: Server, registry: Registry): void {
  const registers = [registry];
  const requests = new Counter({
    name: 'petstore_http_requests_total',
    help: 'Completed requests. Status "aborted": the client disconnected before the response.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'petstore_http_request_duration_seconds',
    help: 'Time from the head of the request to the end of the response.',
    labelNames: ['method', 'route'] as const,
    buckets: durationBuckets,
    registers,
  });
  let inFlight = 0;
  addGauge(registry, 'petstore_http_requests_in_flight', 'Requests whose response has not ended.', () => inFlight);
  const refusals = new Counter({
    name: 'petstore_key_refusals_total',
    help: 'Requests that were refused because of their API key, by error code.',
    labelNames: ['code'] as const,
    registers,
  });
  for (const code of keyRefusals) refusals.inc({ code }, 0);
  // Counted by API key, so that the operator can inform its holder. Only verified keys create a series.
  const deprecatedCalls = new Counter({
    name: 'petstore_deprecated_calls_total',
    help: 'Calls of deprecated operations, by public id of the API key.',
    labelNames: ['api_key'] as const,
    registers,
  });

  server.on('dispatch', () => (inFlight += 1));
  server.on('completed', (response: ServerResponse, duration: number) => {
    inFlight -= 1;
    const { method: sent = '' } = response.req;
    const method = methods.has(sent) ? sent : otherMethod;
    const context = contextOf(response.req);
    const { caller, errorCode, isDeprecated, route } = context;
    requests.inc({ method, route, status: context.statusOf(response) ?? 'aborted' });
    durations.observe({ method, route }, duration / 1_000);
    if (errorCode !== undefined && keyRefusals.includes(errorCode)) refusals.inc({ code: errorCode });
    if (isDeprecated && caller) deprecatedCalls.inc({ api_key: caller.id });
  });
  server.on('unparsed', ({ status }: HttpError) => {
    requests.inc({ method: otherMethod, route: unparsedRoute, status });
  });
}

/** @returns a function that stops the measurement */
function observePool(pool: PoolSource, registry: Registry): () => void {
  const registers = [registry];
  new Gauge({
    name: 'petstore_pool_connections',
    help: 'Open connections to the database, by state: used or idle.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      const { size, idle } = pool.state();
      this.set({ state: 'used' }, size - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  addGauge(
    registry,
    'petstore_pool_connections_limit',
    'Maximum number of open connections to the database.',
    () => pool.state().limit,
  );
  addGauge(
    registry,
    'petstore_pool_waiting',
    'Callers that wait for a connection to the database.',
    () => pool.state().waiting,
  );
  const waits = new Histogram({
    name: 'petstore_pool_wait_seconds',
    help: 'Time that callers waited for a connection to the database, also if they got none.',
    buckets: durationBuckets,
    registers,
  });
  return pool.onWait((milliseconds) => waits.observe(milliseconds / 1_000));
}
