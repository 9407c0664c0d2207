import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readBody } from '../http/read-body.ts';
import { deadlineOf, untimed } from '../http/request-deadline.ts';
import { withinDeadline } from '../http/within-deadline.ts';
import { confirmCaller } from './caller.ts';

/**
 * The body as JSON, read after the guards: without a valid key, no body is read. The key may be revoked while the body is on its
 * way, which can take as long as REQUEST_TIMEOUT, so it is checked again after that. Pipes check the body.
 */
export const AuthenticatedBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  return readAuthenticatedBody(http.getRequest(), http.getResponse());
});

async function readAuthenticatedBody(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  try {
    return await untimed(request, readBody(request, response));
  } finally {
    // Also when the body is refused: the key comes first.
    const deadline = deadlineOf(request);
    const confirming = confirmCaller(request, deadline);
    if (confirming) await withinDeadline(confirming, deadline);
  }
}
