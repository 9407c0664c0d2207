import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.ts';

/** Passes the messages of Nest to our logger. Nest's level `log` becomes `debug`, because Nest uses it for every module and route. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message: unknown) => logger.debug(String(message)),
    warn: (message: unknown) => logger.warn(String(message)),
    error: (message: unknown, ...details: unknown[]) => logger.error({ details }, String(message)),
  };
}
