import { IdempotencyKey } from '@petstore/kernel';

/** SQL expression: keys that were created at this time or earlier have expired. */
export const expiryCutoff = `now() - interval '${IdempotencyKey.lifetime} milliseconds'`;
