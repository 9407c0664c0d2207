import { type DatabaseLocation, ServiceProcess } from '@petstore/processes';

/** An instance of the service that can be restarted. After a restart it may listen on another port. */
export class Instance {
  private constructor(
    private readonly database: DatabaseLocation,
    private readonly env: Record<string, string>,
    private current: ServiceProcess,
  ) {}

  static async start(database: DatabaseLocation, env: Record<string, string> = {}): Promise<Instance> {
    return new Instance(database, env, await ServiceProcess.start(database, env));
  }

  /**
   * Starts an instance and waits until it is ready.
   * @param descriptor file descriptor of the instance's standard output
   * @param env must contain PORT
   */
  static async startWithOutput(
    database: DatabaseLocation,
    env: Record<string, string> & { readonly PORT: string },
    descriptor: number,
  ): Promise<Instance> {
    return new Instance(database, env, await ServiceProcess.startWithOutput(database, env, descriptor));
  }

  /** Current address: `http://127.0.0.1:<port>`. */
  readonly address = (): string => this.current.address;

  get pid(): number {
    return this.current.pid;
  }

  /** Returns the URL of the metrics. `METRICS_PORT` must be set. */
  async metricsAddress(): Promise<string> {
    return (JSON.parse(await this.waitForLog('metrics listening')) as { address: string }).address;
  }

  /** Waits for a log line of the current process with this message, and returns the line. */
  waitForLog(message: string): Promise<string> {
    return this.current.waitForLog(message);
  }

  /** Whether this process reads the log. While it does not, lines wait in the pipe. */
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
