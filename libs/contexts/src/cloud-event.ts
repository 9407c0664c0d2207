import type { LoggedEvent } from '@petstore/kernel';
import { petEventTypes, petToJson, type PetSnapshot } from '@petstore/pets-domain';
import { orderEventTypes, orderToJson, type OrderSnapshot } from '@petstore/store-domain';

export const eventTypes: readonly string[] = [...petEventTypes, ...orderEventTypes];

/** Returns an event as clients and webhook receivers get it: a CloudEvent 1.0. */
export function toCloudEvent({ id, position, type, petId, time, actor, data }: LoggedEvent) {
  const { pet, order } = data as { readonly pet?: PetSnapshot; readonly order?: OrderSnapshot };
  return {
    specversion: '1.0',
    id,
    source: '/v1',
    type,
    subject: `pets/${petId}`,
    time: time.toISOString(),
    actor,
    // Text that sorts as the positions do, as long as an int64 can be.
    sequence: position.padStart(19, '0'),
    data: { ...(pet && { pet: petToJson(pet) }), ...(order && { order: orderToJson(order) }) },
  } as const;
}
