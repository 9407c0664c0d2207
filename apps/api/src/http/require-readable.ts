import type { NextFunction, Request, Response } from 'express';
import { ApiError } from './api-error.ts';

/** What Node's parser lets through and no operation should see: HTTP/1.1 without a Host, a path that is no UTF-8. */
export function requireReadable(request: Request, _response: Response, next: NextFunction): void {
  next(faultOf(request));
}

function faultOf(request: Request): ApiError | undefined {
  if (request.headers.host === undefined && request.httpVersion === '1.1') {
    return new ApiError('malformed_request', 'The Host header is missing.', { Connection: 'close' });
  }
  try {
    decodeURIComponent(request.path);
    return undefined;
  } catch {
    return new ApiError('malformed_request', 'The path cannot be decoded: a % must begin an escaped UTF-8 byte.');
  }
}
