import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { HttpException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { DomainError, InvalidValue } from '@petstore/kernel';
import { HttpRequest } from '@petstore/edge/request-state';
import { defineErrors, platformErrors } from '@petstore/edge/errors';
import { ErrorFilter } from './error.filter.ts';
import type { Log } from '@petstore/operations/log';

const treeErrors = defineErrors({ tree_not_found: { status: 404, meaning: 'There is no tree with this id.' } });
const { internal_error: internalError } = platformErrors;

/** A domain error with any code. */
class BrokenRule extends DomainError<string> {
  constructor(
    readonly code: string,
    cause?: Error,
  ) {
    super('what is broken', { cause });
  }
}

/** Runs the filter. Returns the sent head and body, and the lines of the log. */
function catchError(thrown: unknown, { headersSent = false } = {}) {
  const request = new HttpRequest(new Socket());
  Object.assign(request.state, { requestId: 'request-1', clientAddress: '192.0.2.1' });
  const response = new ServerResponse(request);
  const writeHead = jest.spyOn(response, 'writeHead');
  const end = jest.spyOn(response, 'end');
  const destroy = jest.spyOn(response, 'destroy');
  if (headersSent) response.writeHead(200).flushHeaders();
  writeHead.mockClear();
  const logger = { debug: jest.fn(), info: jest.fn(), warn: jest.fn(), error: jest.fn(), fatal: jest.fn() };
  const errors = { ...platformErrors, ...treeErrors, broken_rule: internalError };
  new ErrorFilter(errors, logger as unknown as Log).catch(thrown, new ExecutionContextHost([request, response]));
  const lines = Object.entries(logger).flatMap(([level, { mock }]) =>
    mock.calls.map(([fields, message]: unknown[]) => ({ level, fields, message })),
  );
  return { writeHead, end, destroy, lines };
}

function bodyOf(thrown: unknown): unknown {
  const { writeHead, end, destroy } = catchError(thrown);
  expect(destroy).not.toHaveBeenCalled();
  const body = JSON.parse(String(end.mock.calls[0]![0]));
  expect(writeHead).toHaveBeenCalledWith(body.status, expect.objectContaining({ 'Content-Type': 'application/json' }));
  return body;
}

it('responds to a domain error with the error of the catalogue and the message of the domain', () => {
  expect(bodyOf(new BrokenRule('tree_not_found'))).toStrictEqual({
    code: 'tree_not_found',
    message: 'what is broken',
    status: 404,
  });
});

it('responds to an invalid value with invalid_body', () => {
  const thrown = new InvalidValue('invalid_leaf', 'leaf', 7, 'green');
  expect(bodyOf(thrown)).toStrictEqual({ code: 'invalid_body', message: 'leaf must be green', status: 400 });
});

it.each([
  ['a domain error that is not in the catalogue', new BrokenRule('unknown_rule')],
  ['a domain error that the catalogue maps to 500', new BrokenRule('broken_rule')],
  ['an error', new TypeError('secret')],
  ['an error that has a status', Object.assign(new Error('secret'), { status: 404, code: 'tree_not_found' })],
  ['a value that is not an error', 'secret'],
  ['undefined', undefined],
])('responds to %s with internal_error, and not with its message', (_, thrown) => {
  const { code, status, meaning: message } = internalError;
  expect(bodyOf(thrown)).toStrictEqual({ code, message, status });
});

it.each([
  [404, 'route_not_found', 404],
  [412, 'malformed_request', 400],
  [415, 'unsupported_media_type', 415],
  [501, 'internal_error', 500],
  [503, 'service_unavailable', 503],
])('responds to an exception of Nest of status %i with %s, and not with its message', (sent, code, status) => {
  const body = bodyOf(new HttpException('secret', sent));
  expect(body).toMatchObject({ code, status });
  expect(JSON.stringify(body)).not.toContain('secret');
});

it('destroys a response whose head was already sent', () => {
  const { destroy, writeHead, end } = catchError(new Error('half-way'), { headersSent: true });
  expect(destroy).toHaveBeenCalledTimes(1);
  expect(writeHead).not.toHaveBeenCalled();
  expect(end).not.toHaveBeenCalled();
});

describe('the log', () => {
  const line = { requestId: 'request-1', client: '192.0.2.1' };

  it('has a warning with the cause of the domain error for a status of 503', () => {
    const cause = new Error('connection refused');
    expect(catchError(new BrokenRule('service_unavailable', cause)).lines).toEqual([
      { level: 'warn', fields: { ...line, code: 'service_unavailable', err: cause }, message: 'request failed' },
    ]);
  });

  it('has the thrown value itself if it is a domain error without a cause, or another error with a cause', () => {
    const values = [new BrokenRule('service_unavailable'), new Error('outer', { cause: new Error('inner') })];
    for (const thrown of values) expect(catchError(thrown).lines).toMatchObject([{ fields: { err: thrown } }]);
  });

  it('has nothing for a status below 500', () => {
    expect(catchError(new BrokenRule('tree_not_found')).lines).toEqual([]);
  });
});
