import { ServiceProcess, type Place } from '@petstore/processes';

/** An instance of the service that may be ended and started again, and then listens elsewhere. */
export class Instance {
  private constructor(
    private readonly place: Place,
    private readonly env: Record<string, string>,
    private current: ServiceProcess,
  ) {}

  static async start(place: Place, env: Record<string, string> = {}): Promise<Instance> {
    return new Instance(place, env, await ServiceProcess.start(place, env));
  }

  /** With its standard output on a descriptor. @param env with the PORT to listen on */
  static async startWithOutput(
    place: Place,
    env: Record<string, string> & { readonly PORT: string },
    descriptor: number,
  ): Promise<Instance> {
    return new Instance(place, env, await ServiceProcess.startWithOutput(place, env, descriptor));
  }

  readonly address = (): string => this.current.address;

  get pid(): number {
    return this.current.pid;
  }

  /** Where the metrics are, when `METRICS_PORT` was set. */
  async metricsAddress(): Promise<string> {
    return (JSON.parse(await this.current.says('metrics listening')) as { address: string }).address;
  }

  /** Reads its log, or lets it wait in the pipe. */
  set isLogRead(isRead: boolean) {
    this.current.isLogRead = isRead;
  }

  /** Answers the exit code; null when the signal killed it. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    return this.current.end(signal);
  }

  /** Waits until it is ready. */
  async startAgain(): Promise<void> {
    this.current = await ServiceProcess.start(this.place, this.env);
  }
}
