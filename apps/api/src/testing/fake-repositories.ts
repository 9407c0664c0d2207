import type { InjectionToken } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { PetChanges, PetRepository } from '@petstore/pets-domain';
import { InMemoryPetChanges, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { OrderRepository } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';

/** The port of each repository and its in-memory implementation, by its name in TestApp. */
const repositories = {
  pets: [PetRepository, InMemoryPetRepository],
  petChanges: [PetChanges, InMemoryPetChanges],
  orders: [OrderRepository, InMemoryOrderRepository],
  transactions: [Transactions, InMemoryTransactions],
} as const;

type RepositoryName = keyof typeof repositories;

/** In-memory repositories that replace those on PostgreSQL. */
export type FakeRepositories = { readonly [Name in RepositoryName]: InstanceType<(typeof repositories)[Name][0]> } & {
  readonly petChanges: InMemoryPetChanges;
};

/** Creates empty repositories. The feed of changes gets the changes of the pets. */
export function createFakeRepositories(): FakeRepositories {
  const fakes = Object.entries(repositories).map(([name, [, InMemoryRepository]]) => [name, new InMemoryRepository()]);
  const petChanges = new InMemoryPetChanges();
  return {
    ...(Object.fromEntries(fakes) as FakeRepositories),
    petChanges,
    pets: new InMemoryPetRepository(petChanges),
  };
}

/** Returns the repositories with the tokens of the providers that they replace. */
export function overridesOf(fakes: FakeRepositories): [port: InjectionToken, fake: unknown][] {
  return Object.entries(repositories).map(([name, [port]]) => [port, fakes[name as RepositoryName]]);
}
