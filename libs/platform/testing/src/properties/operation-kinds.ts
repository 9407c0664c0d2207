import type { Operation } from '@petstore/contract';
import { bodySchemaOf, parametersIn } from '../arbitraries/flatten-schemas.ts';

const hasPathParameters = (operation: Operation) => parametersIn('path', operation).length > 0;

/** Whether the operation creates a resource and returns its `Location`. */
export function isCreate(operation: Operation): boolean {
  return bodySchemaOf(operation) !== undefined && operation.responses['201']?.headers?.['Location'] !== undefined;
}

/** Whether the operation returns a list. */
export function isList(operation: Operation): boolean {
  return operation.method === 'GET' && !hasPathParameters(operation);
}

/** Whether the operation returns one resource. */
export function isGet(operation: Operation): boolean {
  return operation.method === 'GET' && hasPathParameters(operation);
}

/** The error code of the operation's 404. */
export function notFoundCode({ operationId, responses }: Operation): string {
  const examples = Object.values(responses['404']?.content?.['application/json']?.examples ?? {});
  const codes = examples.map(({ value }) => (value as { code: string }).code);
  if (codes.length !== 1) throw new Error(`${operationId} documents ${codes.length} codes for 404 instead of one`);
  return codes[0]!;
}
