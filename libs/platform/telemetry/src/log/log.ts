import type { Logger } from 'pino';

/** The log: one JSON line per event. */
export type Log = Logger;
