import { IdempotencyConflict, IdempotencyMismatch } from '@petstore/kernel';
import { NewPet } from '@petstore/pets-domain';
import {
  bodyRequestsOf,
  bodyResponses,
  commonResponses,
  failing,
  provokedSettings,
  requestsOf,
  type ProvokedResponses,
} from './provoke.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const list = requestsOf('GET /v1/pets');
const get = requestsOf('GET /v1/pets/1');
const create = bodyRequestsOf('POST /v1/pets', '{"name":"Rex","categoryId":7}');

/** Adds a pet with the next id, from 1. */
export async function addPet(app: TestApp): Promise<void> {
  await app.pets.add(NewPet.of({ name: 'Rex', categoryId: 7 }));
}

const listErrors = commonResponses(list);
const createErrors = bodyResponses(create);

/** The responses of the operations that both documents have. */
export const provokedResponses: ProvokedResponses = {
  listPets: {
    ...listErrors,
    200: [
      async (app) => {
        await addPet(app);
        await addPet(app);
        return list.send(app, { query: '?limit=1' });
      },
    ],
    400: [...listErrors[400], (app) => list.send(app, { query: '?limit=0' })],
  },
  createPet: {
    ...createErrors,
    201: [create.send],
    400: [...createErrors[400], (app) => create.send(app, { headers: ['Idempotency-Key: "'] })],
    409: [failing(create, new IdempotencyConflict())],
    422: [failing(create, new IdempotencyMismatch())],
  },
  getPet: {
    ...commonResponses(get),
    200: [
      async (app) => {
        await addPet(app);
        return get.send(app);
      },
    ],
    404: [get.send],
  },
};

export function startProvokedApp(): Promise<TestApp> {
  return startTestApp(provokedSettings);
}
