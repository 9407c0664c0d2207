import { lazyBodyPipe } from '@petstore/http/nest/json-body';
import { NewPet } from '@petstore/pets-domain';

/** Converts the body of `createPet` to a NewPet. Loads the request class with the first body, not at the start. */
export const NewPetPipe = lazyBodyPipe(
  async () => (await import('./create-pet.request.ts')).CreatePetRequest,
  (body) => NewPet.of(body),
);
