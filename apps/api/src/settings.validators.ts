import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsUrl, Matches, ValidateBy } from 'class-validator';
import { mustBe } from '@petstore/http/validators';
import { parseInteger } from '@petstore/operations';
import { versionPrefix } from './paths.ts';

/**
 * A text that is parsed. It may be absent.
 * @param parse returns undefined for an invalid text
 * @param allowed end of the message "… must be …"
 */
export function IsParsed(parse: (text: string) => object | number | undefined, allowed: string): PropertyDecorator {
  // An invalid text stays a text.
  const parseValid = Transform(({ value }) => parse(value as string) ?? (value as string));
  const validate = (value: unknown) => typeof value !== 'string';
  return applyDecorators(parseValid, ValidateBy({ name: 'isParsed', validator: { validate } }, mustBe(allowed)));
}

/** A decimal integer without a sign. */
export function IsInteger(min: number, max: number): PropertyDecorator {
  return IsParsed((text) => parseInteger(text, min, max), `an integer from ${min} to ${max}`);
}

/** One of the values. Upper and lower case differ. */
export function IsOneOf(...values: readonly string[]): PropertyDecorator {
  return IsIn(values, mustBe(`one of the following values: ${values.join(', ')}`));
}

/** An address to listen on. A host name has at most 253 characters. */
export function IsHost(): PropertyDecorator {
  return Matches(/^[A-Za-z0-9.:-]{1,253}$/, mustBe('an IP address or a host name'));
}

/** The base URL of a deployment, which the document contains as it is. */
export function IsBaseUrl(): PropertyDecorator {
  const allowed = mustBe(`an http or https address that ends in ${versionPrefix}`);
  const hosts = { require_tld: false, allow_underscores: true, disallow_auth: true };
  return applyDecorators(
    IsUrl({ ...hosts, protocols: ['http', 'https'], require_protocol: true }, allowed),
    Matches(new RegExp(String.raw`^https?://[^\s\\?#]+${versionPrefix}$`), allowed),
  );
}
