import type { InjectionToken } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { PetChanges, PetRepository } from '@petstore/pets-domain';
import { InMemoryPetChanges, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { OrderRepository } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';

/** The port of each repository, by the name of its in-memory implementation in TestApp. */
const ports = {
  pets: PetRepository,
  petChanges: PetChanges,
  orders: OrderRepository,
  transactions: Transactions,
} as const;

type RepositoryName = keyof typeof ports;

/** In-memory repositories that replace those on PostgreSQL. */
export type FakeRepositories = { readonly [Name in RepositoryName]: InstanceType<(typeof ports)[Name]> } & {
  readonly petChanges: InMemoryPetChanges;
};

/** Creates empty repositories. The feed of changes gets the changes of the pets. */
export function createFakeRepositories(): FakeRepositories {
  const petChanges = new InMemoryPetChanges();
  return {
    petChanges,
    pets: new InMemoryPetRepository(petChanges),
    orders: new InMemoryOrderRepository(),
    transactions: new InMemoryTransactions(),
  };
}

/** Returns the repositories with the tokens of the providers that they replace. */
export function overridesOf(fakes: FakeRepositories): [port: InjectionToken, fake: unknown][] {
  return Object.entries(ports).map(([name, port]) => [port, fakes[name as RepositoryName]]);
}
