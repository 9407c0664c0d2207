import type { LoggerService } from '@nestjs/common';
import type { Logger } from '../server/logger.ts';

/** Passes Nest's own messages to our logger; what Nest logs at start-up has the level `debug`. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message: unknown) => logger.debug(String(message)),
    warn: (message: unknown) => logger.warn(String(message)),
    error: (message: unknown, ...details: unknown[]) => logger.error({ details }, String(message)),
  };
}
