import type { Pet } from './pets.types.ts';
import { PetstoreError } from './petstore-error.ts';
import { secondsOf } from './retry-after.ts';

/** The service's answer to a call that succeeded. */
export interface Answer {
  readonly response: Response;
  /** Its JSON, integers exact. */
  readonly body: unknown;
}

/** @throws PetstoreError when the body is none: what answered is not the service */
export function petOf({ response, body }: Answer): Pet {
  if (isPet(body)) return body;
  throw unexpected(response);
}

/** @throws PetstoreError when the body is none: what answered is not the service */
export function petsOf({ response, body }: Answer): Pet[] {
  if (Array.isArray(body) && body.every(isPet)) return body;
  throw unexpected(response);
}

/** What the service says about a failure, when it was the service that answered. */
export function refusal({ response, body }: Answer): PetstoreError {
  const { code, message } = membersOf(body);
  if (typeof code !== 'string' || typeof message !== 'string') return unexpected(response);
  return new PetstoreError(code, message, detailsOf(response));
}

/** An answer that the service does not give. */
export function unexpected(response: Response, why = 'is baseUrl right?', cause?: unknown): PetstoreError {
  const message = `The answer (status ${response.status}) is not one of the service's: ${why}`;
  return new PetstoreError('unexpected_response', message, {
    ...detailsOf(response),
    ...(cause !== undefined && { cause }),
  });
}

function detailsOf({ status, headers }: Response) {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return { status, requestId, retryAfter: secondsOf(headers.get('Retry-After')) };
}

/** Only so much that what answers in the service's place is noticed. */
function isPet(body: unknown): body is Pet {
  const { id, name } = membersOf(body);
  return (typeof id === 'number' || typeof id === 'bigint') && typeof name === 'string';
}

function membersOf(body: unknown): Record<string, unknown> {
  return (body ?? {}) as Record<string, unknown>;
}
