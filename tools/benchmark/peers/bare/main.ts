import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { KnownKeys } from '../known-keys.ts';
import { openPool, PetQueries, statuses, type NewPet } from '../pet-queries.ts';

const pool = openPool();
const pets = new PetQueries(pool);
const keys = await KnownKeys.read(pool);

createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, { code: 'internal_error' });
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!keys.accepts(request.headers.authorization)) return send(response, 401, { code: 'invalid_api_key' });
  const url = request.url!;
  if (url.startsWith('/v1/pets/') && request.method === 'GET') return get(url.slice('/v1/pets/'.length), response);
  const queryStart = url.indexOf('?');
  if ((queryStart < 0 ? url : url.slice(0, queryStart)) !== '/v1/pets')
    return send(response, 404, { code: 'not_found' });
  if (request.method === 'POST') return create(request, response);
  return list(new URLSearchParams(queryStart < 0 ? '' : url.slice(queryStart + 1)), response);
}

async function get(id: string, response: ServerResponse): Promise<void> {
  const pet = /^\d{1,18}$/.test(id) ? await pets.get(id) : undefined;
  if (pet) send(response, 200, pet);
  else send(response, 404, { code: 'pet_not_found' });
}

async function list(query: URLSearchParams, response: ServerResponse): Promise<void> {
  const limit = query.get('limit') ?? '20';
  const after = query.get('after') ?? '0';
  const status = query.get('status') ?? undefined;
  const isValid = /^([1-9]\d?|100)$/.test(limit) && /^\d{1,18}$/.test(after) && isStatusOrNone(status);
  if (!isValid) return send(response, 400, { code: 'invalid_parameter' });
  send(response, 200, await pets.list(Number(limit), after, status));
}

async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { name, categoryId, status = 'available' } = (await json(request)) as Partial<NewPet>;
  const isNamed = typeof name === 'string' && name.length > 0 && name.length <= 255;
  if (!isNamed || !Number.isSafeInteger(categoryId) || !isStatusOrNone(status)) {
    return send(response, 400, { code: 'invalid_body' });
  }
  send(response, 201, await pets.create({ name, categoryId: categoryId!, status }));
}

function isStatusOrNone(status: string | undefined): boolean {
  return status === undefined || statuses.includes(status);
}

function send(response: ServerResponse, status: number, content: unknown): void {
  const body = JSON.stringify(content);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
