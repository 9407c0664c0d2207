import { CategoryId } from './category-id.ts';
import { NewPet } from './new-pet.ts';
import { PetNotFound } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

const sent = 'what the client sent';

it.each([
  {
    refused: () => PetName.of([sent]),
    code: 'invalid_pet_name',
    message:
      'name must be a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates',
  },
  {
    refused: () => CategoryId.of(sent),
    code: 'invalid_category_id',
    message: 'categoryId must be an integer from -9223372036854775808 to 9223372036854775807',
  },
  {
    refused: () => PetStatus.of(sent),
    code: 'invalid_pet_status',
    message: 'status must be one of available, pending, sold',
  },
  {
    refused: () => NewPet.parse({ name: 'Rex', categoryId: 1, status: sent }),
    code: 'invalid_new_pet',
    message: 'status must be one of available, pending, sold',
  },
])('$code names the field and the rule, and does not repeat the value', ({ refused, code, message }) => {
  expect(refused).toThrow(expect.objectContaining({ kind: 'invalid', code, message }));
});

it('says that a missing value is required', () => {
  expect(() => CategoryId.of(undefined)).toThrow(/^categoryId is required: it must be an integer from -9223/);
});

it('reports a pet that does not exist as pet_not_found', () => {
  expect(new PetNotFound()).toMatchObject({
    kind: 'not-found',
    code: 'pet_not_found',
    message: 'There is no animal with this petId.',
  });
});
