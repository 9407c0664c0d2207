/** What a program hands in, because its embedded PostgreSQL knows neither its settings nor its errors. */
export interface EmbeddedPostgresOptions {
  /** Name of the database, and of its user. It must never change: two releases of the program can use one server. */
  readonly name: string;
  /** Root's directory for the PostgreSQL programs, used if the server's user cannot run them where npm installed them. */
  readonly systemDirectory: string;
  /** Additional settings of PostgreSQL. */
  readonly settings: Readonly<Record<string, string>>;
  /** Startup options of the session that each process keeps open. No timeout may end it. */
  readonly sessionOptions: string;
  /** The program's setting for the directory, for messages. */
  readonly directorySetting: string;
  /** The program's setting for the URL of another PostgreSQL, for messages. */
  readonly urlSetting: string;
  /** The error if the server cannot be started or used. Its message is for the operator. */
  readonly Failed: new (message: string, options?: ErrorOptions) => Error;
  /** The error if the server is running and does not respond. A later attempt can succeed. */
  readonly Unreachable: new (cause: Error) => Error;
}
