import type { Operation } from '@petstore/contract';
import { bodySchemaOf, parametersIn } from '../arbitraries/flatten-schemas.ts';

/** Whether the operation is for one resource. */
export function hasPathParameters(operation: Operation): boolean {
  return parametersIn('path', operation).length > 0;
}

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

/** Whether the operation changes the members of a resource that its body names (JSON Merge Patch, RFC 7396). */
export function isUpdate(operation: Operation): boolean {
  return operation.method === 'PATCH' && bodySchemaOf(operation) !== undefined && hasPathParameters(operation);
}

/** Whether the operation changes a resource and has no body, such as `POST /orders/{orderId}/cancel`. */
export function isAction(operation: Operation): boolean {
  return operation.method === 'POST' && operation.requestBody === undefined && hasPathParameters(operation);
}

/** The only error code that the operation documents for a status. @throws Error if there are several or none */
export function errorCode({ operationId, responses }: Operation, status: number): string {
  const examples = Object.values(responses[status]?.content?.['application/json']?.examples ?? {});
  const codes = examples.map(({ value }) => (value as { code: string }).code);
  if (codes.length !== 1)
    throw new Error(`${operationId} documents ${codes.length} codes for ${status} instead of one`);
  return codes[0]!;
}
