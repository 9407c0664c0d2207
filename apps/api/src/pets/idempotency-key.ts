import type { IncomingMessage } from 'node:http';
import { contextOf } from '@petstore/http/context/request-context';
import { platformErrors } from '@petstore/http/response/platform-errors';
import { RequestError } from '@petstore/http/response/request-error';
import { InvalidValue } from '@petstore/kernel';
import { IdempotencyKey } from '@petstore/pets-domain';

/** A string of RFC 8941: quotation marks round it, and a backslash before each `"` and `\` within. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

const { minLength, maxLength } = IdempotencyKey;

/** The header's value as the document describes it: the key bare, or quoted. */
export const idempotencyKeyPattern =
  `^(?:[!#-~][!-~]{${minLength - 1},${maxLength - 1}}` +
  `|"(?:[!#-\\[\\]-~]|\\\\["\\\\]){${minLength},${maxLength}}")$`;

/** For how long a create is remembered, as people are told. */
export const rememberedHours = IdempotencyKey.lifetime / 3_600_000;

/**
 * What the caller names this create by, if anything.
 * @throws RequestError invalid_parameter, also for more than one header
 */
export function idempotencyKeyOf(request: IncomingMessage): IdempotencyKey | undefined {
  const sent = request.headersDistinct['idempotency-key'] ?? [];
  if (sent.length === 0) return undefined;
  // The guard lets nobody in without a key of the store.
  const { id } = contextOf(request).caller!;
  try {
    return IdempotencyKey.of(sent.length === 1 ? unquoted(sent[0]!) : '', id);
  } catch (error) {
    if (error instanceof InvalidValue) {
      throw new RequestError(
        platformErrors.invalid_parameter,
        `${error.message}, bare or as a quoted string, sent once.`,
      );
    }
    throw error;
  }
}

/** What stands in the quotation marks, or all of it when there are none; nothing when they do not enclose it. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return quoted.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? '';
}
