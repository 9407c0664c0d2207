import { hash } from 'node:crypto';
import { fastify, type FastifyReply } from 'fastify';
import { parse } from 'lossless-json';
import pg from 'pg';
import { requireKey } from './require-key.ts';

/**
 * Fastify and pg with a named prepared statement per request, as in `fastify.ts`, and with the validation of the service: int64 is exact
 * in bodies, paths and responses, names follow the same rule, a cursor has a checksum of its filter, and lists have `Link`.
 */

type Integer = number | bigint;

interface Pet {
  readonly id: Integer;
  readonly name: string;
  readonly categoryId: Integer;
  readonly status: string;
}

type NewPet = Omit<Pet, 'id'>;

interface Query {
  readonly limit?: string;
  readonly status?: string;
  readonly cursor?: string;
}

const toInteger = (text: string): Integer => {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
};

pg.types.setTypeParser(pg.types.builtins.INT8, toInteger);
const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

const columns = 'id, name, category_id AS "categoryId", status';

async function query(name: string, text: string, values: unknown[]): Promise<Pet[]> {
  return (await pool.query<Pet>({ name, text, values })).rows;
}

const maxInt64 = 2n ** 63n - 1n;

function isInt64(value: unknown): boolean {
  if (typeof value === 'bigint') return -maxInt64 - 1n <= value && value <= maxInt64;
  return Number.isSafeInteger(value);
}

/** Whether the text is an id of at least 0 in its only spelling. */
function isId(text: string): boolean {
  return /^(?:0|[1-9]\d{0,18})$/.test(text) && BigInt(text) <= maxInt64;
}

const encodeCursor = (id: string, status = '') =>
  hash('sha256', `${status} ${id}`, 'base64url').slice(0, 8) + Buffer.from(id).toString('base64url');

/** Returns the id in the cursor; undefined if it is not a cursor of a list with this status. */
function decodeCursor(cursor: string, status?: string): string | undefined {
  const id = Buffer.from(cursor.slice(8), 'base64url').toString();
  return encodeCursor(id, status) === cursor && isId(id) ? id : undefined;
}

function setLinks(reply: FastifyReply, { limit, status, cursor }: Query, next: string | undefined): void {
  const sent = [limit && `limit=${limit}`, status && `status=${status}`].filter(Boolean).join('&');
  const links: string[] = [];
  if (next !== undefined)
    links.push(`</v1/pets?${sent && `${sent}&`}cursor=${encodeCursor(next, status)}>; rel="next"`);
  if (cursor !== undefined) links.push(`</v1/pets${sent && `?${sent}`}>; rel="first"`);
  if (links.length > 0) reply.header('Link', links.join(', '));
}

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
// fast-json-stringify writes a bigint with all its digits. Ajv has no type for one, so a keyword validates the body.
const pet = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    categoryId: { type: 'integer' },
    status: { type: 'string' },
  },
};
const name = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000\\p{Cs}]*[^\\s\\u0000\\p{Cs}][^\\u0000\\p{Cs}]*$',
};
const newPet = {
  type: 'object',
  required: ['name', 'categoryId'],
  properties: { name, categoryId: { int64: true }, status: { ...status, default: 'available' } },
};
const page = {
  type: 'object',
  properties: {
    limit: { type: 'string', pattern: '^(?:[1-9][0-9]?|100)$' },
    cursor: { type: 'string', maxLength: 512 },
    status,
  },
};

const app = fastify({
  logger: { level: 'warn' },
  ajv: {
    customOptions: {
      allErrors: true,
      keywords: [{ keyword: 'int64', validate: (_: boolean, value: unknown) => isInt64(value) }],
    },
  },
});

/** JSON.parse can round a number only if the text has 16 digits in a row, a fraction or an exponent. */
const mayRound = /\d{16}|\d[.eE]/;
const parseNumber = (text: string) => (/^-?\d{1,19}$/.test(text) ? toInteger(text) : Number(text));
app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
  try {
    done(
      null,
      mayRound.test(text as string) ? parse(text as string, undefined, parseNumber) : JSON.parse(text as string),
    );
  } catch (error) {
    done(Object.assign(error as Error, { statusCode: 400 }));
  }
});

await requireKey(app, pool);

const getSchema = { response: { 200: pet } };
app.get<{ Params: { id: string } }>('/v1/pets/:id', { schema: getSchema }, async ({ params: { id } }, reply) => {
  const found = isId(id) ? await query('get', `SELECT ${columns} FROM pets WHERE id = $1`, [id]) : [];
  return found[0] ?? reply.code(404).send({ code: 'pet_not_found' });
});

const listSchema = { querystring: page, response: { 200: { type: 'array', items: pet } } };
app.get<{ Querystring: Query }>('/v1/pets', { schema: listSchema }, async ({ query: sent }, reply) => {
  const after = sent.cursor === undefined ? '0' : decodeCursor(sent.cursor, sent.status);
  if (after === undefined) return reply.code(400).send({ code: 'invalid_parameter' });
  const limit = Number(sent.limit ?? 20);
  // One more than the page, to know whether there is a next one.
  const values = sent.status === undefined ? [limit + 1, after] : [limit + 1, after, sent.status];
  const filter = sent.status === undefined ? '' : 'AND status = $3';
  const text = `SELECT ${columns} FROM pets WHERE id > $2 ${filter} ORDER BY id LIMIT $1`;
  const found = await query(filter ? 'list by status' : 'list', text, values);
  const pets = found.slice(0, limit);
  setLinks(reply, sent, found.length > limit ? String(pets.at(-1)!.id) : undefined);
  return pets;
});

const createSchema = { body: newPet, response: { 201: pet } };
app.post<{ Body: NewPet }>('/v1/pets', { schema: createSchema }, async ({ body }, reply) => {
  const text = `INSERT INTO pets (name, category_id, status) VALUES ($1, $2, $3) RETURNING ${columns}`;
  const [created] = await query('create', text, [body.name, body.categoryId, body.status]);
  return reply.code(201).header('Location', `/v1/pets/${created!.id}`).send(created);
});

await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' });
