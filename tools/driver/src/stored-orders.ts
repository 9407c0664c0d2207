import type { OrderJson, OrderStatus } from './order-json.ts';
import type { PetJson } from './pet-json.ts';

/** Pets and all their orders, read at one moment. */
export interface StoredOrders {
  readonly pets: readonly PetJson[];
  readonly orders: readonly OrderJson[];
}

/** A difference between what is stored and what it must be. The kinds are the columns of a Verdict. */
export interface Violation {
  readonly kind: 'lost' | 'altered' | 'duplicated' | 'contradicted';
  readonly description: string;
}

/** Status of a pet whose latest order has the status. */
const petStatuses: Readonly<Record<OrderStatus, string>> = {
  placed: 'pending',
  completed: 'sold',
  cancelled: 'available',
  returned: 'available',
};

/**
 * Finds pets with more than one open order, and pets whose status contradicts their orders.
 * @param stored pets that were created as `available` and whose status only orders have changed
 */
export function findContradictions({ pets, orders }: StoredOrders): Violation[] {
  const byPet = groupByPet(orders);
  return pets.flatMap(({ id, status }) => contradictionsOf(id, status, byPet.get(id) ?? []));
}

/** Returns the orders of each pet, in ascending order of id. */
export function groupByPet(orders: readonly OrderJson[]): Map<number, OrderJson[]> {
  const groups = new Map<number, OrderJson[]>();
  for (const order of [...orders].sort((one, other) => one.id - other.id)) {
    const group = groups.get(order.petId);
    if (group) group.push(order);
    else groups.set(order.petId, [order]);
  }
  return groups;
}

function contradictionsOf(petId: number, status: string, orders: readonly OrderJson[]): Violation[] {
  const open = orders.filter((order) => order.status === 'placed').map(({ id }) => id);
  if (open.length > 1) {
    return [{ kind: 'duplicated', description: `pet ${petId} has ${open.length} open orders: ${open.join(', ')}` }];
  }
  const contradicted = (reason: string): Violation[] => [
    { kind: 'contradicted', description: `pet ${petId} is ${status}, but ${reason}` },
  ];
  if (open.length === 1 && status !== petStatuses.placed) return contradicted(`order ${open[0]} is open`);
  const latest = orders.at(-1);
  if (!latest) return status === 'available' ? [] : contradicted('it has no order');
  if (status === petStatuses[latest.status]) return [];
  return contradicted(`its latest order ${latest.id} is ${latest.status}`);
}
