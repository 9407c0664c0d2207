import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Contract, type Exchange, type OpenApiDocument } from '@petstore/contract';
import { readHead } from './read-head.ts';

/** The document as it is committed, which is what clients read. */
export const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenApiDocument;

export const contract = new Contract(document);

let breaches: string[] = [];

/** Hands over all that has broken the document so far: for a test that plants a fault on purpose. */
export function takeBreaches(): string[] {
  const taken = breaches;
  breaches = [];
  return taken;
}

/** Fails with all that has broken the document since it was last asked. */
export function expectNoBreach(): void {
  const taken = takeBreaches();
  if (taken.length > 0) throw new Error(`apps/api/openapi.json says otherwise:\n${taken.join('\n')}`);
}

// The one hook: whoever starts a test app, or reads an answer off a socket, has every answer held to the document.
afterEach(expectNoBreach);

export function holdToDocument(exchange: Exchange): void {
  breaches.push(...contract.violationsOf(exchange));
}

/** Holds every answer of the server to the document, whoever asked, before the one who asked has it. */
export function watch(server: Server): void {
  const watched = new WeakSet<ServerResponse>();
  // Node hands requests that expect something to listeners of their own, which may pass them on.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.prependListener(event, (request: IncomingMessage, response: ServerResponse) => {
      if (!watched.has(response)) watchResponse(request, response);
      watched.add(response);
    });
  }
}

function watchResponse({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
  const body: Buffer[] = [];
  const { write, end } = response;
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) body.push(Buffer.from(chunk as string));
  };
  response.write = (...parameters: unknown[]) => {
    keep(parameters[0]);
    return write.apply(response, parameters as Parameters<typeof write>);
  };
  response.end = (...parameters: unknown[]) => {
    keep(parameters[0]);
    end.apply(response, parameters as Parameters<typeof end>);
    // The head as Node sent it: what `writeHead` was given may not be among `getHeaders`.
    const head = readHead((response as ServerResponse & { _header: string })._header);
    // Node withholds the body from HEAD.
    const text = method === 'HEAD' ? '' : Buffer.concat(body).toString();
    holdToDocument({ method, path: url, ...head, text });
    return response;
  };
}
