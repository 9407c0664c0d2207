import type { Operation } from '@petstore/contract';
import fc, { type Arbitrary } from 'fast-check';
import type { Request } from '../raw/keep-alive-client.ts';
import { parametersIn } from './flatten-schemas.ts';

type Headers = NonNullable<Request['headers']>;

/** Any header value. It has no leading or trailing white space, because the parser removes it. */
const fieldValue = fc
  .stringMatching(/^[\t -~\u0080-\u00ff]{0,300}$/)
  .map((text) => text.replace(/^[\t ]+|[\t ]+$/g, ''));

/** Returns the header parameters that have a pattern. The service accepts every value of the other header parameters. */
function restrictedHeaders(operation: Operation) {
  return parametersIn('header', operation).flatMap(({ name, schema: { pattern } }) =>
    pattern ? [{ name, pattern: new RegExp(pattern) }] : [],
  );
}

/** Whether the operation has the header parameter `Idempotency-Key`. */
export function acceptsIdempotencyKey(operation: Operation): boolean {
  return restrictedHeaders(operation).some(({ name }) => name === 'Idempotency-Key');
}

/**
 * Generates values of the operation's `Idempotency-Key`, unquoted and quoted. Most are unique. Four fixed values repeat, to test
 * reused keys. `key` is the value without quotes and escapes.
 */
export function idempotencyKeys(operation: Operation): Arbitrary<{ key: string; header: string }> {
  const { pattern } = restrictedHeaders(operation).find(({ name }) => name === 'Idempotency-Key')!;
  const header = fc.oneof(fc.stringMatching(pattern), fc.constantFrom('a', '"a"', '\\"', '"\\\\\\""'));
  // A quoted string of visible ASCII is also a JSON string.
  return header.map((text) => ({ key: text.startsWith('"') ? (JSON.parse(text) as string) : text, header: text }));
}

/** Generates one header of the operation, either with an invalid value or with two values. */
export function invalidHeaders(operation: Operation): Arbitrary<Headers> {
  const invalid = restrictedHeaders(operation).map(({ name, pattern }) => {
    const valid = fc.stringMatching(pattern);
    const tooLong = fc
      .tuple(valid, fc.integer({ min: 256, max: 300 }))
      .map(([text, length]) => text.padEnd(length, text));
    const halfQuoted = valid.map((text) => `"${text}`);
    // 256 exceeds the maximum length of every header parameter.
    const once = fc.oneof(fieldValue, tooLong, halfQuoted).filter((text) => !pattern.test(text));
    const twice = fc.tuple(fc.oneof(valid, fieldValue), valid);
    return fc.oneof({ weight: 4, arbitrary: once }, twice).map((value): Headers => ({ [name]: value }));
  });
  return fc.oneof(...invalid);
}

/** Whether one of the operation's headers can be invalid. */
export function canHaveInvalidHeaders(operation: Operation): boolean {
  return restrictedHeaders(operation).length > 0;
}
