import { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { HttpRequest } from '../context/request-context.ts';
import { bodyLength, headerValues, maxHeaders, singleHeader, validateRequestHead } from './request-head.ts';

interface Head {
  readonly url?: string | undefined;
  readonly httpVersion?: string;
  readonly fields?: readonly (readonly [name: string, value: string])[];
}

const host = ['Host', 'pets'] as const;

/** Creates a request with this head, as Node's parser does for header fields that are sent once. */
function requestWith({ url = '/v1/pets', httpVersion = '1.1', fields = [host] }: Head): HttpRequest {
  return Object.assign(new HttpRequest(new Socket()), {
    url,
    httpVersion,
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: fields.flat(),
  });
}

/** Validates the head. Returns the error, and whether the connection may be used for another request. */
function validate(head: Head) {
  const request = requestWith(head);
  const response = new ServerResponse(request);
  response.shouldKeepAlive = true;
  return { error: validateRequestHead(request, response), shouldKeepAlive: response.shouldKeepAlive };
}

const closeConnection = { Connection: 'close' };

describe('the version', () => {
  it.each(['1.1', '1.0'])('may be %s', (httpVersion) => {
    expect(validate({ httpVersion }).error).toBeUndefined();
  });

  it.each(['0.9', '1.2', '2.0'])('must not be %s', (httpVersion) => {
    expect(validate({ httpVersion }).error).toMatchObject({
      code: 'malformed_request',
      message: 'The version must be HTTP/1.1 or HTTP/1.0.',
      headers: closeConnection,
    });
  });
});

describe('the number of header fields', () => {
  const fields = (count: number) => [host, ...Array.from({ length: count - 1 }, () => ['X-Pet', 'Rex'] as const)];

  it('may be 200', () => {
    expect(maxHeaders).toBe(200);
    expect(validate({ fields: fields(200) }).error).toBeUndefined();
  });

  it('must not be 201', () => {
    expect(validate({ fields: fields(201) }).error).toMatchObject({
      code: 'headers_too_large',
      message: 'A request may have at most 200 header fields, and 16384 bytes of headers.',
      headers: {},
    });
  });
});

describe('the Transfer-Encoding', () => {
  const coding = (value: string) => [host, ['Transfer-Encoding', value]] as const;

  it.each(['chunked', 'Chunked'])('may be %s', (value) => {
    expect(validate({ fields: coding(value) })).toEqual({ error: undefined, shouldKeepAlive: true });
  });

  it.each(['gzip, chunked', 'identity', ''])('must not be "%s"', (value) => {
    expect(validate({ fields: coding(value) }).error).toMatchObject({
      code: 'malformed_request',
      message: 'The only Transfer-Encoding that is supported is chunked.',
      headers: closeConnection,
    });
  });

  it('ends the connection after a request of HTTP/1.0', () => {
    expect(validate({ httpVersion: '1.0', fields: coding('chunked') })).toEqual({
      error: undefined,
      shouldKeepAlive: false,
    });
  });
});

describe('the Expect header', () => {
  const expecting = (value: string) => [host, ['Expect', value]] as const;

  it.each(['100-continue', '100-Continue'])('may be %s', (value) => {
    expect(validate({ fields: expecting(value) })).toEqual({ error: undefined, shouldKeepAlive: true });
  });

  it('must not be another expectation, after which the connection ends', () => {
    const { error, shouldKeepAlive } = validate({ fields: expecting('tea') });
    expect(error).toMatchObject({
      code: 'expectation_failed',
      message: 'The only expectation that is met is 100-continue.',
    });
    expect(shouldKeepAlive).toBe(false);
  });

  it('has no meaning in HTTP/1.0', () => {
    expect(validate({ httpVersion: '1.0', fields: expecting('tea') })).toEqual({
      error: undefined,
      shouldKeepAlive: true,
    });
  });
});

describe('the Host header', () => {
  it.each([
    ['missing in HTTP/1.1', '1.1', []],
    ['repeated in HTTP/1.1', '1.1', [host, host]],
    ['repeated in HTTP/1.0', '1.0', [host, host]],
  ])('must not be %s', (_, httpVersion, fields) => {
    expect(validate({ httpVersion, fields }).error).toMatchObject({
      code: 'malformed_request',
      message: 'There must be exactly one Host header.',
      headers: closeConnection,
    });
  });

  it('may be missing in HTTP/1.0', () => {
    expect(validate({ httpVersion: '1.0', fields: [] }).error).toBeUndefined();
  });
});

describe('the request target', () => {
  it.each([
    'http://[::1/v1/pets',
    'http://pets:80:90/v1/pets',
    'http://pets:port/v1/pets',
    'http://',
    'http:/pets',
    'pets://pets/v1/pets',
    'pets://::1',
    'pets/http://pets',
    'pets:http://pets',
    'v1/pets',
    '**',
    '',
  ])('must not be "%s"', (url) => {
    expect(validate({ url }).error).toMatchObject({
      code: 'malformed_request',
      message: 'The request target must be a path or a valid http URL.',
      headers: {},
    });
  });

  it.each(['/v1/pets', '//[::1/v1/pets', '*', 'http://pets/v1/pets', 'HTTPS://[::1]:80/v1/pets?limit=1'])(
    'may be %s',
    (url) => {
      expect(validate({ url }).error).toBeUndefined();
    },
  );

  it.each(['/v1/pets#top', '/v1/pets?limit=1#top', 'http://pets/#'])('has no fragment: %s', (url) => {
    expect(validate({ url }).error).toMatchObject({
      code: 'malformed_request',
      message: 'A # must be escaped, as %23.',
    });
  });

  it.each(['/v1/pets/%', '/%ff', '/v1/http://%/pets', '/v1/%zz?limit=1', 'http://pets/%', 'HTTPS://pets/%e0%a4'])(
    'has a path of escaped UTF-8: %s',
    (url) => {
      expect(validate({ url }).error).toMatchObject({
        code: 'malformed_request',
        message: 'The path cannot be decoded: a % must begin an escaped UTF-8 byte.',
      });
    },
  );

  it.each([
    '/v1/pets/%31',
    '/%f0%9f%90%88',
    '/v1/pets?cursor=%',
    '/v1/pets?cursor=%&x=?%',
    'http://pets?limit=%',
    'http://user%@pets/v1',
  ])('may be decoded by the controller: %s', (url) => {
    expect(validate({ url }).error).toBeUndefined();
  });

  it('must not be missing', () => {
    const request = Object.assign(requestWith({}), { url: undefined });
    expect(validateRequestHead(request, new ServerResponse(request))).toMatchObject({ code: 'malformed_request' });
  });
});

describe('bodyLength', () => {
  it('returns the Content-Length, and 0 without one', () => {
    expect(bodyLength(requestWith({ fields: [host, ['Content-Length', '17']] }))).toBe(17);
    expect(bodyLength(requestWith({}))).toBe(0);
  });

  it('returns Infinity if the length is unknown', () => {
    expect(bodyLength(requestWith({ fields: [host, ['Transfer-Encoding', 'chunked']] }))).toBe(Infinity);
    const fields = Array.from({ length: maxHeaders + 1 }, () => ['Content-Length', '17'] as const);
    expect(bodyLength(requestWith({ fields }))).toBe(Infinity);
  });
});

describe('the values of a header', () => {
  const request = requestWith({
    fields: [
      ['traceparent', '1'],
      ['X-Pet', 'Rex'],
      ['TraceParent', '2'],
      ['trace', 'x-pet'],
      ['tracestates', '3'],
    ],
  });

  it('are those of all fields of this name, in any case and in their order', () => {
    expect(headerValues(request, 'traceparent')).toEqual(['1', '2']);
    expect(headerValues(request, 'x-pet')).toEqual(['Rex']);
    expect(headerValues(request, 'rex')).toEqual([]);
  });

  it('are one value if the header was sent once, and none otherwise', () => {
    expect(singleHeader(request, 'x-pet')).toBe('Rex');
    expect(singleHeader(request, 'traceparent')).toBeUndefined();
    expect(singleHeader(request, 'host')).toBeUndefined();
  });
});
