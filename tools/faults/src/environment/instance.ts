import { type DatabaseLocation, ServiceProcess } from '@petstore/processes';

/** An instance of the service that can be restarted. It then listens on another port. */
export class Instance {
  private constructor(
    private readonly database: DatabaseLocation,
    private readonly env: Record<string, string>,
    private current: ServiceProcess,
  ) {}

  static async start(database: DatabaseLocation, env: Record<string, string> = {}): Promise<Instance> {
    return new Instance(database, env, await ServiceProcess.start(database, env));
  }

  /** Starts with its standard output on a file descriptor. @param env with the PORT to listen on */
  static async startWithOutput(
    database: DatabaseLocation,
    env: Record<string, string> & { readonly PORT: string },
    descriptor: number,
  ): Promise<Instance> {
    return new Instance(database, env, await ServiceProcess.startWithOutput(database, env, descriptor));
  }

  readonly address = (): string => this.current.address;

  get pid(): number {
    return this.current.pid;
  }

  /** URL of the metrics, if `METRICS_PORT` was set. */
  async metricsAddress(): Promise<string> {
    return (JSON.parse(await this.current.waitForLog('metrics listening')) as { address: string }).address;
  }

  /** Whether the log is read. While it is not, lines wait in the pipe. */
  set isLogRead(isRead: boolean) {
    this.current.isLogRead = isRead;
  }

  /** Sends the signal and waits for the exit. @returns exit code; null if the signal killed the process */
  end(signal: NodeJS.Signals): Promise<number | null> {
    return this.current.end(signal);
  }

  /** Starts the service again and waits until it is ready. */
  async restart(): Promise<void> {
    this.current = await ServiceProcess.start(this.database, this.env);
  }
}
