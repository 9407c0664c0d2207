/**
 * A transaction that is running. A use case passes it to each repository whose changes belong together, also to repositories
 * of two contexts. The members are in the subclass, because only the adapter that began the transaction uses them.
 */
export abstract class Transaction {
  /** TypeScript then accepts no other object as a Transaction. Does not exist at run time. */
  declare protected readonly isTransaction: true;
}
