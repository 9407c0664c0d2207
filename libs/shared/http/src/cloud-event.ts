import type { LoggedEvent } from '@petstore/kernel';

/**
 * Returns an event as clients and webhook receivers get it: a CloudEvent 1.0 in JSON.
 * @param data of the event, with integers in place of their decimal digits
 */
export function toCloudEvent<Data>({ id, history, type, petId, time, actor }: LoggedEvent, data: Data) {
  return {
    specversion: '1.0',
    id,
    source: `/v1/histories/${history}`,
    type,
    subject: `pets/${petId}`,
    time: time.toISOString(),
    actor,
    data,
  } as const;
}
