import { NewPet } from '@petstore/pets-domain';
import { expectRequestId } from '@petstore/testing/check';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, useTestApp } from '../testing/test-app.ts';

const app = useTestApp();

beforeAll(() => app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7, status: 'pending' }).register('key_1')));

const deprecationHeaders = {
  deprecation: '@1795132800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version", </docs#/pets/getPet>; rel="deprecation"; type="text/html"',
};

async function expectNotFound(petId: string): Promise<void> {
  const response = await app.client.get(`/v1/pets/${petId}`);
  expect(expectError(response, 'pet_not_found')).toBe('There is no animal with this petId.');
}

describe('getPet', () => {
  it('returns the animal', async () => {
    const response = await app.client.get('/v1/pets/1');
    expect(response.status).toBe(200);
    expect(response.text).toBe('{"id":1,"name":"Rex","categoryId":7,"status":"pending"}');
    expect(response.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expectRequestId(response);
  });

  it.each(['0', '-1', '2', '9007199254740993', '9223372036854775807', '-9223372036854775808'])(
    'returns 404 if no animal has the id %s',
    expectNotFound,
  );

  it.each(['9223372036854775808', '01', '-0', '0x1', '__proto__', '%201', '1%00', '1%2F2', '%25zz'])(
    'returns 404 without a query for %s, which is not an id',
    async (petId) => {
      const find = jest.spyOn(app.pets, 'find');
      await expectNotFound(petId);
      expect(find).not.toHaveBeenCalled();
    },
  );
});

it('getPet works after its sunset date, because the service switches nothing off by itself', async () => {
  jest.useFakeTimers({ now: Date.parse('2031-01-01'), doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const later = await startTestApp();
  try {
    await later.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }).register('key_1'));
    expect(await later.client.get('/v1/pets/1')).toMatchObject({ status: 200, headers: deprecationHeaders });
  } finally {
    jest.useRealTimers();
    await later.close();
  }
});

describe('the deprecation headers of getPet', () => {
  it.each([
    ['an existing animal', '/v1/pets/1', 200],
    ['a path with a trailing slash', '/v1/pets/1/', 200],
    ['an unknown animal', '/v1/pets/2', 404],
    ['a petId that is not a number', '/v1/pets/abc', 404],
  ])('are in the response for %s, with GET and HEAD', async (_, path, status) => {
    for (const response of [await app.client.get(path), await app.client.head(path)]) {
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject(deprecationHeaders);
    }
  });

  it('are in the response without a key and with an invalid key', async () => {
    for (const path of ['/v1/pets/1', '/v1/pets/abc']) {
      expect((await app.unauthenticated.get(path)).headers).toMatchObject(deprecationHeaders);
      expect((await app.unauthenticated.head(path)).headers).toMatchObject(deprecationHeaders);
      const response = await app.unauthenticated.get(path).set('Authorization', 'Basic x');
      expectError(response, 'invalid_api_key');
      expect(response.headers).toMatchObject(deprecationHeaders);
    }
  });

  it('are not in the responses of other operations', async () => {
    for (const response of [await app.client.get('/v1/pets'), await app.client.post('/v1/pets')]) {
      expect(response.headers).not.toHaveProperty('deprecation');
      expect(response.headers).not.toHaveProperty('sunset');
      expect(response.headers).not.toHaveProperty('link');
    }
  });
});
