import type { InjectionToken } from '@nestjs/common';
import { EventLog, Transactions } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryTransactions } from '@petstore/kernel/testing';
import { PetRepository } from '@petstore/pets-domain';
import { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { OrderRepository } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';

/** In-memory repositories that replace those on PostgreSQL. The log gets the events of the others. */
export interface FakeRepositories {
  readonly pets: InMemoryPetRepository;
  readonly eventLog: InMemoryEventLog;
  readonly orders: InMemoryOrderRepository;
  readonly transactions: InMemoryTransactions;
}

export function createFakeRepositories(): FakeRepositories {
  const eventLog = new InMemoryEventLog();
  return {
    eventLog,
    pets: new InMemoryPetRepository(eventLog),
    orders: new InMemoryOrderRepository(eventLog),
    transactions: new InMemoryTransactions(),
  };
}

/** Returns the repositories with the tokens of the providers that they replace. */
export function overridesOf({
  pets,
  eventLog,
  orders,
  transactions,
}: FakeRepositories): [port: InjectionToken, fake: unknown][] {
  return [
    [PetRepository, pets],
    [EventLog, eventLog],
    [OrderRepository, orders],
    [Transactions, transactions],
  ];
}
