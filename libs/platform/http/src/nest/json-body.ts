import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParamDecorator, Inject, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import { parse as parseContentType } from 'content-type';
import { contextOf } from '../context/request-context.ts';
import { parseJson } from '../request/int64-json.ts';
import type { HttpError } from '../response/http-error.ts';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { mergePatchTypes, unsupportedPatch } from './merge-patch.ts';
import { Tuning } from '../tuning/tuning.ts';

/** Maximum size of a body, in bytes. */
export const maxBodyBytes = 102_400;

/** The media types that an operation accepts for its body, and its error for others. */
interface BodyFormat {
  readonly mediaTypes: readonly string[];
  readonly unsupported: HttpError;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = '\ufeff';

/**
 * Returns a parameter decorator that passes the parsed JSON body, with exact integers, to the pipes and then to the
 * controller's method. It reads the body after the guards, so that it reads no body of a request without a valid key. Then it
 * verifies the caller again, because receiving a body can take as long as REQUEST_TIMEOUT.
 */
const jsonBodyOf = (format: BodyFormat) =>
  createParamDecorator((_data: unknown, context: ExecutionContext) => {
    const http = context.switchToHttp();
    return readConfirmedBody(http.getRequest(), http.getResponse(), format);
  });

export const JsonBody = jsonBodyOf({
  mediaTypes: ['application/json'],
  unsupported: platformErrors.unsupported_media_type,
});

export const MergePatchBody = jsonBodyOf({ mediaTypes: mergePatchTypes, unsupported: unsupportedPatch });

/**
 * Creates a pipe that validates a parsed body with a request class and converts it. It imports the class and class-validator
 * when it gets the first body, because their import takes a fifth of the start time.
 * @param load imports the request class, whose members are decorated with `ValidAs`
 * @param convert returns the argument of the controller's method
 */
export function lazyBodyPipe<Body extends object, Value>(
  load: () => Promise<new () => Body>,
  convert: (body: Body) => Value,
): Type<PipeTransform<unknown, Value | Promise<Value>>> {
  class BodyPipe implements PipeTransform<unknown, Value | Promise<Value>> {
    private validate: ((sent: unknown) => Body) | undefined;

    constructor(private readonly tuning: Tuning) {}

    transform(sent: unknown): Value | Promise<Value> {
      return this.validate ? convert(this.validate(sent)) : this.loadAndTransform(sent);
    }

    private async loadAndTransform(sent: unknown): Promise<Value> {
      const [type, { bodyValidator }] = await Promise.all([load(), import('../validation/validate-body.ts')]);
      this.validate ??= bodyValidator(type, this.tuning);
      return convert(this.validate(sent));
    }
  }
  Inject(Tuning)(BodyPipe, undefined, 0);
  return BodyPipe;
}

async function readConfirmedBody(
  request: IncomingMessage,
  response: ServerResponse,
  format: BodyFormat,
): Promise<unknown> {
  const context = contextOf(request);
  try {
    return await context.excludeWait(readJsonBody(request, response, format));
  } finally {
    // In `finally`, because 401 takes precedence over an error of the body.
    await context.confirmCaller();
  }
}

/**
 * @throws RequestError unsupported_media_type, payload_too_large, malformed_json; malformed_request if the client disconnects
 *   before the end of the body
 */
async function readJsonBody(request: IncomingMessage, response: ServerResponse, format: BodyFormat): Promise<unknown> {
  requireMediaType(request, format);
  const text = decode(await readBytes(request, response));
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof SyntaxError ? malformedJson(`The body is not JSON: ${error.message}`) : error;
  }
}

function requireMediaType({ headers }: IncomingMessage, { mediaTypes, unsupported }: BodyFormat): void {
  const { type, parameters } = parseContentType(headers['content-type'] ?? '');
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8';
  if (mediaTypes.includes(type) && charset === 'utf-8' && headers['content-encoding'] === undefined) return;
  throw new RequestError(
    unsupported,
    `The body must be ${mediaTypes.join(' or ')}, its charset utf-8 or absent, without a Content-Encoding.`,
  );
}

async function readBytes(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
  const tooLarge = () =>
    new RequestError(platformErrors.payload_too_large, `The body must be at most ${maxBodyBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) throw tooLarge();
  const { bodyRefusal } = contextOf(request);
  if (bodyRefusal) throw bodyRefusal;
  if (request.headers.expect && request.httpVersion === '1.1') response.writeContinue();
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) return void chunks.push(chunk);
      request.removeAllListeners('data').resume();
      reject(tooLarge());
    });
    request.on('refused', reject);
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new RequestError(platformErrors.malformed_request, 'The body broke off.')));
  });
}

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
