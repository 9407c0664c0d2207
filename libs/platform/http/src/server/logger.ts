interface LogMethod {
  /** @param fields members of the line, beside its message */
  (fields: object, message: string): void;
  (message: string): void;
}

/** The logger that the HTTP code writes to. A pino logger is one. */
export type Logger = Readonly<Record<'debug' | 'info' | 'warn' | 'error' | 'fatal', LogMethod>>;
