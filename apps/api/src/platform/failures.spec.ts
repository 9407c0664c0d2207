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

/** Each operation with a repository that fails with this error. */
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

const logged = ({ headers }: HttpResponse) => app.log.otherLinesOf(headers['x-request-id']);

describe.each(operations)('%s', (_, askWith) => {
  it.each([
    ['an Error', new Error('relation "pets" does not exist')],
    ['a TypeError', new TypeError('pets is undefined')],
    ['a SyntaxError, which is not about the body', new SyntaxError('Unexpected token pets')],
    [
      'an Error that has a status',
      Object.assign(new Error('pets'), { status: 404, statusCode: 404, code: 'pet_not_found' }),
    ],
  ])('responds with 500 and logs the cause if the repository throws %s', async (_kind, failure) => {
    const answer = await askWith(failure);
    expect(expectError(answer, 'internal_error')).toBe(
      'The service failed; its log has the cause under the X-Request-Id.',
    );
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(logged(answer)).toMatchObject([
      { level: 'error', code: 'internal_error', msg: 'request failed', err: { message: failure.message } },
    ]);
  });

  it.each([['text'], [undefined], [null], [{ status: 200 }]])(
    'responds with 500 if the repository throws %j',
    async (failure) => {
      const answer = await askWith(failure);
      expectError(answer, 'internal_error');
      expect(logged(answer)).toMatchObject([{ level: 'error', code: 'internal_error' }]);
    },
  );

  it('responds with 503 and Retry-After if the database is not available', async () => {
    const answer = await askWith(new DatabaseUnavailable(new Error('connect ECONNREFUSED 10.0.0.1:5432')));
    expect(expectError(answer, 'service_unavailable')).toBe('The database cannot be reached at the moment.');
    expect(answer.headers['retry-after']).toBe('1');
    expect(logged(answer)).toMatchObject([
      { level: 'warn', code: 'service_unavailable', err: { message: 'connect ECONNREFUSED 10.0.0.1:5432' } },
    ]);
  });
});

describe('createPet', () => {
  it('responds with 503 outcome_unknown if the connection was lost during the statement', async () => {
    jest.spyOn(app.pets, 'add').mockRejectedValue(new OutcomeUnknown(new Error('read ECONNRESET')));
    const answer = await app.client.post('/v1/pets').send({ name: 'Rex', categoryId: 7 });
    expect(expectError(answer, 'outcome_unknown')).toMatch(/may or may not have been made/);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.headers).not.toHaveProperty('location');
    expect(logged(answer)).toMatchObject([
      { level: 'warn', code: 'outcome_unknown', err: { message: 'read ECONNRESET' } },
    ]);
  });
});

it('logs why a statement failed, without the values of the client', async () => {
  const detail = 'Failing row contains (1, what was sent, 7, available).';
  const refused = Object.assign(new Error('pets is closed'), { code: '23514', detail });
  const failure = new QueryFailedError('INSERT INTO pets VALUES ($1)', ['what was sent'], refused);
  jest.spyOn(app.pets, 'add').mockRejectedValue(failure);
  const answer = await app.client.post('/v1/pets').send({ name: 'what was sent', categoryId: 7 });
  expectError(answer, 'internal_error');
  expect(logged(answer)).toMatchObject([{ err: { message: 'pets is closed', code: '23514' } }]);
  expect(JSON.stringify(logged(answer))).not.toContain('what was sent');
});

describe('an error of the client', () => {
  it('is not logged as a failure', async () => {
    const answers = [
      await app.client.get('/v1/pets?limit=0'),
      await app.client.get('/v1/pets/99'),
      await app.client.get('/nothing'),
      await app.client.put('/v1/pets'),
      await app.client.post('/v1/pets').type('json').send('{'),
      await app.unauthenticated.get('/v1/pets'),
    ];
    expect(answers.flatMap(logged)).toStrictEqual([]);
  });

  it('has a unique request id', async () => {
    const answers = [
      await app.client.get('/v1/pets'),
      await app.client.get('/nothing'),
      await app.client.get('/nothing'),
    ];
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(3);
  });
});
