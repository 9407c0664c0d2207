import { toCloudEvent } from './cloud-event.ts';

const order = { id: '9007199254740993', petId: '-9223372036854775808', status: 'cancelled' };
const event = {
  id: '1',
  position: '1',
  petId: order.petId,
  type: 'order.cancelled',
  actor: 'key_1',
  time: new Date(0),
};

it('has exact integers, and the order alone if the animal of the order was deleted in the database', () => {
  const pet = { id: order.petId, name: '7', categoryId: '7', status: 'available' };
  const exactOrder = { id: 9007199254740993n, petId: -(2n ** 63n), status: 'cancelled' };
  const exactPet = { id: -(2n ** 63n), name: '7', categoryId: 7, status: 'available' };
  expect(toCloudEvent({ ...event, data: { order } }).data).toEqual({ order: exactOrder });
  expect(toCloudEvent({ ...event, data: { order, pet } }).data).toEqual({ pet: exactPet, order: exactOrder });
});
