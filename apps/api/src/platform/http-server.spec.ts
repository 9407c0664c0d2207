import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { createHttpServer } from '@petstore/http/server/http-server';
import { readAnswer } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';

const limits = { headersTimeout: 1_000, requestTimeout: 2_000, idleTimeout: 3_000, maxConnections: 4 };

class RecordingSocket extends Duplex {
  written = '';

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: string, done: () => void): void {
    this.written += bytes.toString();
    done();
  }
}

function giveUp(socket: Duplex, code?: string): void {
  const failure = Object.assign(new Error('given up'), code && { code });
  createHttpServer(limits, () => undefined).emit('clientError', failure, socket);
}

describe('the server after an error of the parser', () => {
  it.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
    ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payload_too_large'],
    ['HPE_INVALID_METHOD', 'malformed_request'],
    [undefined, 'malformed_request'],
  ] as const)('responds with an Error body to %s', async (code, expected) => {
    const socket = new RecordingSocket();
    const finished = once(socket, 'finish');
    giveUp(socket, code);
    await finished;
    socket.destroy();
    const answer = readAnswer(socket.written);
    expectError(answer, expected);
    expect(answer.headers['connection']).toBe('close');
  });

  it('sends nothing if a response has begun on the connection', () => {
    const socket = Object.assign(new RecordingSocket(), { _httpMessage: { headersSent: true } });
    giveUp(socket);
    expect(socket).toMatchObject({ written: '', destroyed: true });
  });

  it('sends nothing on a socket that has ended', () => {
    const socket = new RecordingSocket().end();
    giveUp(socket);
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
