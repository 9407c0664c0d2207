import type { InjectionToken } from '@nestjs/common';
import { contexts } from '@petstore/contexts';
import { EventLog, Transactions } from '@petstore/kernel';
import { InMemoryEventLog, InMemoryTransactions } from '@petstore/kernel/testing';
import type { InMemoryPetRepository } from '@petstore/pets-domain/testing';
import type { InMemoryOrderRepository } from '@petstore/store-domain/testing';

/** For each repository, under its name in FakeRepositories: its port and its in-memory implementation. */
type Fakes = Readonly<Record<string, readonly [port: InjectionToken, fake: new (log: InMemoryEventLog) => object]>>;

/** In-memory repositories that replace those on PostgreSQL. Those of other contexts are replaced too, and have no member here. */
export interface FakeRepositories {
  readonly pets: InMemoryPetRepository;
  readonly orders: InMemoryOrderRepository;
  readonly transactions: InMemoryTransactions;
  readonly eventLog: InMemoryEventLog;
  /** Removes what was stored, so that tests can share one application. Ids start at 1 again. */
  empty(): void;
}

/** The test code of each domain exports its `fakes`, so that a new context needs no line here. */
const allFakes: Fakes = Object.assign(
  { transactions: [Transactions, InMemoryTransactions] },
  ...Object.keys(contexts).map(
    (context) => jest.requireActual<{ fakes?: Fakes }>(`@petstore/${context}-domain/testing`).fakes,
  ),
);

/**
 * Creates empty repositories, whose events go to one log.
 * @returns the repositories, and the tokens of the providers that they replace
 */
export function createFakeRepositories(): [FakeRepositories, overrides: [port: InjectionToken, fake: object][]] {
  const eventLog = new InMemoryEventLog();
  const fakes = Object.entries(allFakes).map(([name, [port, Fake]]) => ({
    name,
    port,
    Fake,
    fake: new Fake(eventLog),
  }));
  const byName = Object.fromEntries(fakes.map(({ name, fake }) => [name, fake]));
  const empty = () => {
    Object.assign(eventLog, new InMemoryEventLog());
    for (const { fake, Fake } of fakes) Object.assign(fake, new Fake(eventLog));
  };
  return [
    { ...(byName as unknown as FakeRepositories), eventLog, empty },
    [...fakes.map(({ port, fake }): [InjectionToken, object] => [port, fake]), [EventLog, eventLog]],
  ];
}
