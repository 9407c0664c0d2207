import { DatabaseUnavailable, OutcomeUnknown } from '@petstore/database';
import type { HttpResponse } from '@petstore/testing/raw';
import { QueryFailedError } from 'typeorm';
import { expectError } from '../testing/expect-error.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

/** The operations: [operationId, a function that sends a request while the repository throws `failure`]. */
const operations = [
  [
    'listPets',
    (failure: unknown) => {
      jest.spyOn(app.pets, 'list').mockRejectedValue(failure);
      return app.client.get('/v1/pets');
    },
  ],
  [
    'createPet',
    (failure: unknown) => {
      jest.spyOn(app.pets, 'add').mockRejectedValue(failure);
      return app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    },
  ],
  [
    'getPet',
    (failure: unknown) => {
      jest.spyOn(app.pets, 'find').mockRejectedValue(failure);
      return app.client.get('/v1/pets/1');
    },
  ],
] as const;

const errorLines = ({ headers }: HttpResponse) => app.log.otherLinesOf(headers['x-request-id']);

describe.each(operations)('%s', (_, sendWithFailure) => {
  it.each([
    ['an Error', new Error('relation "pets" does not exist')],
    ['a TypeError', new TypeError('pets is undefined')],
    ['a SyntaxError', new SyntaxError('Unexpected token pets')],
    [
      'an Error that has a status',
      Object.assign(new Error('pets'), { status: 404, statusCode: 404, code: 'pet_not_found' }),
    ],
  ])('responds with 500 and logs the cause if the repository throws %s', async (_kind, failure) => {
    const response = await sendWithFailure(failure);
    expect(expectError(response, 'internal_error')).toBe(
      'The service failed; its log has the cause under the X-Request-Id.',
    );
    expect(response.headers['cache-control']).toBe('no-store');
    expect(errorLines(response)).toMatchObject([
      { level: 'error', code: 'internal_error', msg: 'request failed', err: { message: failure.message } },
    ]);
  });

  it.each([['text'], [undefined], [null], [{ status: 200 }]])(
    'responds with 500 if the repository throws %j',
    async (failure) => {
      const response = await sendWithFailure(failure);
      expectError(response, 'internal_error');
      expect(errorLines(response)).toMatchObject([{ level: 'error', code: 'internal_error' }]);
    },
  );

  it('responds with 503 and Retry-After if the database is not available', async () => {
    const response = await sendWithFailure(new DatabaseUnavailable(new Error('connect ECONNREFUSED 10.0.0.1:5432')));
    expect(expectError(response, 'service_unavailable')).toBe('The database cannot be reached at the moment.');
    expect(response.headers['retry-after']).toBe('1');
    expect(errorLines(response)).toMatchObject([
      { level: 'warn', code: 'service_unavailable', err: { message: 'connect ECONNREFUSED 10.0.0.1:5432' } },
    ]);
  });
});

describe('createPet', () => {
  it('responds with 503 outcome_unknown if the connection was lost during the statement', async () => {
    jest.spyOn(app.pets, 'add').mockRejectedValue(new OutcomeUnknown(new Error('read ECONNRESET')));
    const response = await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    expect(expectError(response, 'outcome_unknown')).toMatch(/may or may not have been made/);
    expect(response.headers['retry-after']).toBe('1');
    expect(response.headers).not.toHaveProperty('location');
    expect(errorLines(response)).toMatchObject([
      { level: 'warn', code: 'outcome_unknown', err: { message: 'read ECONNRESET' } },
    ]);
  });
});

it('the service logs why a statement failed, without the values of the client', async () => {
  const detail = 'Failing row contains (1, sent by the client, 7, available).';
  const refused = Object.assign(new Error('pets is closed'), { code: '23514', detail });
  const failure = new QueryFailedError('INSERT INTO pets VALUES ($1)', ['sent by the client'], refused);
  jest.spyOn(app.pets, 'add').mockRejectedValue(failure);
  const response = await app.client.post('/v1/pets').send({ name: 'sent by the client', categoryId: 7 });
  expectError(response, 'internal_error');
  expect(errorLines(response)).toMatchObject([{ err: { message: 'pets is closed', code: '23514' } }]);
  expect(JSON.stringify(errorLines(response))).not.toContain('sent by the client');
});

describe('a response', () => {
  it('to an error of the client has no error line in the log', async () => {
    const responses = [
      await app.client.get('/v1/pets?limit=0'),
      await app.client.get('/v1/pets/99'),
      await app.client.get('/nothing'),
      await app.client.put('/v1/pets'),
      await app.client.post('/v1/pets').type('json').send('{'),
      await app.unauthenticated.get('/v1/pets'),
    ];
    expect(responses.flatMap(errorLines)).toStrictEqual([]);
  });

  it('has a unique request id', async () => {
    const responses = [
      await app.client.get('/v1/pets'),
      await app.client.get('/nothing'),
      await app.client.get('/nothing'),
    ];
    expect(new Set(responses.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });
});
