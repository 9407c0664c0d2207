import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { HttpException, NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ErrorFilter } from '@petstore/http/nest/error.filter';
import { ApiError } from '@petstore/http/response/request-error';
import { DomainError, type ErrorKind } from '@petstore/kernel';
import { CapturedLog } from '../testing/captured-log.ts';

class BrokenRule extends DomainError {
  readonly code = 'broken_rule';

  constructor(readonly kind: ErrorKind) {
    super('what is broken');
  }
}

/** What the filter does to the answer: its status and its body, or an end to the connection. */
function caught(thrown: unknown, headersSent = false) {
  const answer = {
    headersSent,
    getHeader: () => 'an id',
    writeHead: jest.fn().mockReturnThis(),
    end: jest.fn(),
    destroy: jest.fn(),
  };
  const request = new IncomingMessage(new Socket());
  new ErrorFilter(new CapturedLog().log).catch(thrown, new ExecutionContextHost([request, answer]));
  return answer;
}

function bodyOf(thrown: unknown): unknown {
  const { writeHead, end, destroy } = caught(thrown);
  expect(destroy).not.toHaveBeenCalled();
  const body = JSON.parse(end.mock.calls[0][0]);
  expect(writeHead).toHaveBeenCalledWith(body.status, expect.objectContaining({ 'Content-Type': 'application/json' }));
  return body;
}

describe('the filter', () => {
  it.each([
    ['invalid', 'invalid_body', 400],
    ['unauthenticated', 'invalid_api_key', 401],
    ['not-found', 'route_not_found', 404],
    ['unavailable', 'service_unavailable', 503],
  ] as const)('finds a code for a broken rule of the kind %s that has none in the contract', (kind, code, status) => {
    expect(bodyOf(new BrokenRule(kind))).toStrictEqual({ code, message: 'what is broken', status });
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
  ])('says in its own words what the framework means by %s', (exception, code, status) => {
    const body = bodyOf(exception);
    expect(body).toMatchObject({ code, status });
    expect(JSON.stringify(body)).not.toMatch(/secret|pet 7/);
  });

  it('adds the headers of the refusal to those of its code', () => {
    const { writeHead } = caught(new ApiError('missing_api_key', 'No key.', { Connection: 'close' }));
    expect(writeHead).toHaveBeenCalledWith(
      401,
      expect.objectContaining({ Connection: 'close', 'WWW-Authenticate': 'Bearer realm="petstore"' }),
    );
  });

  it('cuts off an answer that has begun, since it cannot be taken back', () => {
    const { destroy, writeHead, end } = caught(new Error('half-way'), true);
    expect(destroy).toHaveBeenCalledTimes(1);
    expect(writeHead).not.toHaveBeenCalled();
    expect(end).not.toHaveBeenCalled();
  });
});
