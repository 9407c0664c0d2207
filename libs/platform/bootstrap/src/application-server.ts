import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { Readiness } from '@petstore/http/health/readiness';
import { GracefulShutdown } from '@petstore/http/server/graceful-shutdown';
import { listen, type ListenAddress } from '@petstore/http/server/listen';
import type { Log } from '@petstore/telemetry/log/log';
import { startMetrics } from '@petstore/telemetry/start-metrics';
import type { ApplicationOptions } from './application-options.ts';
import { createApplication } from './create-application.ts';
import { metricsOptions, type ProcessMetrics } from './metrics-options.ts';
import { startPeriodicJobs } from './start-periodic-jobs.ts';

/** A resource that a service needs before it is ready, such as its database. */
export interface Dependency {
  /** Resolves to true when the dependency is available. Resolves to false if it was closed before it was available. */
  readonly opening: Promise<boolean>;
  /** Rejects if the dependency is not available. It must have a timeout. */
  ping(): Promise<unknown>;
  /** Returns what happens in it before it is available, for `/health/ready`; undefined if that is unknown. */
  startActivity?(): string | undefined;
  close(): Promise<void>;
}

export interface ApplicationServerOptions {
  readonly application: ApplicationOptions;
  readonly address: ListenAddress;
  readonly dependency: Dependency;
  readonly log: Log;
  /** Milliseconds for which the shutdown waits for running requests. */
  readonly shutdownTimeout: number;
  readonly processMetrics: ProcessMetrics;
  /** Address of the metrics listener. If it is undefined, there are no metrics. */
  readonly metricsAddress?: ListenAddress | undefined;
}

/** An application that listens, with its dependency, its metrics and its graceful shutdown. */
export class ApplicationServer {
  private stopping: Promise<void> | undefined;

  private constructor(
    readonly app: INestApplication,
    /** Base URL of the service, with the port that it listens on. */
    readonly url: string,
    private readonly options: ApplicationServerOptions,
    private readonly readiness: Readiness,
    private readonly shutdown: GracefulShutdown,
    private readonly metrics: { close(): Promise<void> } | undefined,
  ) {}

  /**
   * Starts to listen immediately. Until `serve` has resolved, the service is not ready. If the start fails, closes everything
   * that it has opened, and the dependency.
   * @throws OperatorError if the service cannot listen on one of its addresses
   */
  static async start(options: ApplicationServerOptions): Promise<ApplicationServer> {
    const { dependency, log, application } = options;
    // `serve` awaits the promise. Without this handler, a rejection before `serve` would end the process.
    dependency.opening.catch(() => undefined);
    const opened: { close(): Promise<void> }[] = [dependency];
    try {
      const readiness = new Readiness(
        () => dependency.ping(),
        () => dependency.startActivity?.(),
      );
      const app = await createApplication(application, { readiness, log });
      opened.unshift(app);
      const server = app.getHttpServer() as Server;
      const shutdown = new GracefulShutdown(server);
      const metrics = await startMetrics(
        options.metricsAddress,
        server,
        metricsOptions(app, application, options.processMetrics),
        log,
      );
      if (metrics) opened.unshift(metrics);
      const url = await listen(server, options.address, 'HOST and PORT');
      log.info({ address: url }, 'listening');
      return new ApplicationServer(app, url, options, readiness, shutdown, metrics);
    } catch (error) {
      for (const resource of opened) await resource.close();
      throw error;
    }
  }

  /**
   * Waits for the dependency, makes the service ready and starts the periodic jobs.
   * @param prepare called when the dependency is available, before the service is ready
   * @returns false if the dependency was closed before it was available
   */
  async serve(prepare: () => Promise<void> = async () => undefined): Promise<boolean> {
    if (!(await this.options.dependency.opening)) return false;
    await prepare();
    this.readiness.markReady();
    startPeriodicJobs(this.app);
    return true;
  }

  /** Waits for the running requests, then closes the server, the metrics and the dependency. A second call only waits. */
  stop(): Promise<void> {
    return (this.stopping ??= this.stopInOrder());
  }

  private async stopInOrder(): Promise<void> {
    const { log, shutdownTimeout, dependency } = this.options;
    this.readiness.markStopping();
    const connections = await this.shutdown.shutDown(shutdownTimeout);
    if (connections > 0) log.warn({ connections }, 'cut off: they took longer than DRAIN_TIMEOUT');
    await this.app.close();
    await this.metrics?.close();
    await dependency.close();
  }
}
