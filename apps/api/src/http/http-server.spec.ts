import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expectError } from '../testing/expect-error.ts';
import { readAnswer } from '../testing/raw-http.ts';
import { createHttpServer } from './http-server.ts';

const limits = { headersTimeout: 1_000, requestTimeout: 2_000, idleTimeout: 3_000, maxConnections: 4 };

/** What goes out on a socket on which Node has given up, for this reason. */
function saidOn(socket: PassThrough, code?: string): Promise<string> {
  const failure = Object.assign(new Error('given up'), code && { code });
  createHttpServer(limits, () => undefined).emit('clientError', failure, socket);
  return text(socket);
}

describe('the server, of a client that Node has given up', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payload_too_large'],
    ['HPE_INVALID_METHOD', 'malformed_request'],
    [undefined, 'malformed_request'],
  ] as const)('makes the Error body of %s', async (code, expected) => {
    const answer = readAnswer(await saidOn(new PassThrough(), code));
    expectError(answer, expected);
    expect(answer.headers['connection']).toBe('close');
  });

  it('says nothing when an answer has begun there already', async () => {
    const socket = Object.assign(new PassThrough(), { _httpMessage: { headersSent: true } });
    await expect(saidOn(socket)).rejects.toThrow('Premature close');
    expect(socket.destroyed).toBe(true);
  });

  it('says nothing on a socket that takes nothing more', () => {
    const socket = new PassThrough().end();
    void saidOn(socket).catch(() => undefined);
    expect(socket.destroyed).toBe(true);
  });

  it('waits for ever neither for a head nor for a body, nor between two requests', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = createHttpServer(limits, () => undefined);
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toStrictEqual({
      headersTimeout: 1_000,
      requestTimeout: 2_000,
      keepAliveTimeout: 3_000,
      timeout: 3_000,
    });
  });

  it('accepts no more connections than are allowed', () => {
    expect(createHttpServer(limits, () => undefined).maxConnections).toBe(4);
  });
});
