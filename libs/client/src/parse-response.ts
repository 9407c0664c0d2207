import type { Order } from './orders.types.ts';
import type { Pet } from './pets.types.ts';
import { PetstoreError } from './petstore-error.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A response whose body is valid JSON. */
export interface ParsedResponse {
  readonly response: Response;
  /** Integers that a number would round are bigints. */
  readonly body: unknown;
}

const notFromService = 'it is not from the service, check baseUrl.';

/** @throws PetstoreError `unexpected_response` if the body is not a Pet */
export function parsePet({ response, body }: ParsedResponse): Pet {
  if (isPet(body)) return body;
  throw unexpectedResponse(response);
}

/** @throws PetstoreError `unexpected_response` if the body is not an array of Pets */
export function parsePets({ response, body }: ParsedResponse): Pet[] {
  if (Array.isArray(body) && body.every(isPet)) return body;
  throw unexpectedResponse(response);
}

/** @throws PetstoreError `unexpected_response` if the body is not an Order */
export function parseOrder({ response, body }: ParsedResponse): Order {
  if (isOrder(body)) return body;
  throw unexpectedResponse(response);
}

/** @throws PetstoreError `unexpected_response` if the body is not an array of Orders */
export function parseOrders({ response, body }: ParsedResponse): Order[] {
  if (Array.isArray(body) && body.every(isOrder)) return body;
  throw unexpectedResponse(response);
}

/** Creates the PetstoreError for a response with an error status. */
export function parseError({ response, body }: ParsedResponse): PetstoreError {
  const { code, message } = membersOf(body);
  if (typeof code !== 'string' || typeof message !== 'string') return unexpectedResponse(response);
  return new PetstoreError(code, message, detailsOf(response));
}

/**
 * Creates the PetstoreError `unexpected_response`, for a response that the client cannot use.
 * @param reason end of the message; by default, the response is not from the service
 */
export function unexpectedResponse(response: Response, reason = notFromService, cause?: unknown): PetstoreError {
  const message = `Cannot use the response (status ${response.status}): ${reason}`;
  return new PetstoreError('unexpected_response', message, {
    ...detailsOf(response),
    ...(cause !== undefined && { cause }),
  });
}

function detailsOf({ status, headers }: Response) {
  const requestId = headers.get('X-Request-Id') ?? undefined;
  return { status, requestId, retryAfter: parseRetryAfter(headers.get('Retry-After')) };
}

/** Checks only `id` and `name`: enough to detect a response of another server. */
function isPet(value: unknown): value is Pet {
  const { id, name } = membersOf(value);
  return isInteger(id) && typeof name === 'string';
}

/** Checks only `id`, `petId` and `status`, for the same reason. */
function isOrder(value: unknown): value is Order {
  const { id, petId, status } = membersOf(value);
  return isInteger(id) && isInteger(petId) && typeof status === 'string';
}

function isInteger(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

function membersOf(body: unknown): Record<string, unknown> {
  return (body ?? {}) as Record<string, unknown>;
}
