import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Contract, parseDocument } from '@petstore/testing/check';
import { type Answer, Client } from './client.ts';
import { workspace } from './workspace.ts';

/** The committed OpenAPI document with the beta operations. */
export const document = parseDocument(readFileSync(join(workspace, 'apps/api/openapi.beta.yaml'), 'utf8'));
export const contract = new Contract(document);

/** A client that checks every response against the OpenAPI document. */
export class CheckedClient extends Client {
  /** @throws Error with all violations of the document */
  override async send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<Answer> {
    const answer = await super.send(method, path, body, headers);
    const { status, text } = answer;
    const headersReceived = answer.headers as Record<string, string>;
    if (status !== 0) contract.check({ method, path, status, headers: headersReceived, text });
    return answer;
  }
}
