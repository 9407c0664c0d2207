import type { INestApplication } from '@nestjs/common';
import type { Request, Response } from 'express';
import { sendError } from '../response/error-body.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import type { Readiness } from './readiness.ts';

export const healthPath = '/health';

/**
 * Adds the health probes, which need no API key. `live` always returns 200. `ready` returns 200 if the service can handle
 * requests, otherwise 503.
 */
export function serveHealth(app: INestApplication, readiness: Readiness): void {
  const adapter = app.getHttpAdapter();
  adapter.get(`${healthPath}/live`, (_request: Request, response: Response) => {
    response.json({ status: 'live' });
  });
  adapter.get(`${healthPath}/ready`, (_request: Request, response: Response) => {
    const reason = readiness.notReadyReason();
    if (reason) sendError(response, new RequestError(platformErrors.service_unavailable, reason));
    else response.json({ status: 'ready' });
  });
}
