import { NewPet, PetId } from '@petstore/pets-domain';
import { requestText } from '@petstore/testing/raw';
import { sendAndCheck } from '../testing/document-check.ts';
import { expectError } from '../testing/expect-error.ts';
import { useTestApp } from '../testing/test-app.ts';

const app = useTestApp({ beta: true }, 'each');

beforeEach(() => app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }), 'key_1'));

const patch = (text: string, type = 'application/merge-patch+json', petId = '1') =>
  app.client.patch(`/v1/pets/${petId}`).set('Content-Type', type).send(text);

const mergePatch = 'Content-Type: application/merge-patch+json';

/** Sends the bytes over a raw socket, because an HTTP client would change the headers. */
function patchRaw(body: string, headers: readonly string[] = [mergePatch], petId = '1') {
  const authorization = headers.some((header) => header.startsWith('Authorization'))
    ? []
    : [`Authorization: Bearer ${app.key}`];
  const all = ['Host: pets', 'Connection: close', ...authorization, ...headers];
  return sendAndCheck(app.port, requestText(`PATCH /v1/pets/${petId} HTTP/1.1`, all, body));
}

const stored = async () => (await app.pets.find(new PetId('1')))?.snapshot();

describe('updatePet', () => {
  it.each([
    ['{"name":"Tom"}', '{"id":1,"name":"Tom","categoryId":7,"status":"available"}'],
    [
      '{"categoryId":9223372036854775807}',
      '{"id":1,"name":"Rex","categoryId":9223372036854775807,"status":"available"}',
    ],
    ['{"status":"sold"}', '{"id":1,"name":"Rex","categoryId":7,"status":"sold"}'],
    ['{}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
    ['{"id":9,"owner":"Ann"}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
    ['{"name":null,"name":"Tom"}', '{"id":1,"name":"Tom","categoryId":7,"status":"available"}'],
    ['{"constructor":{"name":"Tom"},"Name":"Tom"}', '{"id":1,"name":"Rex","categoryId":7,"status":"available"}'],
  ])('with the body %s returns and stores %s', async (body, expected) => {
    const response = await patch(body);
    expect([response.status, response.text]).toEqual([200, expected]);
    expect((await app.client.get('/v1/pets')).text).toBe(`[${expected}]`);
  });

  it('accepts application/json', async () => {
    expect((await patch('{"name":"Tom"}', 'application/json; charset=utf-8')).status).toBe(200);
  });

  it.each([
    ['{"name":null}', /^name must be a string/],
    ['{"name":"Tom","name":null}', /^name must be a string/],
    ['{"name":"Tom","categoryId":1.5}', /^categoryId must be an integer/],
    ['{"name":{},"categoryId":{},"status":{}}', /^status must be .*; name must be .*; categoryId must be .*$/],
    ['{"status":null}', /^status must be one of/],
    ['[]', /^The body must be a JSON object\.$/],
  ])('returns 400 for the body %s and changes nothing', async (body, message) => {
    const before = await stored();
    expect(expectError(await patch(body), 'invalid_body')).toMatch(message);
    expect(await stored()).toEqual(before);
  });

  it.each([
    [
      'Content-Type: application/merge-patch+json\r\nContent-Encoding: gzip',
      'Content-Type "application/merge-patch+json", Content-Encoding "gzip"',
    ],
    [
      'Content-Type: application/merge-patch+json, application/json',
      'Content-Type "application/merge-patch+json, application/json"',
    ],
    ['X-Type: application/merge-patch+json', 'no Content-Type'],
  ])('returns 415 with %s', async (header, received) => {
    const response = await patchRaw('{"name":"Tom"}', [header]);
    expect(expectError(response, 'unsupported_media_type')).toBe(
      'The body must be application/merge-patch+json or application/json, its charset utf-8 or absent, ' +
        `without a Content-Encoding. Received: ${received}.`,
    );
    expect(response.headers['accept-patch']).toBe('application/merge-patch+json, application/json');
    expect(await stored()).toMatchObject({ name: 'Rex' });
  });

  it('ignores an Idempotency-Key, also an invalid one and two', async () => {
    const headers = [mergePatch, 'Idempotency-Key: "', 'Idempotency-Key: a'];
    expect((await patchRaw('{"name":"Tom"}', headers)).status).toBe(200);
    expect((await patchRaw('{"name":"Zoe"}', headers)).text).toContain('"Zoe"');
  });

  it('reports an invalid key before an invalid body, and an invalid body before an unknown animal', async () => {
    const unknownKey = await patchRaw('{', ['Authorization: Bearer pets_x', 'Content-Type: text/plain'], '2');
    expectError(unknownKey, 'invalid_api_key');
    expectError(await patch('{"name":""}', 'application/json', '2'), 'invalid_body');
  });

  it.each(['2', '-1', '01', '1.0', '%201', '9223372036854775808', 'changes', '%00', '__proto__'])(
    'returns 404 for the animal %s',
    async (petId) => {
      expectError(await patch('{"name":"Tom"}', 'application/json', petId), 'pet_not_found');
    },
  );

  it('returns 409 for the status while an order has reserved the animal', async () => {
    await app.client.post('/v1/store/orders').send({ petId: 1 });
    expect(expectError(await patch('{"status":"available","name":"Tom"}'), 'pet_has_order')).toBe(
      'An order has reserved the animal: complete or cancel the order to change the status or to delete the animal.',
    );
    expect(await stored()).toMatchObject({ name: 'Rex', status: 'pending' });
    expect((await patch('{"name":"Tom"}')).status).toBe(200);
  });
});
