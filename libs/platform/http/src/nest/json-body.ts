import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { contextOf } from '../context/request-context.ts';
import { readBody } from '../request/request-body.ts';
import { withinDeadline } from '../request/within-deadline.ts';

/**
 * The body as parsed JSON. It is read after the guards, so no body is read for a request without a valid key. The caller is
 * confirmed again afterwards, because receiving a body can take as long as REQUEST_TIMEOUT. Pipes validate the body.
 */
export const JsonBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return readConfirmedBody(http.getRequest(), http.getResponse());
});

async function readConfirmedBody(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const context = contextOf(request);
  try {
    return await context.excludeWait(readBody(request, response));
  } finally {
    // Also if the body is refused: 401 takes precedence over errors of the body.
    const { caller, deadline } = context;
    const confirming = caller?.confirm(deadline);
    if (confirming) await withinDeadline(confirming, deadline);
  }
}
