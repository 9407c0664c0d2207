// A client of orval, which needs Node 22.18 or later. With the service running, and orval.config.mjs beside this file:
//   npm install -D orval@8.38.0 typescript@5.9.3 tsx@4.23.15 @types/node@22 && npm pkg set type=module
//   npx orval
//   KEY=pets_… npx tsx orval.ts
import { createPet } from './petstore';

const { KEY } = process.env;
const { status, data } = await createPet(
  { name: 'Rex', categoryId: 7 },
  { headers: { Authorization: `Bearer ${KEY}`, 'Idempotency-Key': crypto.randomUUID() } },
);
console.log(status === 201 ? data.id : data.code);
