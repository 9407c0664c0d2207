import { isArrayOf, nextCursorOf, noNewCursor } from './list.ts';
import type { operations } from './openapi.ts';
import { PetstoreError } from './petstore-error.ts';
import { isPet, type Pet } from './pet.ts';
import { delay, maxTimerDelay } from './retry.ts';
import type { CallOptions, Transport } from './transport.ts';

type Query = NonNullable<operations['listPetChanges']['parameters']['query']>;

/** @beta May change or be removed in any release. */
export interface PetChanges {
  /** The animals that changed, in their current state, in the order of their last change. Empty if only the cursor is new. */
  readonly pets: readonly Pet[];
  /** Store it after you have applied `pets`. `changes({ since: cursor })` continues after them. */
  readonly cursor: string;
}

/** @beta May change or be removed in any release. */
export interface PetChangesQuery extends CallOptions {
  /** `cursor` of earlier changes: yields the changes after them. By default, yields the changes from now on. */
  readonly since?: Query['cursor'] | undefined;
  /** Maximum number of animals at once: 1 to 100, by default 20. */
  readonly limit?: Query['limit'] | undefined;
  /** Milliseconds before the next request when there are no changes: 1 to 2147483647, by default 1000. */
  readonly pollInterval?: number | undefined;
}

/**
 * Yields the changes without end. Retries a request until it succeeds or fails with an error that is not temporary.
 * @throws TypeError if `pollInterval` is out of range
 * @throws PetstoreError, or the reason of `signal` if it is aborted
 */
export async function* followChanges(
  transport: Transport,
  { since, limit, pollInterval = 1_000, signal }: PetChangesQuery,
): AsyncGenerator<PetChanges, never, undefined> {
  if (!(pollInterval >= 1 && pollInterval <= maxTimerDelay)) {
    throw new TypeError(`pollInterval must be 1 to ${maxTimerDelay} milliseconds, not ${pollInterval}`);
  }
  for (let cursor = since; ;) {
    const { pets, nextCursor } = await requestChanges(transport, { limit, cursor }, signal);
    const isNew = nextCursor !== cursor;
    cursor = nextCursor;
    if (isNew) yield { pets, cursor };
    if (pets.length === 0) await delay(pollInterval, signal);
  }
}

type FeedQuery = { readonly [Name in keyof Query]: Query[Name] | undefined };

/** @throws PetstoreError `unexpected_response` if there are changes and no new cursor, because they would be repeated without end */
async function requestChanges(transport: Transport, query: FeedQuery, signal: AbortSignal | undefined) {
  const call = { path: '/pets/changes', query, signal, isExpected: isArrayOf(isPet), isPersistent: true };
  const { body: pets, response } = await transport.send({ ...call, method: 'GET' }).catch(explainMissingFeed);
  const nextCursor = nextCursorOf(response);
  if (!nextCursor || (pets.length > 0 && nextCursor === query.cursor)) throw noNewCursor(response);
  return { pets, nextCursor };
}

/** Without the beta operations, the service takes `changes` for the id of an animal. */
function explainMissingFeed(error: unknown): never {
  if (!(error instanceof PetstoreError) || error.code !== 'pet_not_found') throw error;
  const { code, status, requestId } = error;
  const message = 'The service has no change feed: it is a beta operation, which needs the setting BETA=on.';
  throw new PetstoreError(code, message, { status, requestId, cause: error });
}
