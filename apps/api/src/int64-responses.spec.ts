import type { OpenAPIObject } from '@nestjs/swagger';
import { compileSerializers } from '@petstore/http/json-serializers';
import { Pet } from '@petstore/pets-domain';
import { Order } from '@petstore/store-domain';
import { OrderDto } from './orders/dto/order.dto.ts';
import { PetDto } from './pets/dto/pet.dto.ts';
import { betaDocumentCheck } from './testing/document-check.ts';

const serializers = compileSerializers(betaDocumentCheck.document as unknown as OpenAPIObject, '');
const limits = ['-9223372036854775808', '9223372036854775807'];

/** An animal or an order whose int64 members all have this value. */
function resourceOf(operation: string, int64: string): object {
  if (!operation.includes('/store/')) {
    return PetDto.of(Pet.restore({ id: int64, name: 'Rex', categoryId: int64, status: 'sold' }));
  }
  const times = { placedAt: new Date(0), updatedAt: new Date(0) };
  return OrderDto.of(Order.restore({ id: int64, petId: int64, status: 'placed', reference: null, ...times }));
}

it.each([...serializers])('the response of %s has every digit of both limits of int64', (operation, serialize) => {
  const isList = /^GET .*[^}]$/.test(operation);
  for (const limit of limits) {
    const resource = resourceOf(operation, limit);
    expect(serialize(isList ? [resource] : resource).match(/-?\d{19}/g)).toEqual([limit, limit]);
  }
});
