import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError, type ErrorKind } from '@petstore/kernel';
import type { Request, Response } from 'express';
import { sendError } from '../response/error-body.ts';
import { catalogued, errorCatalogue, isErrorCode, type ErrorCode } from '../response/error-catalogue.ts';
import { ApiError } from '../response/request-error.ts';
import { clientAddressOf } from '../server/client-address.ts';
import type { Logger } from '../server/logger.ts';

/** What a broken rule is over HTTP when its own code is no part of the contract; a new kind does not compile without. */
const codeOfKind: Record<ErrorKind, ErrorCode> = {
  invalid: 'invalid_body',
  unauthenticated: 'invalid_api_key',
  'not-found': 'route_not_found',
  // Those of the operations have codes of their own.
  conflict: 'internal_error',
  unavailable: 'service_unavailable',
};

/** What is said for a framework's status; of the others, 4xx is the request's fault and 5xx the service's. */
const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'invalid_api_key',
  404: 'route_not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
};

/** The only filter: whatever is thrown anywhere becomes an Error body here. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    const error = toApiError(thrown);
    const { status } = catalogued(error.code);
    if (status >= 500) {
      const requestId = response.getHeader('X-Request-Id');
      const client = clientAddressOf(http.getRequest<Request>());
      this.logger[status === 500 ? 'error' : 'warn'](
        { requestId, client, code: error.code, err: causeOf(thrown) },
        'request failed',
      );
    }
    if (response.headersSent) response.destroy();
    else sendError(response, error);
  }
}

function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof DomainError) {
    return new ApiError(isErrorCode(thrown.code) ? thrown.code : codeOfKind[thrown.kind], thrown.message);
  }
  if (thrown instanceof HttpException) return fromFramework(thrown);
  return new ApiError('internal_error', errorCatalogue.internal_error.meaning);
}

/** What Nest or Express refuses by itself; their words for it are not ours, so the code is found by the status. */
function fromFramework(exception: HttpException): ApiError {
  const status = exception.getStatus();
  const code = codeOfStatus[status] ?? (status < 500 ? 'malformed_request' : 'internal_error');
  return new ApiError(code, catalogued(code).meaning);
}

function causeOf(thrown: unknown): unknown {
  return thrown instanceof DomainError && thrown.cause ? thrown.cause : thrown;
}
