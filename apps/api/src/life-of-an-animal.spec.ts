import { DomainError } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryTransactions } from '@petstore/kernel/testing';
import { DeletePet, UpdatePet } from '@petstore/pets-application';
import { NewPet, PetStatus, type PetSnapshot } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { ChangeOrder, PlaceOrder } from '@petstore/store-application';
import { NewOrder, OrderedPetId, type Order, type OrderSnapshot } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';
import fc from 'fast-check';
import { OrderedPetsAdapter, ReservationsAdapter } from './adoption.module.ts';

const animal = fc.integer({ min: 1, max: 3 });
const status = fc.constantFrom(...PetStatus.values);

/** A command about one of three animals, or about one of the first four orders. Most are about orders, which have the most transitions. */
const command = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), status }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('place' as const), petId: animal }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('complete', 'cancel', 'return'),
      orderId: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('correct' as const), petId: animal, status }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), petId: animal }) },
);

type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never;

/** How many commands of each kind the domain has executed, in all runs. */
const executed = { create: 0, place: 0, complete: 0, cancel: 0, return: 0, correct: 0, delete: 0 };

/** The status of an animal whose latest order has a status. */
const statusAfter = { placed: 'pending', completed: 'sold', cancelled: 'available', returned: 'available' } as const;

/** The whole domain on storage in memory. */
class Store {
  readonly log = new InMemoryEventLog();
  readonly pets = new InMemoryPetRepository(this.log);
  readonly orders = new InMemoryOrderRepository(this.log);
  /** The animals whose current status was set by a create or an update, and not by an order. */
  readonly setByClient = new Set<string>();
  private readonly transactions = new InMemoryTransactions();
  private readonly orderedPets = new OrderedPetsAdapter(this.pets);
  private readonly reservations = new ReservationsAdapter(this.orders);

  /** Executes the command. The domain may refuse it, and nothing else may fail. */
  async execute(sent: Command): Promise<void> {
    try {
      await this.attempt(sent);
      executed[sent.kind as keyof typeof executed] += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  /** Returns the animals whose status contradicts their orders, and the orders that are open although their animal is gone. */
  async faults(): Promise<object[]> {
    const pets = await this.pets.list({ limit: 100 });
    const orders = await this.orders.list({ limit: 100 });
    const contradictory = pets.filter(({ id, status }) => {
      const statuses = orders.filter(({ petId }) => petId.decimal === id.decimal).map((order) => order.status);
      const placed = statuses.filter((each) => each === 'placed').length;
      if (placed > 1 || (placed === 1 && status !== 'pending')) return true;
      // Without a client, an order has set the status, and only the latest order can.
      return !this.setByClient.has(id.decimal) && status !== statusAfter[statuses.at(-1)!];
    });
    const isGone = ({ petId }: Order) => !pets.some(({ id }) => id.decimal === petId.decimal);
    return [...contradictory, ...orders.filter((order) => order.status === 'placed' && isGone(order))];
  }

  private async attempt(sent: Command): Promise<void> {
    const actor = 'key_1';
    if ('orderId' in sent) {
      const before = this.log.events.length;
      const { petId } = await new ChangeOrder(this.orders, this.orderedPets, this.transactions).execute(
        String(sent.orderId),
        sent.kind as 'complete',
        actor,
      );
      // A repeat changes nothing. Otherwise the order has decided about the status.
      if (this.log.events.length > before) this.setByClient.delete(petId.decimal);
    } else if (sent.kind === 'create') {
      const pet = await this.pets.add(NewPet.of({ name: 'Rex', categoryId: 1, status: sent.status }).register(actor));
      this.setByClient.add(pet.id.decimal);
    } else if (sent.kind === 'place') {
      const newOrder = new NewOrder({ petId: OrderedPetId.of(sent.petId) });
      await new PlaceOrder(this.orders, this.orderedPets, this.transactions).execute(newOrder, actor);
      this.setByClient.delete(String(sent.petId));
    } else if (sent.kind === 'correct') {
      const updatePet = new UpdatePet(this.pets, this.reservations, this.transactions);
      await updatePet.execute(String(sent.petId), { status: sent.status }, { actor });
      this.setByClient.add(String(sent.petId));
    } else {
      await new DeletePet(this.pets, this.reservations, this.transactions).execute(String(sent.petId), { actor });
    }
  }
}

/** Returns the animals and orders that result from all events. */
function replay(log: InMemoryEventLog) {
  const pets = new Map<string, PetSnapshot>();
  const orders = new Map<string, OrderSnapshot>();
  for (const { type, data } of log.events) {
    const { pet, order } = data as { readonly pet: PetSnapshot; readonly order?: OrderSnapshot };
    if (type === 'pet.deleted') pets.delete(pet.id);
    else pets.set(pet.id, pet);
    if (order) orders.set(order.id, order);
  }
  return { pets: [...pets.values()], orders: [...orders.values()] };
}

it('whatever clients do, the life of an animal and of its orders keeps its rules, and a replay of the log gives what is stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 20, maxLength: 40 }), async (commands) => {
      const store = new Store();
      for (let id = 1; id <= 3; id++) await store.execute({ kind: 'create', status: 'available' });
      const faults: object[] = [];
      for (const each of commands) {
        await store.execute(each);
        faults.push(...(await store.faults()));
      }
      expect(faults).toEqual([]);
      expect(replay(store.log)).toEqual({
        pets: (await store.pets.list({ limit: 100 })).map((pet) => pet.snapshot()),
        orders: (await store.orders.list({ limit: 100 })).map((order) => order.snapshot()),
      });
    }),
    { numRuns: 200 },
  );
  // If the domain refused every command of a kind, the rules would hold, but prove nothing about it.
  const neverExecuted = Object.entries(executed).filter(([, count]) => count === 0);
  expect(neverExecuted).toEqual([]);
});
