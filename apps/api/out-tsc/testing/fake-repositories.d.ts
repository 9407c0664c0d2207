import type { InjectionToken } from '@nestjs/common';
import { Transactions } from '@petstore/kernel';
import { InMemoryTransactions } from '@petstore/kernel/testing';
import { PetChanges, PetRepository } from '@petstore/pets-domain';
import { InMemoryPetChanges, InMemoryPetRepository } from '@petstore/pets-domain/testing';
import { OrderRepository } from '@petstore/store-domain';
import { InMemoryOrderRepository } from '@petstore/store-domain/testing';
/** The port of each repository and its in-memory implementation, by its name in TestApp. */
declare const repositories: {
    readonly pets: readonly [typeof PetRepository, typeof InMemoryPetRepository];
    readonly petChanges: readonly [typeof PetChanges, typeof InMemoryPetChanges];
    readonly orders: readonly [typeof OrderRepository, typeof InMemoryOrderRepository];
    readonly transactions: readonly [typeof Transactions, typeof InMemoryTransactions];
};
type RepositoryName = keyof typeof repositories;
/** In-memory repositories that replace those on PostgreSQL. */
export type FakeRepositories = {
    readonly [Name in RepositoryName]: InstanceType<(typeof repositories)[Name][0]>;
} & {
    readonly petChanges: InMemoryPetChanges;
};
/** Creates empty repositories. The feed of changes gets the changes of the pets. */
export declare function createFakeRepositories(): FakeRepositories;
/** Returns the repositories with the tokens of the providers that they replace. */
export declare function overridesOf(fakes: FakeRepositories): [port: InjectionToken, fake: unknown][];
export {};
//# sourceMappingURL=fake-repositories.d.ts.map