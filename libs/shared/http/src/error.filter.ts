import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { DomainError, InvalidValue } from '@petstore/kernel';
import type { Request, Response } from 'express';
import { stateOf } from '@petstore/edge/request-state';
import { platformErrors, RequestError, type HttpError } from '@petstore/edge/errors';
import { sendError } from '@petstore/edge/error-response';
import type { Log } from '@petstore/operations/log';

/** The error for the status of an HttpException. For another 4xx it is `malformed_request`, for another 5xx `internal_error`. */
const errorOfStatus: Readonly<Record<number, HttpError>> = {
  404: platformErrors.route_not_found,
  405: platformErrors.method_not_allowed,
  408: platformErrors.request_timeout,
  413: platformErrors.payload_too_large,
  415: platformErrors.unsupported_media_type,
  503: platformErrors.service_unavailable,
};

/** The only exception filter: responds to every exception with an Error body. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly errors: ReadonlyMap<string, HttpError>;

  /** @param errors the HTTP error for each code of a domain error */
  constructor(
    errors: Readonly<Record<string, HttpError>>,
    private readonly log: Log,
  ) {
    this.errors = new Map(Object.entries(errors));
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const response = http.getResponse<Response>();
    // Node's parser has refused the body while the handler ran, and `respondToParserErrors` has responded.
    if (response.writableEnded) return;
    const error = this.toRequestError(thrown);
    const { code, status } = error.error;
    // The work of a client that has disconnected is aborted and fails with 503, which is no failure of the service.
    const isGivenUp = status === 503 && response.destroyed;
    if (status >= 500 && !isGivenUp) {
      const { requestId, clientAddress: client } = stateOf(http.getRequest<Request>());
      const err = thrown instanceof DomainError && thrown.cause ? thrown.cause : thrown;
      this.log[status === 500 ? 'error' : 'warn']({ requestId, client, code, err }, 'request failed');
    }
    if (response.headersSent) response.destroy();
    else sendError(response, error);
  }

  private toRequestError(thrown: unknown): RequestError {
    if (thrown instanceof RequestError) return thrown;
    if (thrown instanceof HttpException) return fromFramework(thrown);
    // The members of a body have codes, such as `invalid_pet_name`, but no HTTP errors of their own.
    const invalidBody = thrown instanceof InvalidValue ? platformErrors.invalid_body : undefined;
    const error = thrown instanceof DomainError ? (this.errors.get(thrown.code) ?? invalidBody) : undefined;
    // Only the log contains the message of an unexpected error.
    if (!error || error.status === 500) return new RequestError(platformErrors.internal_error);
    return new RequestError(error, (thrown as DomainError).message);
  }
}

/** Converts an exception of Nest or Express. Uses only its status, because its message is not part of the contract. */
function fromFramework(exception: HttpException): RequestError {
  const status = exception.getStatus();
  const { malformed_request, internal_error } = platformErrors;
  return new RequestError(errorOfStatus[status] ?? (status < 500 ? malformed_request : internal_error));
}
