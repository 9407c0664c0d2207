import type { IncomingMessage } from 'node:http';
import { IdempotencyKey, InvalidValue } from '@petstore/kernel';
import { platformErrors } from '../response/platform-errors.ts';
import { RequestError } from '../response/request-error.ts';
import { headerValues } from './request-head.ts';

/** A string of RFC 8941: in quotation marks, with a backslash before each `"` and `\` of the value. */
const quotedString = /^"((?:[^"\\]|\\["\\])*)"$/;

const { minLength, maxLength } = IdempotencyKey;

/** Pattern of the header's value for the OpenAPI document: the key itself, or the key as a quoted string. */
export const idempotencyKeyPattern =
  `^(?:[!#-~][!-~]{${minLength - 1},${maxLength - 1}}` +
  `|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){${minLength},${maxLength}}")$`;

/** Maximum characters of the header's value: a quoted string with a backslash before each character of the key. */
export const idempotencyKeyHeaderLength = 2 + 2 * maxLength;

/** `IdempotencyKey.lifetime` in hours, for documentation texts. */
export const idempotencyKeyHours = IdempotencyKey.lifetime / 3_600_000;

/**
 * Reads the header `Idempotency-Key`.
 * @param owner id of the client that sent the request
 * @returns undefined if the request has no such header
 * @throws RequestError invalid_parameter if the value is invalid, or if there is more than one header
 */
export function readIdempotencyKey(request: IncomingMessage, owner: string): IdempotencyKey | undefined {
  const values = headerValues(request, 'idempotency-key');
  if (values.length === 0) return undefined;
  try {
    // `of` rejects the empty text.
    return IdempotencyKey.of(values.length === 1 ? unquote(values[0]!) : '', owner);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const message = `${error.message}, bare or as a quoted string, sent once.`;
    throw new RequestError(platformErrors.invalid_parameter, message);
  }
}

/** Returns the value of a quoted string, a text without quotation marks unchanged, and `''` for an invalid quoted string. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return quotedString.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
}
