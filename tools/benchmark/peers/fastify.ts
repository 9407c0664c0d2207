import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { fastify } from 'fastify';
import pg from 'pg';
import { requireKey } from './require-key.ts';

/**
 * Fastify and pg, written as in a typical application: named prepared statements, JSON schemas, ids as numbers. With SHARED=1,
 * requests of one event-loop iteration share statements, which are those of the service.
 */

interface Pet {
  readonly id: number;
  readonly name: string;
  readonly categoryId: number;
  readonly status: string;
}

type NewPet = Omit<Pet, 'id'>;

interface Page {
  readonly limit: number;
  readonly after: string;
  readonly status?: string;
}

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

async function query<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

function separateQueries() {
  const columns = 'id, name, category_id AS "categoryId", status';
  const page = 'ORDER BY id LIMIT $1';
  return {
    get: async (id: string) => (await query<Pet>('get', `SELECT ${columns} FROM pets WHERE id = $1`, [id]))[0],
    list: ({ limit, after, status }: Page) =>
      status === undefined
        ? query('list', `SELECT ${columns} FROM pets WHERE id > $2 ${page}`, [limit, after])
        : query('list by status', `SELECT ${columns} FROM pets WHERE id > $2 AND status = $3 ${page}`, [
            limit,
            after,
            status,
          ]),
    create: async ({ name, categoryId, status }: NewPet) => {
      const text = `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${columns}`;
      return (await query<Pet>('create', text, [name, categoryId, status]))[0]!;
    },
  };
}

/** The pets of one row: an array for each column. */
interface Columns {
  readonly ids: number[];
  readonly names: string[];
  readonly categoryIds: number[];
  readonly statuses: string[];
}

function sharedQueries() {
  const columns = `to_json(array_agg(id ORDER BY id)) AS ids, to_json(array_agg(name ORDER BY id)) AS names,
    to_json(array_agg(category_id ORDER BY id)) AS "categoryIds", to_json(array_agg(status ORDER BY id)) AS statuses`;
  const petsById = `SELECT ${columns} FROM pets WHERE id = ANY($1::bigint[]) HAVING count(*) > 0`;
  const pagesWith = (status: 'NULL' | 'NOT NULL', selection: string) => `SELECT q.position, page.*
    FROM unnest((SELECT $1::bigint[]), (SELECT $2::int[]), (SELECT $3::text[]))
      WITH ORDINALITY AS q (after, page_limit, status, position)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM (SELECT * FROM pets WHERE ${selection} LIMIT q.page_limit) AS pet HAVING count(*) > 0
    ) AS page
    WHERE q.status IS ${status}`;
  const pages = `${pagesWith('NULL', 'id > q.after ORDER BY id')} UNION ALL
    ${pagesWith('NOT NULL', '(status, id) > (q.status, q.after) AND status <= q.status ORDER BY status, id')}`;
  const newPets = `WITH new_pet AS (
      SELECT nextval(pg_get_serial_sequence('pets', 'id')) AS id, name, category_id, status, position
      FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS row (name, category_id, status, position)
    ), inserted AS (
      INSERT INTO pets (id, name, category_id, status) OVERRIDING SYSTEM VALUE
      SELECT id, name, category_id, status FROM new_pet
    )
    SELECT to_json(array_agg(id ORDER BY position)) AS ids FROM new_pet`;

  // By default a loader collects until the promise jobs have ended, but each request arrives in a separate callback.
  const options = { maxBatchSize: 256, batchScheduleFn: setImmediate };
  // The loaders forget the results when they send the statement, so that no request reads an outdated one.
  const gets: DataLoader<string, Pet | undefined> = new DataLoader(async (ids) => {
    gets.clearAll();
    const rows = await query<Columns>('pets by id', petsById, [ids]);
    const found = new Map(rows.flatMap(toPets).map((pet) => [pet.id, pet]));
    return ids.map((id) => found.get(Number(id)));
  }, options);
  const lists: DataLoader<Page, Pet[], string> = new DataLoader(
    async (keys) => {
      lists.clearAll();
      const values = [keys.map(({ after }) => after), keys.map(({ limit }) => limit), keys.map(({ status }) => status)];
      const rows = await query<Columns & { position: number }>('pages', pages, values);
      const found: Pet[][] = keys.map(() => []);
      for (const row of rows) found[row.position - 1] = toPets(row);
      return found;
    },
    { ...options, cacheKeyFn: ({ limit, after, status }) => `${limit} ${after} ${status}` },
  );
  const creates = new DataLoader<NewPet, Pet>(
    async (created) => {
      const values = (['name', 'categoryId', 'status'] as const).map((member) => created.map((pet) => pet[member]));
      const [row] = await query<{ ids: number[] }>('new pets', newPets, values);
      return created.map((pet, index) => ({ id: row!.ids[index]!, ...pet }));
    },
    { ...options, cache: false, maxBatchSize: 64 },
  );
  return {
    get: (id: string) => gets.load(id),
    list: (page: Page) => lists.load(page),
    create: (pet: NewPet) => creates.load(pet),
  };
}

function toPets({ ids, names, categoryIds, statuses }: Columns): Pet[] {
  return ids.map((id, index) => ({
    id,
    name: names[index]!,
    categoryId: categoryIds[index]!,
    status: statuses[index]!,
  }));
}

const name = { type: 'string', minLength: 1, maxLength: 255 };
const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const integer = { type: 'integer' };
const pet = { type: 'object', properties: { id: integer, name, categoryId: integer, status: { type: 'string' } } };
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name, categoryId: integer, status: { ...status, default: 'available' } },
};
const page = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    after: { type: 'string', pattern: '^\\d{1,18}$', default: '0' },
    status,
  },
};

const pets = process.env['SHARED'] === '1' ? sharedQueries() : separateQueries();
const app = fastify({ logger: { level: 'warn' } });

await requireKey(app, pool);

const getSchema = { response: { 200: pet } };
app.get<{ Params: { id: string } }>('/v1/pets/:id', { schema: getSchema }, async ({ params: { id } }, reply) => {
  const found = /^\d{1,18}$/.test(id) ? await pets.get(id) : undefined;
  return found ?? reply.code(404).send({ code: 'pet_not_found' });
});

const listSchema = { querystring: page, response: { 200: { type: 'array', items: pet } } };
app.get<{ Querystring: Page }>('/v1/pets', { schema: listSchema }, ({ query }) => pets.list(query));

const createSchema = { body: newPet, response: { 201: pet } };
app.post<{ Body: NewPet }>('/v1/pets', { schema: createSchema }, async ({ body, headers }, reply) => {
  reply.code(201);
  const key = headers['idempotency-key'];
  return key === undefined ? pets.create(body) : createOnce(body, String(key));
});

/** Creates the pet and stores its key in one transaction. */
async function createOnce(newPet: NewPet, key: string): Promise<Pet> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: created } = await client.query<Pet>({
      name: 'create',
      text: 'INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING id, name, category_id AS "categoryId", status',
      values: [newPet.name, newPet.categoryId, newPet.status],
    });
    const pet = created[0]!;
    await client.query({
      name: 'key',
      text: "INSERT INTO idempotency_keys (owner, key, fingerprint, kind, created_id) VALUES ('fastify', $1, $2, 'pet', $3)",
      values: [key, createHash('sha256').update(JSON.stringify(newPet)).digest(), pet.id],
    });
    await client.query('COMMIT');
    return pet;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
