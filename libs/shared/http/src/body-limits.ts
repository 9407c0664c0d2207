import type { IncomingMessage, ServerResponse } from 'node:http';
import { contextOf } from './request-context.ts';
import { bodyLength } from './request-head.ts';
import { platformErrors, RequestError } from './errors.ts';
import type { Connections } from './connection.ts';
import { ignoreRestOfSegment } from './node-internals.ts';

/** Maximum size of a body, in bytes. */
export const maxBodyBytes = 102_400;

/** Maximum chunks of a body. Each takes about 1 µs of CPU even if it is small, and 64 KiB can contain 11,000 of them. */
const maxChunks = 256;

/** Maximum bytes that are reserved for the bodies of all requests. */
export const maxReservedBytes = 33_554_432;

/**
 * Maximum bytes of a body that needs no reservation. Ordinary bodies are smaller, so clients that send large bodies slowly do
 * not stop other clients.
 */
export const unreservedBodyBytes = 4_096;

const { payload_too_large, service_unavailable } = platformErrors;
const tooManyChunks = new RequestError(payload_too_large, `The body may have at most ${maxChunks} chunks.`);
const tooManyBodies = new RequestError(service_unavailable, 'The service is receiving too many large bodies.');

/**
 * Limits what unread bodies occupy: the chunks of each body, and the memory of all bodies of more than `unreservedBodyBytes`. Node
 * keeps up to 64 KiB of a body that nothing reads, so a reservation begins with the request, not with the reading of its body.
 */
export class BodyLimits {
  private reservedBytes = 0;

  constructor(private readonly connections: Connections) {}

  /**
   * Reserves the memory for the body, for a chunked body when more than `unreservedBodyBytes` arrive. If a limit is exceeded, stops
   * receiving the body, and emits `refused` with the error. The application responds, because 401 takes precedence.
   */
  limit(request: IncomingMessage, response: ServerResponse): void {
    const length = bodyLength(request);
    if (length === Infinity) this.limitChunks(request, response);
    else if (length > unreservedBodyBytes && !this.reserve(Math.min(length, maxBodyBytes), request, response)) {
      this.refuse(request, tooManyBodies);
    }
  }

  /** After a refusal the request stream never ends, so that no listener treats the first chunks as the whole body. */
  private limitChunks(request: IncomingMessage, response: ServerResponse): void {
    let chunks = 0;
    let bytes = 0;
    let isReserved = false;
    let refusal: RequestError | undefined;
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (refusal) return true;
      if (chunk !== null) {
        chunks += 1;
        bytes += chunk.length;
        if (chunks > maxChunks) refusal = tooManyChunks;
        else if (bytes > unreservedBodyBytes && !isReserved) {
          isReserved = this.reserve(maxBodyBytes, request, response);
          if (!isReserved) refusal = tooManyBodies;
        }
      }
      if (!refusal) return push(chunk, encoding);
      this.refuse(request, refusal);
      return true;
    };
  }

  /** Reserves memory until the body was read or is not needed. @returns false if too much is reserved already */
  private reserve(bytes: number, request: IncomingMessage, response: ServerResponse): boolean {
    if (this.reservedBytes + bytes > maxReservedBytes) return false;
    this.reservedBytes += bytes;
    let isReserved = true;
    const release = () => {
      if (isReserved) this.reservedBytes -= bytes;
      isReserved = false;
    };
    // Node emits `close` of a request if its body was read or its connection closed before the response was sent. Otherwise,
    // it discards the body after the response.
    request.once('close', release);
    response.once('close', release);
    return true;
  }

  private refuse(request: IncomingMessage, error: RequestError): void {
    const connection = this.connections.of(request.socket);
    if (connection.isParsingStopped) return;
    ignoreRestOfSegment(request.socket);
    connection.stopParsing();
    contextOf(request).bodyRefusal = error;
    request.emit('refused', error);
  }
}
