import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { InvalidApiKey } from '@petstore/access-domain';
import { bearerToken } from './bearer-token.ts';

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
  it.each(['Bearer token', 'bearer token', 'BEARER token', 'bEaReR   token'])('finds the key in "%s"', (header) => {
    expect(bearerToken(requestWith(header))).toBe('token');
  });

  it.each([
    ['no header', []],
    ['an empty header', ['']],
  ])('calls the key missing where there is %s, whatever else may hold one', (_, headers) => {
    expect(() => bearerToken(requestWith(...headers))).toThrow(expect.objectContaining({ code: 'missing_api_key' }));
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
  ])('calls "%s" invalid', (header) => {
    expect(() => bearerToken(requestWith(header))).toThrow(InvalidApiKey);
  });

  it.each([
    ['the same twice', 'Bearer token', 'Bearer token'],
    ['an empty one first', '', 'Bearer token'],
    ['an empty one last', 'Bearer token', ''],
    ['two empty ones', '', ''],
  ])('calls more than one header invalid: %s', (_, first, second) => {
    expect(() => bearerToken(requestWith(first, second))).toThrow(InvalidApiKey);
  });
});
