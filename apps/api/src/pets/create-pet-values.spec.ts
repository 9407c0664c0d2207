import { NewPet, Pet, PetId } from '@petstore/pets-domain';
import { categoryRule, nameRule, petCreation } from '../testing/create-pets.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({}, 'each');

const { create, createPet, expectRejected } = petCreation(() => app);

describe('createPet with a name', () => {
  it.each([
    ['quotation marks and backslashes', '"Rex" \\ \'II\''],
    ['decomposed letters', 'Zoe\u0308'],
    ['255 ASCII characters', 'x'.repeat(255)],
    ['255 characters outside of the BMP', '\u{1f408}'.repeat(255)],
  ])('stores a name with %s unchanged', async (_, name) => {
    const response = await createPet({ name });
    expect(response.status).toBe(201);
    expect(response.body.name).toBe(name);
    expect((await app.client.get('/v1/pets')).body[0].name).toBe(name);
  });

  it.each([
    ['an empty name', '""'],
    ['a lone high surrogate', '"Rex\\ud83d"'],
    ['256 characters outside of the BMP', `"${'\u{1f408}'.repeat(256)}"`],
    ['a number', '7'],
    ['an array', '["Rex"]'],
    ['an object with a constructor', '{"constructor":5}'],
  ])('rejects %s', (_, name) => expectRejected(`{"name":${name},"categoryId":7}`, `name must be ${nameRule}.`));
});

describe('createPet with a categoryId', () => {
  it.each([
    ['-0', '0'],
    ['1.0', '1'],
    ['9007199254740993', '9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('reads %s and returns %s in a create, a get and a list', async (sent, expected) => {
    const text = `{"id":1,"name":"Rex","categoryId":${expected},"status":"available"}`;
    expect((await create(`{"name":"Rex","categoryId":${sent}}`)).text).toBe(text);
    expect((await app.client.get('/v1/pets/1')).text).toBe(text);
    expect((await app.client.get('/v1/pets')).text).toBe(`[${text}]`);
  });

  it.each([
    ['1.5', '1.5'],
    ['1e400', '1e400'],
    ['9223372036854775808', '9223372036854775808'],
    ['100,000 digits', '9'.repeat(100_000)],
    ['"1"', '"1"'],
    ['[7]', '[7]'],
  ])('rejects %s', (_, sent) =>
    expectRejected(`{"name":"Rex","categoryId":${sent}}`, `categoryId must be ${categoryRule}.`),
  );

  it('returns an id beyond 2^53 exactly', async () => {
    const pet = Pet.register(new PetId('9223372036854775807'), NewPet.of({ name: 'Rex', categoryId: 7 }), 'key_1');
    jest.spyOn(app.pets, 'add').mockResolvedValue(pet);
    const response = await createPet({});
    expect(response.text).toBe('{"id":9223372036854775807,"name":"Rex","categoryId":7,"status":"available"}');
    expect(response.headers['location']).toBe('/v1/pets/9223372036854775807');
  });
});
