import type { CodesOf } from '@petstore/edge/errors';
import * as domain from '@petstore/pets-domain';
import type { Feature } from '../feature.ts';
import { PetChangesModule, PetsModule } from './pets.module.ts';

export const pets: Feature<CodesOf<typeof domain>> = {
  tag: ['pets', 'Animals for adoption.'],
  modules: [PetsModule],
  betaModules: [PetChangesModule],
  errors: {
    pet_not_found: { status: 404, meaning: new domain.PetNotFound().message },
    pet_has_order: { status: 409, meaning: new domain.PetHasOrder().message },
    precondition_failed: {
      status: 412,
      meaning: 'If-Match has no tag of the present version of the animal. Nothing was done. Read the animal again.',
    },
    pet_not_available: { status: 409, meaning: 'The animal is pending or sold, so it cannot be ordered.' },
    invalid_new_pet: 'invalid_body',
    // Only an operation of an order moves an animal, so its client gets the error of the order, which that context defines.
    invalid_pet_transition: 'invalid_order_transition',
  },
};
