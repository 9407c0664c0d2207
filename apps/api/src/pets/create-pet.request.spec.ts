import { RequestError } from '@petstore/http/response/request-error';
import { validateBody } from '@petstore/http/validation/validate-body';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { CreatePetRequest } from './create-pet.request.ts';
import { NewPetPipe } from './new-pet.pipe.ts';

/** A nested value that throws when its members are read. */
const unread = new Proxy(
  {},
  {
    ownKeys: () => {
      throw new Error('the members of a nested value were read');
    },
    get: () => {
      throw new Error('a nested value was read');
    },
  },
);

describe.each(['name', 'categoryId', 'status'])('a nested value as %s', (member) => {
  it.each([
    ['an object', unread],
    ['an array', [unread]],
  ])('is refused without being read: %s', (_, value) => {
    const create = () => validateBody(CreatePetRequest, { name: 'Rex', categoryId: 7, [member]: value });
    expect(create).toThrow(RequestError);
    expect(create).toThrow(new RegExp(`^${member} must be [^;]*$`));
  });
});

it('does not read a nested value of an unknown member', () => {
  const body = validateBody(CreatePetRequest, { name: 'Rex', categoryId: 7, other: unread });
  expect(body).toEqual({ name: PetName.of('Rex'), categoryId: CategoryId.of(7) });
});

it('calls each value object once for a NewPet', async () => {
  const checks = [PetName, CategoryId, PetStatus].map((valueObject) => jest.spyOn(valueObject, 'of'));
  await NewPetPipe.transform({ name: 'Rex', categoryId: 7, status: 'sold' }, { type: 'custom' });
  expect(checks.map((check) => check.mock.calls)).toEqual([[['Rex']], [[7]], [['sold']]]);
});
