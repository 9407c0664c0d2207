import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from '@petstore/contract';
import { DocumentCheck } from '@petstore/testing/check';
import { exchange, parseResponse, type HttpResponse } from '@petstore/testing/raw';

/** The committed document: the one that clients read. */
const document = parseDocument(readFileSync(join(__dirname, '../../openapi.yaml'), 'utf8'));

export const documentCheck = new DocumentCheck(document, 'apps/api/openapi.yaml');

// Every spec that imports this file checks each response of a test application and each response that it reads from a socket.
afterEach(() => documentCheck.expectNoViolations());

/** Sends the bytes and returns the one response, checked against the document. */
export async function ask(port: number, bytes: string | Buffer): Promise<HttpResponse> {
  return readAnswer(await exchange(port, bytes));
}

/** Parses a response and checks it: the server may have written it to the socket outside of any response object. */
export function readAnswer(received: string): HttpResponse {
  const answer = parseResponse(received);
  documentCheck.recordViolations({ method: '', path: '', ...answer });
  return answer;
}
