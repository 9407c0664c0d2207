// A client of openapi-typescript and openapi-fetch. With the service running:
//   npm install openapi-fetch@0.17.0
//   npm install -D openapi-typescript@7.13.0 typescript@5.9.3 tsx@4.23.15 @types/node@22 && npm pkg set type=module
//   npx openapi-typescript http://127.0.0.1:3000/openapi.json --default-non-nullable=false -o petstore.ts
//   KEY=pets_… npx tsx openapi-fetch.ts
import createClient from 'openapi-fetch';
import type { paths } from './petstore';

const { BASE_URL = 'http://127.0.0.1:3000/v1', KEY } = process.env;
const client = createClient<paths>({ baseUrl: BASE_URL, headers: { Authorization: `Bearer ${KEY}` } });
const { data, error } = await client.POST('/pets', {
  params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
  body: { name: 'Rex', categoryId: 7 },
});
console.log(data?.id, error?.code);
