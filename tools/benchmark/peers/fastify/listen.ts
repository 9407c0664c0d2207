import { fastify } from 'fastify';
import type { Pool } from 'pg';
import { KnownKeys } from '../known-keys.ts';
import { type NewPet, openPool, type Pet, statuses } from '../pet-queries.ts';

/** The queries of a Fastify peer. */
export interface Queries {
  get(id: string): Promise<Pet | undefined>;
  list(limit: number, after: string, status: string | undefined): Promise<Pet[]>;
  create(pet: NewPet): Promise<Pet>;
}

const name = { type: 'string', minLength: 1, maxLength: 255 };
const status = { type: 'string', enum: statuses };
const pet = {
  type: 'object',
  properties: { id: { type: 'integer' }, name, categoryId: { type: 'integer' }, status: { type: 'string' } },
};
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name, categoryId: { type: 'integer' }, status: { ...status, default: 'available' } },
};
const page = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    after: { type: 'string', pattern: '^\\d{1,18}$', default: '0' },
    status,
  },
};

/**
 * Starts a Fastify server on `PORT`.
 * @param queriesOn returns the queries that the server sends to this pool
 */
export async function listen(queriesOn: (pool: Pool) => Queries): Promise<void> {
  const pool = openPool();
  const pets = queriesOn(pool);
  const keys = await KnownKeys.read(pool);
  const app = fastify({ logger: { level: 'warn' } });

  app.addHook('onRequest', async (request, reply) => {
    if (!keys.accepts(request.headers.authorization)) return reply.code(401).send({ code: 'invalid_api_key' });
  });

  app.get<{ Params: { id: string } }>(
    '/v1/pets/:id',
    { schema: { response: { 200: pet } } },
    async (request, reply) => {
      const found = /^\d{1,18}$/.test(request.params.id) ? await pets.get(request.params.id) : undefined;
      return found ?? reply.code(404).send({ code: 'pet_not_found' });
    },
  );

  app.get<{ Querystring: { limit: number; after: string; status?: string } }>(
    '/v1/pets',
    { schema: { querystring: page, response: { 200: { type: 'array', items: pet } } } },
    async ({ query }) => pets.list(query.limit, query.after, query.status),
  );

  app.post<{ Body: NewPet }>(
    '/v1/pets',
    { schema: { body: newPet, response: { 201: pet } } },
    async (request, reply) => {
      reply.code(201);
      return pets.create(request.body);
    },
  );

  await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
}
