import { Socket } from 'node:net';
import { HttpException, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpRequest } from '@petstore/http/context/request-context';
import { ErrorFilter } from '@petstore/http/nest/error.filter';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { DomainError, InvalidValue } from '@petstore/kernel';
import { LogCapture } from '@petstore/testing/application';
import { missingApiKey } from '../auth/auth.errors.ts';
import { servedContexts } from '../contexts.ts';

/** A domain error with any code. */
class BrokenRule extends DomainError {
  constructor(readonly code: string) {
    super('what is broken');
  }
}

/** Runs the filter. Returns a response that records the calls of the filter. */
function catchError(thrown: unknown, headersSent = false) {
  const request = new HttpRequest(new Socket());
  const response = {
    req: request,
    headersSent,
    writeHead: jest.fn().mockReturnThis(),
    end: jest.fn(),
    destroy: jest.fn(),
  };
  new ErrorFilter(servedContexts(true).errors, new LogCapture().log).catch(
    thrown,
    new ExecutionContextHost([request, response]),
  );
  return response;
}

/** Returns the body that the filter sends. */
function bodyOf(thrown: unknown): unknown {
  const { writeHead, end, destroy } = catchError(thrown);
  expect(destroy).not.toHaveBeenCalled();
  const body = JSON.parse(end.mock.calls[0][0]);
  expect(writeHead).toHaveBeenCalledWith(body.status, expect.objectContaining({ 'Content-Type': 'application/json' }));
  return body;
}

describe('ErrorFilter', () => {
  it.each([
    ['invalid_new_pet', 'invalid_body', 400],
    ['invalid_page_limit', 'invalid_parameter', 400],
    ['invalid_api_key', 'invalid_api_key', 401],
    ['pet_not_found', 'pet_not_found', 404],
    ['outcome_unknown', 'outcome_unknown', 503],
  ])('responds to the domain error %s with %s and its message', (domainCode, code, status) => {
    expect(bodyOf(new BrokenRule(domainCode))).toStrictEqual({ code, message: 'what is broken', status });
  });

  it('responds to an invalid value with invalid_body', () => {
    const thrown = new InvalidValue('invalid_pet_name', 'name', 7, 'text');
    expect(bodyOf(thrown)).toStrictEqual({ code: 'invalid_body', message: 'name must be text', status: 400 });
  });

  it.each(['broken_rule', 'api_key_expired'])('responds to the unexpected domain error %s with 500', (code) => {
    const { code: internal, status, meaning: message } = platformErrors.internal_error;
    expect(bodyOf(new BrokenRule(code))).toStrictEqual({ code: internal, message, status });
  });

  it.each([
    [new NotFoundException('pet 7'), 'route_not_found', 404],
    [new HttpException('secret', 400), 'malformed_request', 400],
    [new HttpException('secret', 413), 'payload_too_large', 413],
    [new HttpException('secret', 415), 'unsupported_media_type', 415],
    [new HttpException('secret', 412), 'malformed_request', 400],
    [new HttpException('secret', 418), 'malformed_request', 400],
    [new HttpException('secret', 503), 'service_unavailable', 503],
    [new HttpException('secret', 501), 'internal_error', 500],
  ])('responds to %s of Nest with %s, and not with the message of the exception', (exception, code, status) => {
    const body = bodyOf(exception);
    expect(body).toMatchObject({ code, status });
    expect(JSON.stringify(body)).not.toMatch(/secret|pet 7/);
  });

  it('adds the headers of the RequestError to those of its HttpError', () => {
    const { writeHead } = catchError(new RequestError(missingApiKey, 'No key.', { Connection: 'close' }));
    expect(writeHead).toHaveBeenCalledWith(
      401,
      expect.objectContaining({ Connection: 'close', 'WWW-Authenticate': 'Bearer realm="petstore"' }),
    );
  });

  it('destroys a response whose head was already sent', () => {
    const { destroy, writeHead, end } = catchError(new Error('half-way'), true);
    expect(destroy).toHaveBeenCalledTimes(1);
    expect(writeHead).not.toHaveBeenCalled();
    expect(end).not.toHaveBeenCalled();
  });
});
