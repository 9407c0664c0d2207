import { lazyBodyPipe } from '@petstore/http/nest/json-body';
import type { PetUpdate } from '@petstore/pets-domain';

/** Converts the body of `updatePet` to a PetUpdate. Loads the request class with the first body, not at the start. */
export const PetUpdatePipe = lazyBodyPipe(
  async () => (await import('./update-pet.request.ts')).UpdatePetRequest,
  (update): PetUpdate => update,
);
