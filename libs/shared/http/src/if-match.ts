import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiParameterHeader } from './openapi/decorators.ts';
import { headerValues } from './request-head.ts';
import { platformErrors, RequestError } from './errors.ts';

/** One entity tag (RFC 9110, section 8.8.3), strong or weak. */
const tag = '(?:W/)?"[!#-~\\x80-\\xff]*"';

/**
 * `*`, or entity tags that commas separate. A list may have empty elements (RFC 9110, section 5.6.1). The expression can match several
 * commas between two tags in only one way. With two, backtracking in a malformed header of 100 characters would take seconds.
 */
const format = new RegExp(`^(?:\\*|[ \\t,]*${tag}(?:[ \\t]*,[ \\t,]*${tag})*[ \\t,]*)$`);

const document = ApiParameterHeader({
  name: 'If-Match',
  required: false,
  description:
    'One or several entity tags from the header `ETag`, or `*` for any (RFC 9110). If none is that of the present version, the response ' +
    'is 412 and nothing is changed.',
  schema: { type: 'string', maxLength: 2_048, examples: ['"3"'] },
});

/**
 * Parameter decorator: passes the versions of the header `If-Match`, undefined without the header and for `*`, and documents the header. A
 * weak tag matches no version, because the comparison must be strong (RFC 9110, section 13.1.1).
 * @throws RequestError invalid_parameter if the header is malformed
 */
export const IfMatchHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext): number[] | undefined => {
    const sent = headerValues(context.switchToHttp().getRequest(), 'if-match');
    if (sent.length === 0) return undefined;
    const text = sent.join(',').trim();
    if (!format.test(text)) {
      const rule = 'If-Match must be * or entity tags that commas separate, such as "3".';
      throw new RequestError(platformErrors.invalid_parameter, rule);
    }
    if (text === '*') return undefined;
    return [...text.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, version = '']) =>
      weak === undefined && /^[1-9]\d{0,9}$/.test(version) ? [Number(version)] : [],
    );
  },
  [document],
);

/** Returns the strong entity tag of a version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}
