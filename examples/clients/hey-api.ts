// A client of hey-api. With the service running:
//   npm install -D @hey-api/openapi-ts@0.95.0 typescript@5.9.3 tsx@4.23.15 @types/node@22 && npm pkg set type=module
//   npx @hey-api/openapi-ts -i http://127.0.0.1:3000/openapi.json -o hey
//   KEY=pets_… npx tsx hey-api.ts
import { createPet } from './hey';
import { client } from './hey/client.gen';

const { BASE_URL = 'http://127.0.0.1:3000/v1', KEY } = process.env;
// The generated base URL is the relative /v1, which is right only on pages of the service.
client.setConfig({ baseUrl: BASE_URL, auth: () => KEY });
const { data, error } = await createPet({
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  body: { name: 'Rex', categoryId: 7 },
});
console.log(data?.id, error?.code);
