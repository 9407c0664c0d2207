import type { OpenAPIObject } from '@nestjs/swagger';
import { toCloudEvent } from '@petstore/contexts';
import { compileSerializers } from '@petstore/http/json/json-serializers';
import { Pet, type PetSnapshot } from '@petstore/pets-domain';
import { Order, type OrderSnapshot } from '@petstore/store-domain';
import { OrderDto } from './orders/dto/order.dto.ts';
import { PetDto } from './pets/dto/pet.dto.ts';
import { betaDocumentCheck } from './testing/document-check.ts';

const document = betaDocumentCheck.document as unknown as OpenAPIObject;
const serializers = compileSerializers(document, '');
const limits = ['-9223372036854775808', '9223372036854775807'];

function int64MembersOf(schema: 'Pet' | 'Order'): string[] {
  const { properties } = document.components!.schemas![schema] as { properties: Record<string, { format?: string }> };
  return Object.keys(properties).filter((name) => properties[name]!.format === 'int64');
}

const petMembers = int64MembersOf('Pet');
const orderMembers = int64MembersOf('Order');

/** An animal, an order or an event with both, whose int64 members all have this value. */
function resourceOf(operation: string, int64: string): object {
  const withInt64s = (members: string[], others: object): unknown =>
    Object.assign(Object.fromEntries(members.map((name) => [name, int64])), others);
  const pet = withInt64s(petMembers, { name: 'Rex', status: 'sold' }) as PetSnapshot;
  const time = new Date(0);
  const times = { placedAt: time.toISOString(), updatedAt: time.toISOString() };
  const order = withInt64s(orderMembers, { status: 'placed', ...times }) as OrderSnapshot;
  if (operation.includes('/store/')) {
    return OrderDto.of(Order.restore({ ...order, reference: null, placedAt: time, updatedAt: time }));
  }
  if (!operation.includes('/events')) return PetDto.of(Pet.restore({ ...pet, version: 1 }));
  const event = { id: '5f0c', position: '1', type: 'order.placed', petId: '1', actor: 'key_1', time };
  return toCloudEvent({ ...event, data: { pet, order } });
}

it.each([...serializers])('the response of %s has every digit of both limits of int64', (operation, serialize) => {
  // The path of one resource ends with the parameter of its id.
  const isList = operation.startsWith('GET ') && !operation.endsWith('}');
  const hasPet = !operation.includes('/store/');
  const hasOrder = !operation.includes('/pets');
  const members = [...(hasPet ? petMembers : []), ...(hasOrder ? orderMembers : [])];
  for (const limit of limits) {
    const resource = resourceOf(operation, limit);
    const text = serialize(isList ? [resource] : resource);
    expect(text.match(/(?<!")-?\d{19}/g)).toEqual(members.map(() => limit));
  }
});
