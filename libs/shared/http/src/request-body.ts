import type { IncomingMessage, ServerResponse } from 'node:http';
import { closeAfterUnreadBody, isParsingStopped, stopParsing } from './connection.ts';
import type { RequestHandler } from './dispatch-limit.ts';
import { platformErrors, RequestError } from './errors.ts';
import { ignoreRestOfSegment } from './node-internals.ts';
import { contextOf } from './request-context.ts';
import { bodyLength } from './request-head.ts';

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

const { malformed_request, payload_too_large, service_unavailable } = platformErrors;
const tooLarge = new RequestError(payload_too_large, `The body must be at most ${maxBodyBytes} bytes.`);
const tooManyChunks = new RequestError(payload_too_large, `The body may have at most ${maxChunks} chunks.`);
const tooManyBodies = new RequestError(service_unavailable, 'The service is receiving too many large bodies.');

/**
 * Returns a function that limits the body of a request: its size, its chunks, and the memory of all bodies of more than
 * `unreservedBodyBytes`. Node keeps up to 64 KiB of a body that nothing reads, so a reservation begins with the request, not with
 * the reading of its body; of a chunked body, when more than `unreservedBodyBytes` have arrived.
 *
 * If a limit is exceeded, the server stops receiving the body, and the request emits `refused` with the error. The operation
 * responds, because 401 takes precedence.
 */
export function limitBodies(): RequestHandler {
  let reservedBytes = 0;

  /** Reserves memory until the body was read or is not needed. @returns false if too much is reserved already */
  function reserve(bytes: number, request: IncomingMessage, response: ServerResponse): boolean {
    if (reservedBytes + bytes > maxReservedBytes) return false;
    reservedBytes += bytes;
    let isReserved = true;
    const release = () => {
      if (isReserved) reservedBytes -= bytes;
      isReserved = false;
    };
    // Node emits `close` of a request if its body was read or its connection closed before the response was sent. Otherwise,
    // it discards the body after the response.
    request.once('close', release);
    response.once('close', release);
    return true;
  }

  /** After a refusal the request stream never ends, so that no listener treats the first chunks as the whole body. */
  function limitChunks(request: IncomingMessage, response: ServerResponse): void {
    let chunks = 0;
    let bytes = 0;
    let isReserved = false;
    const context = contextOf(request);
    const push = request.push.bind(request);
    const refusalOf = (chunk: Buffer): RequestError | undefined => {
      chunks += 1;
      bytes += chunk.length;
      if (chunks > maxChunks) return tooManyChunks;
      if (bytes > maxBodyBytes) return tooLarge;
      if (bytes <= unreservedBodyBytes || isReserved) return undefined;
      isReserved = reserve(maxBodyBytes, request, response);
      return isReserved ? undefined : tooManyBodies;
    };
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (context.bodyRefusal) return true;
      const refusal = chunk === null ? undefined : refusalOf(chunk);
      if (!refusal) return push(chunk, encoding);
      refuse(request, refusal);
      return true;
    };
  }

  return (request, response) => {
    const length = bodyLength(request);
    if (length <= unreservedBodyBytes) return;
    if (length === Infinity) limitChunks(request, response);
    else if (length > maxBodyBytes) refuse(request, tooLarge);
    else if (!reserve(length, request, response)) refuse(request, tooManyBodies);
    else return;
    closeAfterUnreadBody(request, response);
  };
}

function refuse(request: IncomingMessage, error: RequestError): void {
  if (isParsingStopped(request.socket)) return;
  ignoreRestOfSegment(request.socket);
  stopParsing(request.socket);
  contextOf(request).bodyRefusal = error;
  request.emit('refused', error);
}

/**
 * Reads the body. If the client expects 100-continue, it is asked for the body now.
 * @throws RequestError payload_too_large; service_unavailable if too many large bodies are being received; malformed_request if
 *   the client disconnects before the end of the body
 */
export async function readBody(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  const { bodyRefusal } = contextOf(request);
  if (bodyRefusal) throw bodyRefusal;
  if (request.headers.expect && request.httpVersion === '1.1') response.writeContinue();
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('refused', reject);
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new RequestError(malformed_request, 'The body broke off.')));
  });
}
