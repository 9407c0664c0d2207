import { expectSame, unusualTexts } from '@petstore/kernel/testing';
import { OrderId } from '../order-id.ts';
import { OrderName } from '../order-name.ts';
import type { OrderRepository } from '../order.repository.ts';

/** Rules that every OrderRepository must follow. Each function gets an empty repository and throws if the rule is violated. */
export const orderRepositoryContract: Record<string, (orders: OrderRepository) => Promise<void>> = {
  'returns added orders with exactly the same text': async (orders) => {
    for (const text of unusualTexts) {
      const added = (await orders.add({ name: OrderName.of(text) })).snapshot();
      expectSame(added.name, text);
      expectSame((await orders.find(OrderId.restore(added.id)))?.snapshot(), added);
    }
  },

  'assigns a positive, unique, ascending id to every order': async (orders) => {
    const ids: string[] = [];
    for (const text of ['First', 'Second', 'Third']) ids.push(await addNamed(orders, text));
    expectSame(
      ids.every((id, index) => BigInt(id) > BigInt(ids[index - 1] ?? 0)),
      true,
    );
  },

  'finds nothing for an id that was never assigned': async (orders) => {
    await addNamed(orders, 'First');
    for (const text of ['0', '-1', '9223372036854775807', '-9223372036854775808']) {
      expectSame(await orders.find(OrderId.restore(text)), undefined);
    }
  },
};

/** Adds an order and returns its id. */
async function addNamed(orders: OrderRepository, text: string): Promise<string> {
  return (await orders.add({ name: OrderName.of(text) })).snapshot().id;
}
