import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, Matches, Max, Min, ValidateBy } from 'class-validator';
import { versionPrefix } from './paths.ts';

/** Returns the options of a validator with this message. */
const mustBe = (allowed: string) => ({ message: `$property must be ${allowed}` });

/** Parses the text, and keeps it if it cannot be parsed, so that the validators refuse it. */
function Parse(parse: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }) => parse(value as string) ?? (value as string));
}

/** A decimal integer without a sign. */
export function IsInteger(min: number, max: number): PropertyDecorator {
  const options = mustBe(`an integer from ${min} to ${max}`);
  const parse = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);
  return applyDecorators(Parse(parse), IsInt(options), Min(min, options), Max(max, options));
}

/** One of the values. Upper and lower case differ. */
export function IsOneOf(...values: readonly string[]): PropertyDecorator {
  return IsIn(values, mustBe(`one of the following values: ${values.join(', ')}`));
}

/** An address to listen on. */
export function IsHost(): PropertyDecorator {
  return Matches(/^[A-Za-z0-9.:-]+$/, mustBe('an IP address or a host name'));
}

/**
 * A text that is parsed.
 * @param parse returns undefined for an invalid text
 * @param allowed end of the message "… must be …"
 */
export function IsParsed(parse: (text: string) => object | number | undefined, allowed: string): PropertyDecorator {
  const validate = (value: unknown) => typeof value !== 'string';
  return applyDecorators(Parse(parse), ValidateBy({ name: 'isParsed', validator: { validate } }, mustBe(allowed)));
}

/** The base URL of a deployment. */
export function IsBaseUrl(): PropertyDecorator {
  const validate = (text: string) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    // The document contains the text as it is. The parser ignores white space, missing slashes, and an empty query or fragment.
    const isBase = url !== undefined && /^https?:\/\/[^\s\\?#]+$/.test(text) && url.pathname.endsWith(versionPrefix);
    return isBase && !url.username && !url.password;
  };
  const allowed = mustBe(`an http or https address that ends in ${versionPrefix}`);
  return ValidateBy({ name: 'isBaseUrl', validator: { validate } }, allowed);
}
