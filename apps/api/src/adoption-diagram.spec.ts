import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { PetStatus } from '@petstore/pets-domain';
import { PlaceOrder } from '@petstore/store-application';
import { NewOrder, Order, OrderedPetId, OrderStatus, PetNotAvailable } from '@petstore/store-domain';
import { InMemoryOrderedPets, InMemoryOrderRepository } from '@petstore/store-domain/testing';

const document = readFileSync(join(import.meta.dirname, '../../../docs/adoption.md'), 'utf8');

/** The effect of an operation on an order and on its animal, as a row of the document's table. */
interface Transition {
  readonly operation: string;
  readonly order: string;
  readonly from: string;
  readonly to: string;
}

/** Places an order for an animal of each status. */
async function placements(): Promise<Transition[]> {
  const transitions: Transition[] = [];
  for (const { value: from } of PetStatus.values.map((value) => PetStatus.of(value))) {
    const pets = new InMemoryOrderedPets();
    pets.statuses.set('1', from);
    const placeOrder = new PlaceOrder(new InMemoryOrderRepository(), pets, new InMemoryTransactions());
    const placing = placeOrder.execute(NewOrder.of({ petId: OrderedPetId.of(1) }));
    const order = await placing.catch((error: unknown) => error);
    if (order instanceof PetNotAvailable) continue;
    const { status } = (order as Order).snapshot();
    transitions.push({ operation: 'placeOrder', order: `new, \`${status}\``, from, to: pets.statuses.get('1')! });
  }
  return transitions;
}

const changes = {
  completeOrder: (order: Order) => order.complete(),
  cancelOrder: (order: Order) => order.cancel(),
  returnOrder: (order: Order) => order.return(true, order.petStatus),
};

/** Changes an order of each status in each way. */
function orderChanges(): Transition[] {
  const transitions: Transition[] = [];
  for (const [operation, change] of Object.entries(changes)) {
    for (const status of OrderStatus.values) {
      const times = { placedAt: '2026-11-22T10:00:00.000Z', updatedAt: '2026-11-22T10:00:00.000Z' };
      const order = Order.restore({ id: '1', petId: '1', status, ...times });
      let changed = order;
      try {
        changed = change(order);
      } catch {
        // The transition does not exist.
      }
      if (changed === order) continue;
      const description = `${status} → \`${changed.snapshot().status}\``;
      transitions.push({ operation, order: description, from: order.petStatus, to: changed.petStatus });
    }
  }
  return transitions;
}

let transitions: Transition[];

beforeAll(async () => {
  transitions = [...(await placements()), ...orderChanges()];
});

it('the diagram of docs/adoption.md has exactly the transitions of the domain', () => {
  const [, diagram = ''] = /^```mermaid\nstateDiagram-v2\n([^`]*)^```$/m.exec(document) ?? [];
  const edges = transitions.map(({ operation, from, to }) => `  ${from} --> ${to}: ${operation}\n`);
  expect(diagram).toBe([`  [*] --> ${PetStatus.initial.value}: createPet\n`, ...edges].join(''));
});

it('the table of docs/adoption.md has exactly the transitions of the domain', () => {
  const [, table = ''] = /^\| operation +\| order +\| animal +\|\n\|[-| ]*\n((?:\|.*\n)*)/m.exec(document) ?? [];
  const rows = table.split('\n').map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
  expect(rows.slice(0, -1)).toEqual(
    transitions.map(({ operation, order, from, to }) => [operation, order, `${from} → ${to}`]),
  );
});
