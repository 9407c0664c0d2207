import type { Operation } from '@petstore/contract';
import { bodySchemaOf } from '../arbitraries/flatten-schemas.ts';
import type { ValidRequest } from '../arbitraries/requests.ts';

/** Returns the operation without these members of its body's schema. @param operation operation with flat schemas */
export function withoutMembers(operation: Operation, names: readonly string[]): Operation {
  const { properties = {}, required = [], ...schema } = bodySchemaOf(operation) ?? {};
  if (names.length === 0) return operation;
  const others = Object.entries(properties).filter(([name]) => !names.includes(name));
  const content = Object.entries(operation.requestBody?.content ?? {}).map(([type, body]) => [
    type,
    {
      ...body,
      schema: {
        ...schema,
        properties: Object.fromEntries(others),
        required: required.filter((name) => !names.includes(name)),
      },
    },
  ]);
  return { ...operation, requestBody: { content: Object.fromEntries(content) } };
}

/** Returns the request with these members at the end of its JSON object. */
export function addMembers(request: ValidRequest, members: Readonly<Record<string, bigint>>): ValidRequest {
  const texts = Object.entries(members).map(([name, value]) => `${JSON.stringify(name)}:${value}`);
  if (texts.length === 0) return request;
  const text = String(request.body);
  const end = text.lastIndexOf('}');
  const separator = /^\s*\{\s*$/.test(text.slice(0, end)) ? '' : ',';
  return {
    ...request,
    body: text.slice(0, end) + separator + texts.join(',') + text.slice(end),
    value: { ...(request.value as object), ...members },
  };
}
