import { NewPet, Pet, PetId } from '@petstore/pets-domain';
import { categoryRule, nameRule, petCreation } from '../testing/create-pets.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

const { create, createPet, expectRejected } = petCreation(() => app);

describe('createPet with a name', () => {
  it.each([
    ['one character', 'R'],
    ['white space around', '  Rex\t'],
    ['a line break', 'Rex\r\nII'],
    ['quotation marks and backslashes', '"Rex" \\ \'II\''],
    ['composed letters', 'Zo\u00eb'],
    ['decomposed letters', 'Zoe\u0308'],
    ['control characters', '\u0001\u001b[31mRex\u007f'],
    ['line separators', 'Rex\u2028\u2029'],
    ['a byte-order mark', 'Rex\ufeff'],
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
    ['a name of spaces', '"  "'],
    ['a name of other white space', '"\\t\\n\\u00a0\\u2003\\ufeff"'],
    ['a NUL', '"Rex\\u0000"'],
    ['a lone high surrogate', '"Rex\\ud83d"'],
    ['a lone low surrogate', '"\\udc08Rex"'],
    ['256 characters', `"${'x'.repeat(256)}"`],
    ['256 characters outside of the BMP', `"${'\u{1f408}'.repeat(256)}"`],
    ['null', 'null'],
    ['a number', '7'],
    ['an int64 beyond 2^53', '9223372036854775807'],
    ['a boolean', 'true'],
    ['an array', '["Rex"]'],
    ['an object', '{"toString":"Rex","length":3}'],
    ['an object with a constructor', '{"constructor":5}'],
    ['an array with a nested constructor', '["Rex",{"constructor":{"name":"String"}}]'],
  ])('rejects %s', (_, name) => expectRejected(`{"name":${name},"categoryId":7}`, `name must be ${nameRule}.`));
});

describe('createPet with a categoryId', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.0', '0'],
    ['-1', '-1'],
    ['1.0', '1'],
    ['1e3', '1000'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740992', '9007199254740992'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9.007199254740993e15', '9007199254740993'],
    ['900719925474099.3e1', '9007199254740993'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['9.223372036854775807E+18', '9223372036854775807'],
  ])('reads %s and returns %s in a create, a get and a list', async (sent, expected) => {
    const text = `{"id":1,"name":"Rex","categoryId":${expected},"status":"available"}`;
    expect((await create(`{"name":"Rex","categoryId":${sent}}`)).text).toBe(text);
    expect((await app.client.get('/v1/pets/1')).text).toBe(text);
    expect((await app.client.get('/v1/pets')).text).toBe(`[${text}]`);
  });

  it.each([
    '1.5',
    '999999999999999.000000000000001',
    '1e-1',
    '1e400',
    '-1e400',
    '9223372036854775808',
    '-9223372036854775809',
    '9223372036854775807.5',
    '9'.repeat(100_000),
    '"1"',
    '"7"',
    'true',
    'null',
    '[7]',
    '{}',
    '{"valueOf":7}',
  ])('rejects %.40s', (sent) =>
    expectRejected(`{"name":"Rex","categoryId":${sent}}`, `categoryId must be ${categoryRule}.`),
  );

  it('returns an id beyond 2^53 exactly', async () => {
    const pet = Pet.register(PetId.restore('9223372036854775807'), NewPet.parse({ name: 'Rex', categoryId: 7 }));
    jest.spyOn(app.pets, 'add').mockResolvedValue(pet);
    const response = await createPet({});
    expect(response.text).toBe('{"id":9223372036854775807,"name":"Rex","categoryId":7,"status":"available"}');
    expect(response.headers['location']).toBe('/v1/pets/9223372036854775807');
  });
});
