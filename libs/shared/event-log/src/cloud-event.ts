import type { LoggedEvent } from '@petstore/kernel';

/**
 * Returns an event as clients and webhook receivers get it: a CloudEvent 1.0 in JSON.
 * @param data of the event, with integers in place of their decimal digits
 */
export function toCloudEvent<Data>({ id, position, type, petId, time, actor }: LoggedEvent, data: Data) {
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
    data,
  } as const;
}
