import { CategoryId } from './category-id.ts';
import { NewPet } from './pet.ts';
import { CursorGone, PetHasOrder, PetNotFound } from './pet.errors.ts';
import { PetName } from './pet-name.ts';
import { PetStatus } from './pet-status.ts';

const invalidText = 'what the client sent';

it.each([
  {
    parse: () => PetName.of([invalidText]),
    code: 'invalid_pet_name',
    message:
      'name must be a string of 1 to 255 Unicode characters, not only white space, without U+0000 or lone surrogates',
  },
  {
    parse: () => CategoryId.of(invalidText),
    code: 'invalid_category_id',
    message: 'categoryId must be an integer from -9223372036854775808 to 9223372036854775807',
  },
  {
    parse: () => PetStatus.of(invalidText),
    code: 'invalid_pet_status',
    message: 'status must be one of available, pending, sold',
  },
  {
    parse: () => NewPet.parse({ name: 'Rex', categoryId: 1, status: invalidText }),
    code: 'invalid_new_pet',
    message: 'status must be one of available, pending, sold',
  },
])('the error $code names the field and the rule, and does not contain the value', ({ parse, code, message }) => {
  expect(parse).toThrow(expect.objectContaining({ code, message }));
});

it('the error for a missing value says that the field is required', () => {
  expect(() => CategoryId.of(undefined)).toThrow(/^categoryId is required: it must be an integer from -9223/);
});

it('PetNotFound has the code pet_not_found', () => {
  expect(new PetNotFound()).toMatchObject({
    code: 'pet_not_found',
    message: 'There is no animal with this petId.',
  });
});

it('PetHasOrder has the code pet_has_order', () => {
  expect(new PetHasOrder()).toMatchObject({
    code: 'pet_has_order',
    message: 'An order has reserved the animal: complete or cancel the order to change the status.',
  });
});

it('CursorGone has the code cursor_gone and tells the client to read the list again', () => {
  expect(new CursorGone()).toMatchObject({
    code: 'cursor_gone',
    message: expect.stringMatching(/Request a cursor for the present, read all pages of listPets again/),
  });
});
