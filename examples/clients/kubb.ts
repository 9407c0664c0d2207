// A client of kubb. With the service running, and kubb.config.mjs beside this file:
//   npm install @kubb/plugin-client@4.39.3
//   npm install -D @kubb/cli@4.39.3 @kubb/core@4.39.3 @kubb/plugin-oas@4.39.3 @kubb/plugin-ts@4.39.3
//   npm install -D typescript@5.9.3 tsx@4.23.15 @types/node@22 && npm pkg set type=module
//   npx kubb generate
//   KEY=pets_… npx tsx kubb.ts
import { setConfig } from '@kubb/plugin-client/clients/fetch';
import { createPet } from './petstore';

const { KEY } = process.env;
// Its client does not set Content-Type, without which a create gets 415.
setConfig({ headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' } });
// It returns the body of an error as if it were an animal: check for `id`.
const pet = await createPet({ name: 'Rex', categoryId: 7 }, { 'Idempotency-Key': crypto.randomUUID() });
console.log(pet.id);
