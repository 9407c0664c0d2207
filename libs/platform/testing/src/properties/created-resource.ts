import type { Operation } from '@petstore/contract';
import { parse } from 'lossless-json';
import { bodySchemaOf } from '../arbitraries/flatten-schemas.ts';
import type { Answer } from '../raw/answer.ts';

/** The request's members, with the defaults of the absent ones. */
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

/** Expects a 201. */
export function expectCreated({ status, headers, text }: Answer): CreatedResource {
  expect(status).toBe(201);
  const body = parse(text, undefined, { parseNumber: BigInt }) as Record<string, unknown>;
  return { body, location: headers['location']!, text };
}

/** Expects the same response as the first one, apart from headers other than `Location`. */
export function expectSameCreated(answer: Answer, first: Answer): void {
  expect([answer.status, answer.text, answer.headers['location']]).toEqual([
    201,
    first.text,
    first.headers['location'],
  ]);
}
