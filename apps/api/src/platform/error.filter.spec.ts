import { Socket } from 'node:net';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpRequest } from '@petstore/http/context/request-context';
import { ErrorFilter } from '@petstore/http/nest/error.filter';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { DomainError } from '@petstore/kernel';
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
function catchError(thrown: unknown) {
  const request = new HttpRequest(new Socket());
  const response = { req: request, headersSent: false, writeHead: jest.fn().mockReturnThis(), end: jest.fn() };
  new ErrorFilter(servedContexts(true).errors, new LogCapture().log).catch(
    thrown,
    new ExecutionContextHost([request, response]),
  );
  return response;
}

/** Returns the body that the filter sends. */
function bodyOf(thrown: unknown): unknown {
  const { writeHead, end } = catchError(thrown);
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

  it('responds with 500 to an error of a key that no operation issues', () => {
    const { code, status, meaning: message } = platformErrors.internal_error;
    expect(bodyOf(new BrokenRule('api_key_expired'))).toStrictEqual({ code, message, status });
  });

  it('adds the headers of the RequestError to those of its HttpError', () => {
    const { writeHead } = catchError(new RequestError(missingApiKey, 'No key.', { Connection: 'close' }));
    expect(writeHead).toHaveBeenCalledWith(
      401,
      expect.objectContaining({ Connection: 'close', 'WWW-Authenticate': 'Bearer realm="petstore"' }),
    );
  });
});
