import fc, { type Arbitrary } from 'fast-check';
import type { Operation } from '@petstore/contract';
import type { Request } from './fast-client.ts';

type Headers = NonNullable<Request['headers']>;

/** What any header may hold; white space round it is not part of it. */
const fieldText = fc
  .stringMatching(/^[\t -~\u0080-\u00ff]{0,300}$/)
  .map((text) => text.replace(/^[\t ]+|[\t ]+$/g, ''));

/** Those that can be wrong: what a header without a pattern holds is never refused. */
function parametersOf({ parameters = [] }: Operation) {
  const inHeader = parameters.filter((parameter) => parameter.in === 'header');
  return inHeader.flatMap(({ name, schema: { pattern } }) => (pattern ? [{ name, pattern: new RegExp(pattern) }] : []));
}

/** Keys of the operation's `Idempotency-Key`, bare and quoted: some that nobody drew before, and a few often. */
export function idempotencyKeys(operation: Operation): Arbitrary<{ key: string; header: string }> {
  const { pattern } = parametersOf(operation).find(({ name }) => name === 'Idempotency-Key')!;
  const header = fc.oneof(fc.stringMatching(pattern), fc.constantFrom('a', '"a"', '\\"', '"\\\\\\""'));
  // A quoted string of visible ASCII is one of JSON as well.
  return header.map((text) => ({ key: text.startsWith('"') ? (JSON.parse(text) as string) : text, header: text }));
}

/** One of the operation's headers, wrong or sent twice. */
export function brokenHeaders(operation: Operation): Arbitrary<Headers> {
  const broken = parametersOf(operation).map(({ name, pattern }) => {
    const valid = fc.stringMatching(pattern);
    const tooLong = fc
      .tuple(valid, fc.integer({ min: 256, max: 300 }))
      .map(([text, length]) => text.padEnd(length, text));
    const halfQuoted = valid.map((text) => `"${text}`);
    const wrong = fc.oneof(fieldText, tooLong, halfQuoted).filter((text) => !pattern.test(text));
    const twice = fc.tuple(fc.oneof(valid, fieldText), valid);
    return fc.oneof({ weight: 4, arbitrary: wrong }, twice).map((value): Headers => ({ [name]: value }));
  });
  return fc.oneof(...broken);
}
