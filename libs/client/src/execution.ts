import type { PetstoreErrorCode } from './petstore-error.ts';

/** The operations that change something, by their names in the OpenAPI document. */
export type Change = keyof typeof notExecuted;

/** The request itself is wrong, so the service refuses each sending of it. */
const wrongRequest = [
  'malformed_request',
  'malformed_json',
  'invalid_body',
  'invalid_parameter',
  'missing_api_key',
  'read_only_key',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'headers_too_large',
];

/**
 * The codes of each operation, beside `wrongRequest`, that prove that no sending of the call was executed. All others do not: the client, a
 * browser, Deno, Bun or a proxy may have sent the call before, and the response to that sending was lost. For example, the key of a call that
 * is now 401 may have been revoked between the two, and the service that is now unavailable may have executed the first.
 */
const notExecuted = {
  // Creates have an Idempotency-Key: a repeat of an executed create gets the first response again.
  createPet: ['idempotency_mismatch'],
  placeOrder: ['idempotency_mismatch', 'unknown_pet', 'pet_not_available'],
  // Each code can also follow an executed update: its own change has raised the version, or another client has continued from it.
  updatePet: [],
  // A repeat of an executed deletion is always `pet_not_found`.
  deletePet: ['pet_has_order', 'precondition_failed'],
  // Orders are never deleted. An order that was completed may have been returned since, which is `invalid_order_transition`.
  completeOrder: ['order_not_found'],
  // A cancelled or returned order stays so, and a repeat of an executed transition succeeds.
  cancelOrder: ['order_not_found', 'invalid_order_transition'],
  returnOrder: ['order_not_found', 'invalid_order_transition'],
} as const satisfies Record<string, readonly string[]>;

/** Whether a change may have been executed although its last response has this code. */
export function mayHaveBeenExecuted(change: Change, code: PetstoreErrorCode): boolean {
  return ![...wrongRequest, ...notExecuted[change]].includes(code);
}
