import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readBody } from './read-body.ts';
import { untimed } from './request-deadline.ts';

/** The body, read behind the guards, so that nobody without a key has one read. Pipes check it. */
export const JsonBody = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const http = context.switchToHttp();
  const request = http.getRequest<IncomingMessage>();
  return untimed(request, readBody(request, http.getResponse()));
});
