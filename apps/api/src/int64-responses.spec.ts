import type { OpenAPIObject } from '@nestjs/swagger';
import { compileSerializers } from '@petstore/http/json-serializers';
import { Pet } from '@petstore/pets-domain';
import { Order } from '@petstore/store-domain';
import { EventDto } from './events/dto/event.dto.ts';
import { OrderDto } from './orders/dto/order.dto.ts';
import { PetDto } from './pets/dto/pet.dto.ts';
import { betaDocumentCheck } from './testing/document-check.ts';

const serializers = compileSerializers(betaDocumentCheck.document as unknown as OpenAPIObject, '');
const limits = ['-9223372036854775808', '9223372036854775807'];

/** An animal, an order or an event with both, whose int64 members all have this value. */
function resourceOf(operation: string, int64: string): object {
  const pet = { id: int64, name: 'Rex', categoryId: int64, status: 'sold' };
  const order = { id: int64, petId: int64, status: 'placed' };
  const time = new Date(0);
  if (operation.includes('/store/')) {
    return OrderDto.of(Order.restore({ ...order, reference: null, placedAt: time, updatedAt: time }));
  }
  if (!operation.includes('/events')) return PetDto.of(Pet.restore({ ...pet, version: 1 }));
  const data = { pet, order: { ...order, placedAt: time.toISOString(), updatedAt: time.toISOString() } };
  return EventDto.of({ id: '5f0c', position: '1', type: 'order.placed', petId: '1', actor: 'key_1', time, data });
}

it.each([...serializers])('the response of %s has every digit of both limits of int64', (operation, serialize) => {
  // The path of one resource ends with the parameter of its id.
  const isList = operation.startsWith('GET ') && !operation.endsWith('}');
  for (const limit of limits) {
    const resource = resourceOf(operation, limit);
    const int64Members = operation.includes('/events') ? 4 : 2;
    expect(serialize(isList ? [resource] : resource).match(/(?<!")-?\d{19}/g)).toEqual(Array(int64Members).fill(limit));
  }
});
