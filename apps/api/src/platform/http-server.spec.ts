import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { createHttpServer } from '@petstore/http/server/http-server';
import { parseAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';

const limits = { headersTimeout: 1_000, requestTimeout: 2_000, idleTimeout: 3_000, maxConnections: 4 };

/** Records the bytes that the server writes. */
class RecordingSocket extends Duplex {
  written = '';

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.written += bytes.toString();
    done();
  }
}

/** Emits the event of a parser error on a new server. */
function emitClientError(socket: Duplex, code?: string): void {
  const failure = Object.assign(new Error('parser error'), code && { code });
  createHttpServer(limits, () => undefined).emit('clientError', failure, socket);
}

describe('the HTTP server', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payload_too_large'],
    ['HPE_INVALID_METHOD', 'malformed_request'],
    [undefined, 'malformed_request'],
  ] as const)('responds with an Error body to the parser error %s', async (code, expected) => {
    const socket = new RecordingSocket();
    const finished = once(socket, 'finish');
    emitClientError(socket, code);
    await finished;
    socket.destroy();
    const response = parseAndCheck(socket.written);
    expectError(response, expected);
    expect(response.headers['connection']).toBe('close');
  });

  it('sends nothing after a parser error if it has already sent the head of a response', () => {
    const socket = Object.assign(new RecordingSocket(), { _httpMessage: { headersSent: true } });
    emitClientError(socket);
    expect(socket).toMatchObject({ written: '', destroyed: true });
  });

  it('sends nothing after a parser error if the socket has ended', () => {
    const socket = new RecordingSocket().end();
    emitClientError(socket);
    expect(socket).toMatchObject({ written: '', destroyed: true });
  });

  it('limits the time for the head, for the body and between two requests', () => {
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = createHttpServer(limits, () => undefined);
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout }).toStrictEqual({
      headersTimeout: 1_000,
      requestTimeout: 2_000,
      keepAliveTimeout: 3_000,
      timeout: 3_000,
    });
  });

  it('limits the number of connections', () => {
    expect(createHttpServer(limits, () => undefined).maxConnections).toBe(4);
  });
});
