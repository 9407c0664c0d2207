import type { PetRepository } from '@petstore/pets-domain';

/** Keys per statement: few, so that locks are held briefly. */
const batchSize = 1_000;

export class ForgetIdempotencyKeys {
  constructor(private readonly pets: PetRepository) {}

  /** Deletes a batch of expired idempotency keys. @returns whether more expired keys may exist */
  async execute(): Promise<boolean> {
    return (await this.pets.forgetIdempotencyKeys(batchSize)) === batchSize;
  }
}
