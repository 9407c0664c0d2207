import type { Transactions } from '@petstore/kernel';
import { expectSame, unusualTexts } from '@petstore/kernel/testing';
import { CategoryId } from '../category-id.ts';
import { NewPet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import { PetName } from '../pet-name.ts';
import { PetStatus } from '../pet-status.ts';
import type { PetRepository } from '../pet.repository.ts';

/**
 * Rules that every PetRepository must follow for updates in a transaction. Each function gets an empty repository with its
 * transactions and throws if the rule is violated.
 */
export const petUpdateContract: Record<string, (pets: PetRepository, transactions: Transactions) => Promise<void>> = {
  'stores the members of an updated pet, and of no other': async (pets, transactions) => {
    const [first, second] = [await pets.add(rex), await pets.add(rex)];
    const { id } = first.snapshot();
    for (const name of unusualTexts) {
      const update = { name: PetName.of(name), categoryId: CategoryId.of(-(2n ** 63n)), status: PetStatus.of('sold') };
      await transactions.run((transaction) => pets.update(first.update(update), transaction));
      const stored = (await pets.find(PetId.restore(id)))?.snapshot();
      expectSame(stored, { id, name, categoryId: '-9223372036854775808', status: 'sold' });
    }
    expectSame((await pets.find(PetId.restore(second.snapshot().id)))?.snapshot(), second.snapshot());
  },

  'locks and returns the stored pet': async (pets, transactions) => {
    const added = (await pets.add(rex)).snapshot();
    const locked = await transactions.run((transaction) => pets.lock(PetId.restore(added.id), transaction));
    expectSame(locked?.snapshot(), added);
  },

  'locks nothing for an id that was never assigned': async (pets, transactions) => {
    await pets.add(rex);
    for (const text of ['0', '9223372036854775807', '-9223372036854775808']) {
      expectSame(await transactions.run((transaction) => pets.lock(PetId.restore(text), transaction)), undefined);
    }
  },

  'a second transaction locks the pet after the first has ended, and sees its change': async (pets, transactions) => {
    const id = PetId.restore((await pets.add(rex)).snapshot().id);
    const statuses = ['pending', 'sold'] as const;
    const seen = await Promise.all(
      statuses.map((status) =>
        transactions.run(async (transaction) => {
          const pet = await pets.lock(id, transaction);
          await pets.update(pet!.update({ status: PetStatus.of(status) }), transaction);
          return pet!.snapshot().status;
        }),
      ),
    );
    const last = (await pets.find(id))!.snapshot().status;
    const first = statuses.find((status) => status !== last)!;
    expectSame([...seen].sort(), ['available', first].sort());
  },
};

const rex = NewPet.parse({ name: 'Rex', categoryId: 7 });
