import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DocumentCheck, parseDocument } from '@petstore/testing/check';
import { exchange, parseResponse, type HttpResponse } from '@petstore/testing/raw';

/** Checks responses against a committed OpenAPI document, because clients rely on it. */
function checkAgainst(file: string): DocumentCheck {
  const document = parseDocument(readFileSync(join(__dirname, '../..', file), 'utf8'));
  return new DocumentCheck(document, `apps/api/${file}`);
}

export const documentCheck = checkAgainst('openapi.yaml');

/** For a service with the beta operations. */
export const betaDocumentCheck = checkAgainst('openapi.beta.yaml');

// In every spec that imports this file, a test fails if one of its responses violates the document.
afterEach(() => {
  documentCheck.expectNoViolations();
  betaDocumentCheck.expectNoViolations();
});

/** Sends the bytes to the port, and returns the only response, see `parseAndCheck`. The request must close the connection. */
export async function sendAndCheck(port: number, bytes: string | Buffer): Promise<HttpResponse> {
  return parseAndCheck(await exchange(port, bytes));
}

/**
 * Parses a response. Checks that an error has an Error body of the document, but no more, because the operation is not known here. For
 * responses that the server writes to the socket: `startTestApp` checks all others completely.
 */
export function parseAndCheck(received: string): HttpResponse {
  const response = parseResponse(received);
  documentCheck.recordViolations({ method: '', path: '', ...response });
  return response;
}
