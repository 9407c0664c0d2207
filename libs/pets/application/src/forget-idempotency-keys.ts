import type { PetRepository } from '@petstore/pets-domain';

/** Few enough to be forgotten in a moment. */
const stepSize = 1_000;

export class ForgetIdempotencyKeys {
  constructor(private readonly pets: PetRepository) {}

  /** Forgets some of the keys that are past their lifetime. Answers whether there may be more of them. */
  async execute(): Promise<boolean> {
    return (await this.pets.forgetIdempotencyKeys(stepSize)) === stepSize;
  }
}
