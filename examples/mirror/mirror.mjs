// Keeps a copy of all animals in a file, from which a website or a search can read without the service. The service needs BETA=on.
//   npm install ./petstore-client-<version>.tgz
//   BASE_URL=http://127.0.0.1:3000/v1 API_KEY=pets_… node mirror.mjs
import { readFile, rename, writeFile } from 'node:fs/promises';
import { PetstoreClient } from '@petstore/client';

const { BASE_URL, API_KEY, FILE = 'animals.json' } = process.env;
const client = new PetstoreClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: Infinity });

// The cursor is in the same file as the animals, so that both always belong together. The ids are texts.
const empty = { isComplete: false, cursor: null, animals: {} };
let stored = await readFile(FILE, 'utf8').then(JSON.parse, (error) => {
  if (error.code !== 'ENOENT') throw error;
  return empty;
});

/** Replaces the file at once, so that a reader never sees half of it, also if this program is killed. */
async function store(next) {
  // A 64-bit integer beyond 2^53 is a bigint, which JSON.stringify does not write: it is stored as a text.
  const text = JSON.stringify(next, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  await writeFile(`${FILE}.new`, text);
  await rename(`${FILE}.new`, FILE);
  stored = next;
}

const mirror = {
  load: async () => stored.cursor,
  reset: () => store(empty),
  async put({ pets, deleted }, cursor, isComplete) {
    const animals = { ...stored.animals };
    for (const pet of pets) animals[pet.id] = pet;
    for (const id of deleted) delete animals[id];
    await store({ isComplete, cursor, animals });
    if (isComplete) console.log(`${Object.keys(animals).length} animals`);
  },
};

// It ends only with an error that no retry can repair, such as a revoked key.
await client.pets.mirror(mirror, {
  onRetry: (error, delay) => console.warn(`${error.message}: next attempt in ${delay} ms`),
});
