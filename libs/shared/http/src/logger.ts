interface LogMethod {
  /** @param fields members of the log line in addition to the message */
  (fields: object, message: string): void;
  (message: string): void;
}

/** The logger that the HTTP code writes to. A pino logger has this type. */
export type Logger = Readonly<Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', LogMethod>>;
