import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { HttpRequest } from './request-context.ts';
import { defaultHeaders } from './default-headers.ts';
import { errorResponseText, platformErrors, RequestError, sendError } from './errors.ts';

const rateLimited = new RequestError(platformErrors.rate_limited, 'Try later, Zoë.', { 'Retry-After': '7' });
const body = '{"code":"rate_limited","message":"Try later, Zoë.","status":429}';

it('the message is the meaning of the error by default', () => {
  expect(new RequestError(platformErrors.route_not_found).message).toBe('There is nothing at this path.');
});

describe('sendError', () => {
  function send(error: RequestError, errorCode?: string) {
    const request = new HttpRequest(new Socket());
    request.context.errorCode = errorCode;
    const response = new ServerResponse(request);
    const writeHead = jest.spyOn(response, 'writeHead');
    const end = jest.spyOn(response, 'end');
    sendError(response, error);
    return { context: request.context, writeHead, end };
  }

  it('writes the status, the headers and the body', () => {
    const { writeHead, end } = send(rateLimited);
    expect(writeHead).toHaveBeenCalledWith(429, {
      ...defaultHeaders,
      'Retry-After': '7',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    });
    expect(end).toHaveBeenCalledWith(body);
  });

  it('records the code for log and metrics, unless the request already has one', () => {
    expect(send(rateLimited).context.errorCode).toBe('rate_limited');
    expect(send(rateLimited, 'invalid_body').context.errorCode).toBe('invalid_body');
  });
});

describe('errorResponseText', () => {
  it('is a complete response that closes the connection', () => {
    const [head, sentBody] = errorResponseText(rateLimited, 'request-1').split('\r\n\r\n');
    expect(head!.split('\r\n')).toEqual([
      'HTTP/1.1 429 Too Many Requests',
      ...Object.entries(defaultHeaders).map(([name, value]) => `${name}: ${value}`),
      'Retry-After: 7',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Request-Id: request-1',
      'Connection: close',
    ]);
    expect(sentBody).toBe(body);
  });

  it('has no reason phrase if the status has none', () => {
    const error = new RequestError({ code: 'odd', status: 499, meaning: 'Odd.' });
    expect(errorResponseText(error, 'request-1')).toMatch(/^HTTP\/1\.1 499 \r\n/);
  });
});
