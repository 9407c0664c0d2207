import { NewPet, PetId } from '@petstore/pets-domain';
import { expectError } from '../../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp({ beta: true });
  await app.pets.add(NewPet.parse({ name: 'Rex', categoryId: 7 }));
});

afterEach(() => app.close());

const patch = (text: string, type = 'application/merge-patch+json', petId = '1') =>
  app.client.patch(`/v1/pets/${petId}`).set('Content-Type', type).send(text);

const stored = async () => (await app.pets.find(PetId.restore('1')))?.snapshot();

describe('updatePet', () => {
  it.each([
    ['{"name":"Tom"}', '{"id":1,"name":"Tom","categoryId":7,"status":"available"}'],
    [
      '{"categoryId":9223372036854775807}',
      '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}',
    ],
    ['{"status":"sold"}', '{"id":1,"name":"Rex","categoryId":7,"status":"sold"}'],
    ['{}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
    ['{"id":9,"color":"red"}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
  ])('with the body %s returns and stores %s', async (body, expected) => {
    const response = await patch(body);
    expect([response.status, response.text]).toEqual([200, expected]);
    expect((await app.client.get('/v1/pets')).text).toBe(`[${expected}]`);
  });

  it('accepts application/json', async () => {
    expect((await patch('{"name":"Tom"}', 'application/json; charset=utf-8')).status).toBe(200);
  });

  it.each(['text/plain', 'application/json-patch+json', 'application/xml'])('returns 415 for %s', async (type) => {
    const response = await patch('{}', type);
    expect(expectError(response, 'unsupported_media_type')).toBe(
      'The body must be application/merge-patch+json or application/json, its charset utf-8 or absent, ' +
        'without a Content-Encoding.',
    );
    expect(response.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
  });

  it.each([
    ['{"name":null}', /^name must be a string/],
    ['{"name":""}', /^name must be a string/],
    ['{"categoryId":null}', /^categoryId must be an integer/],
    ['{"categoryId":9223372036854775808}', /^categoryId must be an integer/],
    ['{"status":null}', /^status must be one of/],
    ['{"status":"lost","name":7}', /^name must be .*; status must be one of available, pending, sold\.$/],
    ['[]', /^The body must be a JSON object\.$/],
    ['null', /^The body must be a JSON object\.$/],
  ])('returns 400 for the body %s and changes nothing', async (body, message) => {
    const before = await stored();
    expect(expectError(await patch(body), 'invalid_body')).toMatch(message);
    expect(await stored()).toEqual(before);
  });

  it.each(['2', '0', '9223372036854775808', '01', 'abc'])('returns 404 for the animal %s', async (petId) => {
    expectError(await patch('{"name":"Tom"}', 'application/json', petId), 'pet_not_found');
  });

  it('returns 409 for the status while an order has reserved the animal', async () => {
    await app.client.post('/v1/store/orders').send({ petId: 1 });
    expect(expectError(await patch('{"status":"available","name":"Tom"}'), 'pet_has_order')).toBe(
      'An order has reserved the animal: complete or cancel the order to change the status.',
    );
    expect(await stored()).toMatchObject({ name: 'Rex', status: 'pending' });
    expect((await patch('{"name":"Tom"}')).status).toBe(200);
  });
});
