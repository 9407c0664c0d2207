import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParameterHeader } from './parameter-header.decorator.ts';
import { headerValues } from '@petstore/edge/request-head';
import { platformErrors, RequestError } from '@petstore/edge/errors';

/** One entity tag (RFC 9110, section 8.8.3), strong or weak. */
const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"';

/**
 * `*`, or entity tags that commas separate. A list may have empty elements (RFC 9110, section 5.6.1). The expression can match several
 * commas between two tags in only one way. With two, backtracking in a malformed header of 100 characters would take seconds.
 */
const format = new RegExp(`^(?:\\*|[ \\t,]*${tag}(?:[ \\t]*,[ \\t,]*${tag})*[ \\t,]*)$`);

/**
 * The tag of a version, also as a proxy that compresses has changed it: weak, or with a suffix of signs and a letter, such as `"3-gzip"` of
 * Apache, `"3--gzip"` of Jetty and `"3;gz"` of LiteSpeed. Signs and letters have no character in common, so that it matches in linear time.
 */
const versionTag = /"([1-9][0-9]{0,9})(?:[-;.:_+~]+[A-Za-z][^"]*)?"/g;

const document = ApiParameterHeader({
  name: 'If-Match',
  required: false,
  description:
    'One or several entity tags from the header `ETag`, as you received them, or `*` for any (RFC 9110). If none is that of the present ' +
    'version, the response is 412 and this request changes nothing. A tag is a version, so a weak one and one with a suffix such as `-gzip`, which ' +
    'proxies that compress make of it, match as well.',
  schema: { type: 'string', maxLength: 2_048, examples: ['"3"'] },
});

/** Parameter decorator: passes the versions of the header `If-Match`, see readIfMatch, and documents the header. */
export const IfMatchHeader = createParamDecorator(
  (_: unknown, execution: ExecutionContext) => readIfMatch(execution.switchToHttp().getRequest()),
  [document],
);

/**
 * Returns the versions of the header `If-Match`, undefined without the header and for `*`. Tags of other servers are no versions. RFC 9110,
 * section 13.1.1, demands the strong comparison, because a weak tag can be that of other bytes. A version cannot, and with the strong
 * comparison no client behind a proxy that compresses could change an animal.
 * @throws RequestError invalid_parameter if the header is malformed
 */
export function readIfMatch(request: IncomingMessage): number[] | undefined {
  const sent = headerValues(request, 'if-match');
  if (sent.length === 0) return undefined;
  const text = sent.join(',').trim();
  if (!format.test(text)) {
    const rule = 'If-Match must be * or entity tags that commas separate, such as "3".';
    throw new RequestError(platformErrors.invalid_parameter, rule);
  }
  if (text === '*') return undefined;
  // Between two tags there is neither a quotation mark nor a digit, so each match is a whole tag.
  return [...text.matchAll(versionTag)].map(([, version]) => Number(version));
}

export function entityTag(version: number): string {
  return `"${version}"`;
}
