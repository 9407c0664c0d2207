import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

export const newRequestId = () => randomUUID();

/** Every answer says which request it answers; the log says it with the cause of every failure. */
export function giveRequestId(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('X-Request-Id', newRequestId());
  next();
}
