import type { Change } from './execution.ts';
import type { PetstoreClient } from './index.ts';
import { connectionRefused, errorResponse, FakeServer, jsonResponse, type Reaction } from './testing/fake-server.ts';

type Operation = (client: PetstoreClient) => Promise<unknown>;

/** The compiler requires that of a new change. */
const changes: Record<Change, Operation> = {
  createPet: ({ pets }) => pets.create({ name: 'Rex', categoryId: 7 }),
  updatePet: ({ pets }) => pets.update(1, { name: 'Tom' }, { ifMatch: '"1"' }),
  deletePet: ({ pets }) => pets.delete(1),
  placeOrder: ({ orders }) => orders.place({ petId: 1 }),
  completeOrder: ({ orders }) => orders.complete(1),
  cancelOrder: ({ orders }) => orders.cancel(1),
  returnOrder: ({ orders }) => orders.return(1),
};
const all = Object.keys(changes).join(' ');

/** The operations that no sending of the call has executed, after each answer that an operation can get. */
const marked: [string, Reaction, string][] = [
  // The request is wrong, so no sending of it was executed.
  ...['malformed_request', 'malformed_json', 'invalid_body', 'invalid_parameter'].map(
    (code): [string, Reaction, string] => [code, errorResponse(400, code), all],
  ),
  ['missing_api_key', errorResponse(401, 'missing_api_key'), all],
  ['read_only_key', errorResponse(403, 'read_only_key'), all],
  ['payload_too_large', errorResponse(413, 'payload_too_large'), all],
  ['unsupported_media_type', errorResponse(415, 'unsupported_media_type'), all],
  ['expectation_failed', errorResponse(417, 'expectation_failed'), all],
  ['headers_too_large', errorResponse(431, 'headers_too_large'), all],
  // What the first sending met can have changed before the second: the key, the setting BETA, the load, the database.
  ['invalid_api_key', errorResponse(401, 'invalid_api_key'), ''],
  ['route_not_found', errorResponse(404, 'route_not_found'), ''],
  ['method_not_allowed', errorResponse(405, 'method_not_allowed'), ''],
  ['request_timeout', errorResponse(408, 'request_timeout'), ''],
  ['rate_limited', errorResponse(429, 'rate_limited'), ''],
  ['internal_error', errorResponse(500, 'internal_error'), ''],
  ['service_unavailable', errorResponse(503, 'service_unavailable'), ''],
  ['outcome_unknown', errorResponse(503, 'outcome_unknown'), ''],
  ['no response', connectionRefused(), ''],
  ['a page of a proxy', jsonResponse(404, '<html>'), ''],
  ['a success that cannot be read', jsonResponse(200, '{'), ''],
  ['a code of a later release', errorResponse(409, 'later'), ''],
  // The service still executes an earlier sending.
  ['idempotency_conflict', errorResponse(409, 'idempotency_conflict'), ''],
  // A repeat of an executed create is answered with 201, and one of an executed cancelOrder or returnOrder with 200.
  ['idempotency_mismatch', errorResponse(422, 'idempotency_mismatch'), 'createPet placeOrder'],
  ['pet_not_available', errorResponse(409, 'pet_not_available'), 'placeOrder'],
  ['unknown_pet', errorResponse(400, 'unknown_pet'), 'placeOrder'],
  ['invalid_order_transition', errorResponse(409, 'invalid_order_transition'), 'cancelOrder returnOrder'],
  ['order_not_found', errorResponse(404, 'order_not_found'), 'completeOrder cancelOrder returnOrder'],
  // A repeat of an executed update meets its own change, and one of an executed deletion no animal.
  ['pet_not_found', errorResponse(404, 'pet_not_found'), ''],
  ['precondition_failed', errorResponse(412, 'precondition_failed'), 'deletePet'],
  ['pet_has_order', errorResponse(409, 'pet_has_order'), 'deletePet'],
];

it.each(marked)(
  'after %s, mayHaveBeenExecuted is false only for the changes that no earlier sending can have made',
  async (...test) => {
    const [, reaction, expected] = test;
    const found: string[] = [];
    for (const [name, call] of Object.entries(changes)) {
      const service = new FakeServer(reaction instanceof Response ? reaction.clone() : reaction);
      const error = await call(service.client({ retries: 0 })).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'PetstoreError', mayHaveBeenExecuted: expect.any(Boolean) });
      if (!(error as { mayHaveBeenExecuted: boolean }).mayHaveBeenExecuted) found.push(name);
    }
    expect(found.join(' ')).toBe(expected);
  },
);

it.each<[string, Operation]>([
  ['get', ({ pets }) => pets.get(1)],
  ['list', ({ orders }) => orders.list().toArray({ max: 1 })],
  ['follow', ({ events }) => events.follow().next()],
])('%s reads only, so that nothing may have been executed', async (_, call) => {
  for (const reaction of [errorResponse(404, 'pet_not_found'), errorResponse(500, 'internal_error')]) {
    const error = await call(new FakeServer(reaction).client({ retries: 0 })).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'PetstoreError', mayHaveBeenExecuted: false });
  }
});
