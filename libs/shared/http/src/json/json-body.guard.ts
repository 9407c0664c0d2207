import type { IncomingHttpHeaders } from 'node:http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { escapeControlCharacters } from '@petstore/operations';
import { parse as parseContentType } from 'content-type';
import type { Request, Response } from 'express';
import readRawBody from 'raw-body';
import { platformErrors, RequestError } from '@petstore/edge/errors';
import { parseJson } from './int64-json.ts';
import { stateOf } from '@petstore/edge/request-state';

export const maxBodyBytes = 102_400;

/** Media types of a JSON Merge Patch (RFC 7396), which every PATCH has. Many clients can only send `application/json`. */
export const mergePatchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** The header that lists the media types of patches (RFC 5789, section 3.1). */
export const acceptPatchHeaders = { 'Accept-Patch': mergePatchTypes.join(', ') };

/**
 * Reads a JSON body with exact integers into `request.body`, for `@Body()`. It is bound to the handlers that have a body. Their guards
 * run after the global ones and before the pipes, so no body of a request without a valid key is read. Then it verifies the caller
 * again, because receiving a body can take as long as `requestTimeout`.
 */
export class JsonBodyGuard implements CanActivate {
  async canActivate(execution: ExecutionContext): Promise<true> {
    const http = execution.switchToHttp();
    const request = http.getRequest<Request>();
    const state = stateOf(request);
    try {
      requireMediaType(request);
      request.body = parse(await state.timeLimit.exclude(read(request, http.getResponse())));
    } finally {
      // In `finally`, because 401 takes precedence over an error of the body.
      await state.verifyCallerAgain();
    }
    return true;
  }
}

/** @throws RequestError unsupported_media_type; for a PATCH with the header `Accept-Patch` (RFC 5789, section 2.2) */
function requireMediaType({ method, headers }: Request): void {
  const mediaTypes = method === 'PATCH' ? mergePatchTypes : ['application/json'];
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  if (mediaTypes.includes(type) && charset === 'utf-8' && headers['content-encoding'] === undefined) return;
  throw new RequestError(
    platformErrors.unsupported_media_type,
    `The body must be ${mediaTypes.join(' or ')}, its charset utf-8 or absent, without a Content-Encoding. ` +
      `Received: ${describeMediaType(headers)}.`,
    method === 'PATCH' ? acceptPatchHeaders : {},
  );
}

/** Describes what the client sent. Other parameters than the charset have no influence. */
function describeMediaType({ 'content-type': contentType, 'content-encoding': encoding }: IncomingHttpHeaders): string {
  const { type, parameters } = parseContentType(contentType ?? '');
  const parts = [
    contentType === undefined ? 'no Content-Type' : `Content-Type ${quote(type)}`,
    parameters['charset'] === undefined ? [] : `charset ${quote(parameters['charset'])}`,
    encoding === undefined ? [] : `Content-Encoding ${quote(encoding)}`,
  ];
  return parts.flat().join(', ');
}

/** Quotes a short part of a header. It shows no control character, and no long word, which could be a secret in the wrong header. */
function quote(text: string): string {
  const shown = text.replace(/\w{32,}/g, '…');
  return escapeControlCharacters(JSON.stringify(shown.length > 80 ? `${shown.slice(0, 80)}…` : shown));
}

/**
 * Reads the bytes. If the client expects 100-continue, it is asked for the body now.
 * @throws RequestError payload_too_large; malformed_request if the client disconnects before the end of the body
 */
async function read(request: Request, response: Response): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maxBodyBytes) throw tooLarge();
  if (request.headers.expect && request.httpVersion === '1.1') response.writeContinue();
  try {
    return await readRawBody(request, { limit: maxBodyBytes });
  } catch (error) {
    // raw-body has paused the request. Discards the rest, so that the connection can have a next request.
    request.resume();
    if ((error as readRawBody.RawBodyError).type === 'entity.too.large') throw tooLarge();
    throw new RequestError(platformErrors.malformed_request, 'The body broke off.');
  }
}

function tooLarge(): RequestError {
  return new RequestError(platformErrors.payload_too_large, `The body must be at most ${maxBodyBytes} bytes.`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/** @throws RequestError malformed_json */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw malformedJson('The body is empty; it must be a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformedJson('The body is not UTF-8.');
  }
  if (text.startsWith(byteOrderMark)) throw malformedJson('The body begins with a byte-order mark.');
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof SyntaxError ? malformedJson(`The body is not JSON: ${error.message}`) : error;
  }
}

function malformedJson(message: string): RequestError {
  return new RequestError(platformErrors.malformed_json, message);
}
