import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { readBody } from './read-body.ts';

/** Reads the body behind the guard, so that nobody without a key has one read. For operations that take a body. */
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    request.body = await readBody(request, http.getResponse<Response>());
    return next.handle();
  }
}
