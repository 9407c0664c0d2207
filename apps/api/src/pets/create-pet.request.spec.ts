import { RequestError } from '@petstore/http/response/request-error';
import { Tuning } from '@petstore/http/tuning/tuning';
import { bodyValidator } from '@petstore/http/validation/validate-body';
import { CategoryId, PetName, PetStatus } from '@petstore/pets-domain';
import { CreatePetRequest } from './create-pet.request.ts';
import { NewPetPipe } from './new-pet.pipe.ts';

const tuning = new Tuning(true);
const validateBody = bodyValidator(CreatePetRequest, tuning);

/** A nested value that throws when its members are read. */
const unreadable = new Proxy(
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
    ['an object', unreadable],
    ['an array', [unreadable]],
  ])('is rejected, and its members are not read: %s', (_, value) => {
    const create = () => validateBody({ name: 'Rex', categoryId: 7, [member]: value });
    expect(create).toThrow(RequestError);
    expect(create).toThrow(new RegExp(`^${member} must be [^;]*$`));
  });
});

it('bodyValidator does not read a nested value of an unknown member', () => {
  const body = validateBody({ name: 'Rex', categoryId: 7, other: unreadable });
  expect(body).toEqual({ name: PetName.of('Rex'), categoryId: CategoryId.of(7) });
});

it('NewPetPipe creates each value object once', async () => {
  const factories = [PetName, CategoryId, PetStatus].map((valueObject) => jest.spyOn(valueObject, 'of'));
  await new NewPetPipe(tuning).transform({ name: 'Rex', categoryId: 7, status: 'sold' }, { type: 'custom' });
  expect(factories.map((factory) => factory.mock.calls)).toEqual([[['Rex']], [[7]], [['sold']]]);
});
