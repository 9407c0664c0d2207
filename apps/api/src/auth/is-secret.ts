import { ApiKeySecret } from '@petstore/access-domain';

/** Whether text may contain an API key. */
export function isSecret(text: string): boolean {
  return ApiKeySecret.occursIn(text);
}
