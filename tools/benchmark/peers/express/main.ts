import express from 'express';
import { KnownKeys } from '../known-keys.ts';
import { openPool, PetQueries, statuses } from '../pet-queries.ts';

const pool = openPool();
const pets = new PetQueries(pool);
const keys = await KnownKeys.read(pool);

const isStatusOrNone = (status: unknown) => status === undefined || statuses.includes(status as string);

const app = express();

app.use((request, response, next) => {
  if (keys.accepts(request.headers.authorization)) next();
  else response.status(401).json({ code: 'invalid_api_key' });
});
app.use(express.json());

app.get('/v1/pets/:id', async (request, response) => {
  const { id } = request.params;
  const pet = /^\d{1,18}$/.test(id) ? await pets.get(id) : undefined;
  if (pet) response.json(pet);
  else response.status(404).json({ code: 'pet_not_found' });
});

app.get('/v1/pets', async (request, response) => {
  const { limit = '20', after = '0', status } = request.query as Record<string, string | undefined>;
  if (!/^([1-9]\d?|100)$/.test(limit) || !/^\d{1,18}$/.test(after) || !isStatusOrNone(status)) {
    response.status(400).json({ code: 'invalid_parameter' });
    return;
  }
  response.json(await pets.list(Number(limit), after, status));
});

app.post('/v1/pets', async (request, response) => {
  const { name, categoryId, status = 'available' } = request.body;
  const isNamed = typeof name === 'string' && name.length > 0 && name.length <= 255;
  if (!isNamed || !Number.isSafeInteger(categoryId) || !isStatusOrNone(status)) {
    response.status(400).json({ code: 'invalid_body' });
    return;
  }
  response.status(201).json(await pets.create({ name, categoryId, status }));
});

app.listen(Number(process.env['PORT']), '127.0.0.1');
