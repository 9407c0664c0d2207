import { appendFileSync, closeSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs';

/** An animal with its int64 in decimal digits. */
export interface CopiedPet {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status: string;
}

/** A transaction of the store of a mirror. */
export type Transaction =
  | { readonly kind: 'reset' }
  | {
      readonly kind: 'put';
      readonly pets: readonly CopiedPet[];
      readonly cursor: string;
      readonly isComplete: boolean;
    };

/**
 * A copy of all animals in a file with one line of JSON for each transaction. A line without its newline is a transaction that did not
 * happen. One process writes, and others may read at the same time.
 */
export class MirrorJournal {
  readonly pets = new Map<string, CopiedPet>();
  cursor: string | undefined;
  /** Whether the copy had every animal once since the last reset. */
  isComplete = false;
  resets = 0;
  /** Length of the transactions that were read, in bytes. */
  private length = 0;

  /** @param file is created */
  constructor(private readonly file: string) {
    appendFileSync(file, '');
  }

  /** Executes the transactions that were added to the file since the last call. */
  read(): void {
    const descriptor = openSync(this.file, 'r');
    try {
      const added = Buffer.alloc(fstatSync(descriptor).size - this.length);
      readSync(descriptor, added, 0, added.length, this.length);
      const complete = added.subarray(0, added.lastIndexOf('\n') + 1);
      this.length += complete.length;
      for (const line of complete.toString().split('\n')) {
        if (line !== '') this.execute(JSON.parse(line) as Transaction);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** Reads the file and removes a transaction that did not happen. Only for the process that writes. */
  recover(): void {
    this.read();
    truncateSync(this.file, this.length);
  }

  append(transaction: Transaction): void {
    appendFileSync(this.file, `${JSON.stringify(transaction)}\n`);
  }

  private execute(transaction: Transaction): void {
    if (transaction.kind === 'reset') {
      this.pets.clear();
      this.cursor = undefined;
      this.isComplete = false;
      this.resets += 1;
      return;
    }
    for (const pet of transaction.pets) this.pets.set(pet.id, pet);
    this.cursor = transaction.cursor;
    this.isComplete = transaction.isComplete;
  }
}
