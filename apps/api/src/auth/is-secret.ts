import { ApiKeySecret } from '@petstore/access-domain';

/** Returns whether a part of the text has the format of an API key. Such text is not logged. */
export function isSecret(text: string): boolean {
  return ApiKeySecret.occursIn(text);
}
