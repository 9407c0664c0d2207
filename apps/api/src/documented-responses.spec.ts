import { operationsOf, resolveReference, unlistedHeaders } from '@petstore/testing/check';
import { requestText, exchange, parseResponse } from '@petstore/testing/raw';
import { documentCheck } from './testing/document-check.ts';
import { provokedResponses, provokedSettings, withNewKey } from './testing/provoked-responses.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const { document, contract } = documentCheck;
const documented = operationsOf(document).flatMap(({ responses, ...operation }) =>
  Object.entries(responses).map(([status, response]) => ({
    ...operation,
    status: Number(status),
    response: resolveReference(document, response),
  })),
);

/** Names of the headers of all provoked responses. */
const sentHeaders = new Set<string>();

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp(provokedSettings);
});

afterAll(() => app.close());

it('provokes every documented response, and no other', () => {
  const provoked = Object.entries(provokedResponses).flatMap(([operationId, statuses]) =>
    Object.keys(statuses).map((status) => `${operationId} ${status}`),
  );
  expect(provoked.sort()).toEqual(documented.map(({ operationId, status }) => `${operationId} ${status}`).sort());
});

it.each(documented)(
  '$operationId $status: the responses match the document, and have all documented codes',
  async ({ operationId, method, path, status, response }) => {
    const codes = new Set<string>();
    for (const provoke of provokedResponses[operationId]![status]!) {
      jest.restoreAllMocks();
      const received = await provoke(await withNewKey(app));
      expect(received.status).toBe(status);
      // The path of the operation, because some requests cannot be parsed.
      expect(contract.violationsOf({ ...received, method, path: path.replace(/\{\w+\}/, '1') })).toEqual([]);
      for (const name of Object.keys(received.headers)) sentHeaders.add(name);
      if (status >= 400) codes.add((JSON.parse(received.text) as { code: string }).code);
    }
    const documentedCodes = status < 400 ? {} : response.content!['application/json']!.examples;
    expect([...codes].sort()).toEqual(Object.keys(documentedCodes ?? {}).sort());
  },
);

it('the document lists every header, except those that the contract exempts with a reason', async () => {
  // The first response keeps the connection alive and so has `Keep-Alive`. The second request is invalid, so the server then closes
  // the connection.
  const keptAlive = parseResponse(
    await exchange(app.port, requestText('GET /v1/pets HTTP/1.1', ['Host: pets', '', 'GET / HTTP/0.9', '', ''])),
  );
  const sent = new Set([...sentHeaders, ...Object.keys(keptAlive.headers)]);
  const listed = documented.flatMap(({ response }) => Object.keys(response.headers ?? {}));
  const expected = new Set([...listed.map((name) => name.toLowerCase()), ...unlistedHeaders.keys()]);
  expect([...sent].sort()).toEqual([...expected].sort());
});
