import type { InjectionToken } from '@nestjs/common';
import { EventLog, Transactions } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryTransactions } from '@petstore/kernel/testing';
import { PetRepository } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { OrderRepository } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';

/** The port of each repository and its in-memory implementation, by its name in TestApp. */
const repositories = {
  pets: [PetRepository, InMemoryPetRepository],
  orders: [OrderRepository, InMemoryOrderRepository],
  transactions: [Transactions, InMemoryTransactions],
} as const;

type Repositories = typeof repositories;

/** In-memory repositories that replace those on PostgreSQL. */
export type FakeRepositories = { readonly [Name in keyof Repositories]: InstanceType<Repositories[Name][1]> } & {
  readonly eventLog: InMemoryEventLog;
};

/** Creates empty repositories. The log gets the events of the others. */
export function createFakeRepositories(): FakeRepositories {
  const eventLog = new InMemoryEventLog();
  const fakes = Object.entries(repositories).map(([name, [, InMemoryRepository]]) => [
    name,
    new InMemoryRepository(eventLog),
  ]);
  return { ...(Object.fromEntries(fakes) as FakeRepositories), eventLog };
}

/** Returns the repositories with the tokens of the providers that they replace. */
export function overridesOf(fakes: FakeRepositories): [port: InjectionToken, fake: unknown][] {
  const overrides = Object.entries(repositories).map(([name, [port]]): [InjectionToken, unknown] => [
    port,
    fakes[name as keyof Repositories],
  ]);
  return [...overrides, [EventLog, fakes.eventLog]];
}
