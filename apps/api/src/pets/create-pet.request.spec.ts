import { RequestError } from '@petstore/http/response/request-error';
import { CreatePetRequest } from './create-pet.request.ts';

/** A nested value that fails the test when anything looks into it. */
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
  ])('is refused unread, as %s', (_, value) => {
    const create = () => CreatePetRequest.of({ name: 'Rex', categoryId: 7, [member]: value });
    expect(create).toThrow(RequestError);
    expect(create).toThrow(new RegExp(`^${member} must be [^;]*$`));
  });
});

it('reads no nested value of a member that the contract does not name', () => {
  expect(CreatePetRequest.of({ name: 'Rex', categoryId: 7, other: unread })).toEqual({ name: 'Rex', categoryId: 7 });
});
