import { STATUS_CODES, type ServerResponse } from 'node:http';
import { Described } from '../docs/described.ts';
import type { ApiError } from './api-error.ts';
import { catalogued, errorCatalogue } from './error-catalogue.ts';
import { noteRefusal } from './outcome.ts';
import { securityHeaders } from './security-headers.ts';

/** The one body of every failure. */
@Described(({ ApiSchema }) => ApiSchema({ name: 'Error' }))
export class ErrorResponse {
  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: 'What went wrong, for programs: one meaning and one status each.',
      enum: Object.keys(errorCatalogue),
      example: 'pet_not_found',
    }),
  )
  readonly code: string;

  @Described(({ ApiProperty }) =>
    ApiProperty({
      description: 'What went wrong, for people: what is at fault and what is allowed.',
      example: errorCatalogue.pet_not_found.meaning,
    }),
  )
  readonly message: string;

  @Described(({ ApiProperty }) =>
    ApiProperty({ description: 'The HTTP status of the answer.', type: 'integer', example: 404 }),
  )
  readonly status: number;

  constructor(error: ApiError) {
    this.code = error.code;
    this.message = error.message;
    this.status = catalogued(error.code).status;
  }
}

/** The answer to a failure, written whole. */
export function sendError(response: ServerResponse, error: ApiError): void {
  const { status, headers, body } = answerOf(error);
  noteRefusal(response, error.code);
  response.writeHead(status, headers).end(body);
}

/** The same as bytes for a socket that never became a request; the connection ends with it. */
export function errorBytes(error: ApiError, requestId: string): string {
  const { status, headers, body } = answerOf(error);
  const lines = Object.entries({ ...headers, 'X-Request-Id': requestId, Connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`;
}

function answerOf(error: ApiError) {
  const { status, headers } = catalogued(error.code);
  const body = JSON.stringify(new ErrorResponse(error));
  const describing = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) };
  return { status, headers: { ...securityHeaders, ...headers, ...error.headers, ...describing }, body };
}
