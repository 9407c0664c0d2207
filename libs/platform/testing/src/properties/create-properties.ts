import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '@petstore/contract';
import fc from 'fast-check';
import { bodySchemaOf } from '../arbitraries/flatten-schemas.ts';
import { idempotencyKeys, acceptsIdempotencyKey } from '../arbitraries/headers.ts';
import type { HttpResponse } from '../raw/http-response.ts';
import { expectCreated, expectedBody, expectSameCreated } from './created-resource.ts';
import { isCreate } from './operation-kinds.ts';
import { expectCode, type PropertyRun } from './property-run.ts';

export function describeCreateOperations(run: PropertyRun): void {
  run.testEach(isCreate, 'returns 201 for every valid body and stores exactly its values', async (operation) => {
    const { properties = {} } = bodySchemaOf(operation)!;
    await run.holdsFor(run.validRequest(operation), 800, async (drawn) => {
      const request = await run.refer(operation, drawn);
      const { body, location, text } = expectCreated(await run.client.send(request));
      // The service sets the members that the request's schema does not have, such as the id.
      const added = Object.entries(body).filter(([name]) => !(name in properties));
      expect(body).toStrictEqual({ ...expectedBody(operation, request.value), ...Object.fromEntries(added) });
      const ends = added.map(([, value]) => `/${encodeURIComponent(String(value))}`);
      expect(ends).toContain(location.slice(location.lastIndexOf('/')));
      expect(run.getOperationAt(location)).toEqual(expect.any(String));
      expect(await run.client.send({ method: 'GET', path: location })).toMatchObject({ status: 200, text });
    });
  });

  const isIdempotentCreate = (operation: Operation) => isCreate(operation) && acceptsIdempotencyKey(operation);
  run.testEach(
    isIdempotentCreate,
    'returns the first response for each repeated Idempotency-Key, and an error if the body differs',
    async (operation) => {
      const firsts = new Map<string, HttpResponse>();
      const requests = fc.tuple(run.validRequest(operation), idempotencyKeys(operation));
      await run.holdsFor(requests, 400, async ([drawn, { key, header }]) => {
        const request = await run.refer(operation, drawn);
        const response = await run.client.send({
          ...request,
          headers: { ...request.headers, 'Idempotency-Key': header },
        });
        const first = firsts.get(key) ?? response;
        firsts.set(key, first);
        const { body } = expectCreated(first);
        const isSame = isDeepStrictEqual(body, { ...body, ...expectedBody(operation, request.value) });
        if (isSame) expectSameCreated(response, first);
        else expectCode(response, 'idempotency_mismatch');
        // The same values with another JSON text, and the same key as a quoted string.
        const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': JSON.stringify(key) };
        expectSameCreated(await run.client.send({ ...request, body: first.text, headers }), first);
      });
    },
  );
}
