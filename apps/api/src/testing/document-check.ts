import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from '@petstore/contract';
import { DocumentCheck } from '@petstore/testing/check';
import { exchange, parseResponse, type HttpResponse } from '@petstore/testing/raw';

/** The committed OpenAPI document, because clients rely on it. */
const document = parseDocument(readFileSync(join(__dirname, '../../openapi.yaml'), 'utf8'));

/** Checks responses against the committed document. */
export const documentCheck = new DocumentCheck(document, 'apps/api/openapi.yaml');

// In every spec that imports this file, a test fails if one of its responses violates the document.
afterEach(() => documentCheck.expectNoViolations());

/** Sends the bytes to the port, and checks the only response against the document. The request must close the connection. */
export async function sendAndCheck(port: number, bytes: string | Buffer): Promise<HttpResponse> {
  return parseAndCheck(await exchange(port, bytes));
}

/**
 * Parses a response and checks it against the document. The check of the application misses responses that the server writes
 * to the socket without a response object.
 */
export function parseAndCheck(received: string): HttpResponse {
  const response = parseResponse(received);
  documentCheck.recordViolations({ method: '', path: '', ...response });
  return response;
}
