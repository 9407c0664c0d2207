import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { escapeControlCharacters } from '@petstore/settings';
import { parse as parseContentType } from 'content-type';
import type { Request } from 'express';
import { contextOf } from './request-context.ts';
import { parseJson } from './int64-json.ts';
import { type HttpError, platformErrors, RequestError } from './errors.ts';
import { readBody } from './request-body.ts';

/**
 * Reads a JSON body with exact integers into `request.body`, for `@Body()`. It is bound to the handlers that have a body. Their guards
 * run after the global ones and before the pipes, so no body of a request without a valid key is read. Then it verifies the caller
 * again, because receiving a body can take as long as REQUEST_TIMEOUT. An interceptor would take a tenth more CPU per create,
 * because Nest then handles the request with observables.
 */
export class JsonBodyGuard implements CanActivate {
  protected readonly mediaTypes: readonly string[] = ['application/json'];
  /** The error for a body of another media type. */
  protected readonly unsupported: HttpError = platformErrors.unsupported_media_type;

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const requestContext = contextOf(request);
    try {
      request.body = await requestContext.timeLimit.exclude(this.read(request, http.getResponse()));
    } finally {
      // In `finally`, because 401 takes precedence over an error of the body.
      await requestContext.confirmCaller();
    }
    return true;
  }

  /**
   * @throws RequestError unsupported_media_type, malformed_json, and what `readBody` throws
   */
  private async read(request: Request, response: ServerResponse): Promise<unknown> {
    this.requireMediaType(request);
    const text = decode(await readBody(request, response));
    try {
      return parseJson(text);
    } catch (error) {
      throw error instanceof SyntaxError ? malformedJson(`The body is not JSON: ${error.message}`) : error;
    }
  }

  private requireMediaType({ headers }: Request): void {
    const { type, parameters } = parseContentType(headers['content-type'] ?? '');
    const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
    if (this.mediaTypes.includes(type) && charset === 'utf-8' && headers['content-encoding'] === undefined) return;
    throw new RequestError(
      this.unsupported,
      `The body must be ${this.mediaTypes.join(' or ')}, its charset utf-8 or absent, without a Content-Encoding. ` +
        `Received: ${describeMediaType(headers)}.`,
    );
  }
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

/** Media types of a JSON Merge Patch (RFC 7396). Many clients can only send `application/json`. */
export const mergePatchTypes: readonly string[] = ['application/merge-patch+json', 'application/json'];

/** The header that lists the media types of patches (RFC 5789, section 3.1). */
export const acceptPatchHeaders = { 'Accept-Patch': mergePatchTypes.join(', ') };

/** Reads a JSON Merge Patch. A 415 has the header `Accept-Patch` (RFC 5789, section 2.2). */
export class MergePatchBodyGuard extends JsonBodyGuard {
  protected override readonly mediaTypes = mergePatchTypes;
  protected override readonly unsupported: HttpError = {
    ...platformErrors.unsupported_media_type,
    headers: acceptPatchHeaders,
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

function decode(bytes: Buffer): string {
  if (bytes.length === 0) throw malformedJson('The body is empty; it must be a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformedJson('The body is not UTF-8.');
  }
  if (text.startsWith(byteOrderMark)) throw malformedJson('The body begins with a byte-order mark.');
  return text;
}

function malformedJson(message: string): RequestError {
  return new RequestError(platformErrors.malformed_json, message);
}
