import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseContentType } from 'content-type';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { parseJson } from './int64-json.ts';

/** Bytes of the largest body that is read. */
export const largestBody = 102_400;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/**
 * The body as JSON with exact integers.
 * @throws RequestError unsupported_media_type, payload_too_large, malformed_json; malformed_request when it breaks off
 */
export async function readBody(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  requireJson(request);
  const bytes = await readBytes(request, response);
  return parseText(decode(bytes));
}

function requireJson({ headers }: IncomingMessage): void {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  if (type === 'application/json' && charset === 'utf-8' && headers['content-encoding'] === undefined) return;
  throw new RequestError(
    platformErrors.unsupported_media_type,
    'The body must be application/json, its charset utf-8 or absent, without a Content-Encoding.',
  );
}

async function readBytes(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  const tooLarge = () =>
    new RequestError(platformErrors.payload_too_large, `The body must be at most ${largestBody} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > largestBody) throw tooLarge();
  if (request.headers.expect && request.httpVersion === '1.1') response.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= largestBody) return void chunks.push(chunk);
      request.removeAllListeners('data').resume();
      reject(tooLarge());
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new RequestError(platformErrors.malformed_request, 'The body broke off.')));
  });
}

function decode(bytes: Buffer): string {
  if (bytes.length === 0)
    throw new RequestError(platformErrors.malformed_json, 'The body is empty; it must be a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new RequestError(platformErrors.malformed_json, 'The body is not UTF-8.');
  }
  if (text.startsWith(byteOrderMark))
    throw new RequestError(platformErrors.malformed_json, 'The body begins with a byte-order mark.');
  return text;
}

function parseText(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new RequestError(platformErrors.malformed_json, `The body is not JSON: ${error.message}`);
  }
}
