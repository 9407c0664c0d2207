import type { CallOptions } from './call-options.ts';
import { delay } from './delay.ts';
import { nextPageQuery, noNewCursor } from './next-page.ts';
import type { operations } from './openapi.ts';
import { parsePets, type ParsedResponse } from './parse-response.ts';
import type { Pet } from './pets.types.ts';
import { backoff, retryIdempotent } from './retry-policy.ts';
import type { Transport } from './transport.ts';

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
  /** Seconds for which the service may hold back a response without changes: 1 to 30, by default 20. */
  readonly wait?: Query['wait'] | undefined;
}

/** Seconds. Some gateways end a request after 30 s. */
const defaultWait = 20;

/**
 * Yields the changes without end. Retries a request until it succeeds or fails with an error that is not temporary.
 * @throws TypeError if `wait` is not a positive integer, because the timeout of a request depends on it
 * @throws PetstoreError, or the reason of `signal` if it is aborted
 */
export async function* followChanges(
  transport: Transport,
  { since, limit, wait = defaultWait, signal }: PetChangesQuery,
): AsyncGenerator<PetChanges, never, undefined> {
  if (!(Number.isSafeInteger(wait) && wait > 0)) throw new TypeError(`wait must be a positive integer, not ${wait}`);
  let cursor = since;
  let earlyResponses = 0;
  for (;;) {
    const requestedAt = Date.now();
    // Without a cursor the service responds with the present cursor. That response must not be held back.
    const query = cursor === undefined ? { limit } : { limit, cursor, wait };
    const { pets, nextCursor } = await requestChanges(transport, query, signal);
    const isNew = nextCursor !== cursor;
    cursor = nextCursor;
    if (isNew) {
      earlyResponses = 0;
      yield { pets, cursor };
    } else if (Date.now() - requestedAt < wait * 500) {
      // The service is stopping, or a gateway removes `wait`: without a delay, the client would send requests without a pause.
      await delay(backoff(earlyResponses++), signal);
    } else {
      earlyResponses = 0;
    }
  }
}

type FeedQuery = { readonly [Name in keyof Query]: Query[Name] | undefined };

/** @throws PetstoreError `unexpected_response` if there are changes and no new cursor, because they would be repeated without end */
async function requestChanges(transport: Transport, query: FeedQuery, signal: AbortSignal | undefined) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const parsed: ParsedResponse = await transport.send({
    method: 'GET',
    path: search.size > 0 ? `/pets/changes?${search}` : '/pets/changes',
    signal,
    retryPolicy: retryIdempotent,
    isPersistent: true,
    ...(query.wait !== undefined && { wait: query.wait }),
  });
  const pets = parsePets(parsed);
  const nextCursor = nextPageQuery(parsed.response)?.get('cursor');
  if (!nextCursor || (pets.length > 0 && nextCursor === query.cursor)) throw noNewCursor(parsed.response);
  return { pets, nextCursor };
}
