import { formatCloudEvent } from './cloud-event.ts';

it('has exact integers, and the order alone if the animal of the order was deleted in the database', () => {
  const order = { id: '9007199254740993', petId: '-9223372036854775808', status: 'cancelled' };
  const event = {
    id: '1',
    position: '1',
    petId: order.petId,
    type: 'order.cancelled',
    actor: 'key_1',
    time: new Date(0),
  };
  const dataOf = (data: Record<string, object>) => /"data":(.*)}$/.exec(formatCloudEvent({ ...event, data }))?.[1];
  const exactOrder = '"order":{"id":9007199254740993,"petId":-9223372036854775808,"status":"cancelled"}';
  expect(dataOf({ order })).toBe(`{${exactOrder}}`);
  const pet = { id: order.petId, name: 'Rex', categoryId: '7', status: 'available' };
  const exactPet = '"pet":{"id":-9223372036854775808,"name":"Rex","categoryId":7,"status":"available"}';
  expect(dataOf({ order, pet })).toBe(`{${exactPet},${exactOrder}}`);
});
