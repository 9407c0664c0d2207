import { toCloudEvent } from '@petstore/event-log/cloud-event';
import type { LoggedEvent } from '@petstore/kernel';
import { NewPet, petEventTypes, type PetSnapshot } from '@petstore/pets-domain';
import { orderEventTypes, type OrderSnapshot } from '@petstore/store-domain';
import { stringify } from 'lossless-json';

/** The types of all events. */
export const eventTypes: readonly string[] = [...petEventTypes, ...orderEventTypes];

const isInteger = (name: string) =>
  name === 'id' || NewPet.fields[name as keyof typeof NewPet.fields]?.type === 'integer';

/** Returns the event as `GET /events` has it: a CloudEvent 1.0 in JSON, with exact integers. */
export function formatCloudEvent(event: LoggedEvent): string {
  const { pet, order } = event.data as { readonly pet?: PetSnapshot; readonly order?: OrderSnapshot };
  const exactPet = Object.entries(pet ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' && isInteger(name) ? BigInt(value) : value,
  ]);
  const data = {
    ...(pet && { pet: Object.fromEntries(exactPet) as unknown }),
    ...(order && { order: { ...order, id: BigInt(order.id), petId: BigInt(order.petId) } }),
  };
  return stringify(toCloudEvent(event, data))!;
}
