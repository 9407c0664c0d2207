import type { Operation } from '@petstore/contract';
import { parse } from 'lossless-json';
import { bodySchemaOf } from '../arbitraries/flatten-schemas.ts';
import type { HttpResponse } from '../raw/http-response.ts';

/** Returns the members of the request's body, with the defaults of absent members. */
export function expectedBody(operation: Operation, value: unknown): Record<string, unknown> {
  const properties = Object.entries(bodySchemaOf(operation)?.properties ?? {});
  const defaults = properties.flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default]],
  );
  return { ...(Object.fromEntries(defaults) as Record<string, unknown>), ...(value as Record<string, unknown>) };
}

/** The response of a create operation. */
export interface CreatedResource {
  /** Integers are bigints. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly location: string;
  readonly text: string;
}

/** Expects the status 201 and returns the created resource. */
export function expectCreated({ status, headers, text }: HttpResponse): CreatedResource {
  expect(status).toBe(201);
  const body = parse(text, undefined, { parseNumber: BigInt }) as Record<string, unknown>;
  return { body, location: headers['location']!, text };
}

/** Expects the status, body and `Location` of the first response. */
export function expectSameCreated(response: HttpResponse, first: HttpResponse): void {
  expect([response.status, response.text, response.headers['location']]).toEqual([
    201,
    first.text,
    first.headers['location'],
  ]);
}
