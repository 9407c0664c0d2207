import { operationsOf, resolveReference, unlistedHeaders } from '@petstore/testing/check';
import { requestText, exchange, parseResponse } from '@petstore/testing/raw';
import { betaDocumentCheck, documentCheck } from './testing/document-check.ts';
import { provokedBetaResponses, startProvokedBetaApp } from './testing/provoked-beta-responses.ts';
import { reset, type ProvokedResponses } from './testing/provoke.ts';
import { provokedResponses, startProvokedApp } from './testing/provoked-responses.ts';
import type { TestApp } from './testing/test-app.ts';

interface ProvokedDocument<App extends TestApp> {
  readonly check: typeof documentCheck;
  readonly provoked: ProvokedResponses<App>;
  /** Starts a service that serves the document, with everything that adds headers. */
  readonly start: () => Promise<App>;
}

describe('openapi.yaml', () =>
  describeResponses({ check: documentCheck, provoked: provokedResponses, start: startProvokedApp }));

describe('openapi.beta.yaml', () =>
  describeResponses({ check: betaDocumentCheck, provoked: provokedBetaResponses, start: startProvokedBetaApp }));

function describeResponses<App extends TestApp>({ check, provoked, start }: ProvokedDocument<App>): void {
  const { document, contract } = check;
  const operations = operationsOf(document).filter(({ path }) => /^\/v1\/(?:pets|store)\b/.test(path));
  const documented = operations.flatMap(({ responses, ...operation }) =>
    Object.entries(responses).map(([status, response]) => ({
      ...operation,
      status: Number(status),
      response: resolveReference(document, response),
    })),
  );

  /** Names of the headers of all provoked responses. */
  const seen = new Set<string>();

  let app: App;

  beforeAll(async () => {
    app = await start();
  });

  afterAll(() => app.close());

  it('provokes every documented response of the operations on pets and orders, and no other', () => {
    const all = Object.entries(provoked).flatMap(([operationId, statuses]) =>
      Object.keys(statuses).map((status) => `${operationId} ${status}`),
    );
    expect(all.sort()).toEqual(documented.map(({ operationId, status }) => `${operationId} ${status}`).sort());
  });

  it.each(documented)(
    '$operationId $status: the responses have all documented headers and codes, and no others',
    async ({ operationId, method, path, status, response }) => {
      const [headers, codes] = [new Set<string>(), new Set<string>()];
      for (const provoke of provoked[operationId]![status]!) {
        jest.restoreAllMocks();
        const received = await provoke(await reset(app));
        expect(received.status).toBe(status);
        // The path of the operation, because some requests cannot be parsed.
        expect(contract.violationsOf({ ...received, method, path: path.replace(/\{\w+\}/, '1') })).toEqual([]);
        for (const name of Object.keys(received.headers)) headers.add(name);
        if (status >= 400) codes.add((JSON.parse(received.text) as { code: string }).code);
      }
      for (const name of headers) seen.add(name);
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        const sent = headers.has(name.toLowerCase());
        expect({ name, schema: resolveReference(document, header), sent }).toMatchObject({ sent: true });
      }
      if (status < 400) return;
      expect([...codes].sort()).toEqual(Object.keys(response.content?.['application/json']?.examples ?? {}).sort());
    },
  );

  it('the document lists every header, except those that the contract exempts with a reason', async () => {
    const keptAlive = parseResponse(
      await exchange(app.port, requestText('GET /v1/pets HTTP/1.1', ['Host: pets', '', 'GET / HTTP/0.9', '', ''])),
    );
    const listed = documented.flatMap(({ response }) => Object.keys(response.headers ?? {}));
    const unlisted = new Set([...seen, ...Object.keys(keptAlive.headers)]);
    for (const name of listed) unlisted.delete(name.toLowerCase());
    expect([...unlisted].sort()).toEqual([...unlistedHeaders.keys()]);
  });
}
