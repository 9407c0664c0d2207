import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { InvalidApiKey } from '@petstore/access-domain';
import { bearerToken } from './bearer-token.ts';

/** Creates a request with these Authorization headers, and with tokens in the query and in other headers. */
function requestWith(...authorization: string[]): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), {
    url: '/v1/pets?authorization=Bearer+token',
    rawHeaders: [
      ...['X-API-Key', 'token', 'Cookie', 'authorization=Bearer token'],
      ...authorization.flatMap((value) => ['Authorization', value]),
    ],
  });
}

describe('bearerToken', () => {
  it.each(['Bearer token', 'bearer token', 'BEARER token', 'bEaReR   token'])('returns the token of "%s"', (header) => {
    expect(bearerToken(requestWith(header))).toBe('token');
  });

  it.each([
    ['no header', []],
    ['an empty header', ['']],
  ])('throws missing_api_key if there is %s', (_, headers) => {
    expect(() => bearerToken(requestWith(...headers))).toThrow(
      expect.objectContaining({
        code: 'missing_api_key',
        message: 'An API key is required: Authorization: Bearer <API key>.',
      }),
    );
  });

  it.each([
    'token',
    'Bearer',
    'Bearertoken',
    'Bearer token more',
    'Bearer\ttoken',
    'Bearer token, Bearer token',
    'Basic token',
    'Token token',
    ' Bearer token',
  ])('throws InvalidApiKey for "%s"', (header) => {
    expect(() => bearerToken(requestWith(header))).toThrow(InvalidApiKey);
  });

  it.each([
    ['two equal headers', 'Bearer token', 'Bearer token'],
    ['an empty header first', '', 'Bearer token'],
    ['an empty header last', 'Bearer token', ''],
    ['two empty headers', '', ''],
  ])('throws InvalidApiKey for more than one header: %s', (_, first, second) => {
    expect(() => bearerToken(requestWith(first, second))).toThrow(InvalidApiKey);
  });
});
