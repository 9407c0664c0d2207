import { IdempotencyConflict } from '@petstore/kernel';
import { ChangeOrder, PlaceOrder } from '@petstore/store-application';
import { NewOrder, OrderedPetId } from '@petstore/store-domain';
import type { HttpResponse } from '@petstore/testing/raw';
import { nextPath, startChangeFeedApp, type ChangeFeedApp } from './change-feed.ts';
import {
  bodyRequestsOf,
  bodyResponses,
  commonResponses,
  failing,
  provokedSettings,
  requestsOf,
  writeResponses,
  type ProvokedResponses,
  type Requests,
} from './provoke.ts';
import { addPet, provokedResponses } from './provoked-responses.ts';
import type { TestApp } from './test-app.ts';

const changes = requestsOf('GET /v1/pets/changes');
const update = bodyRequestsOf('PATCH /v1/pets/1', '{"status":"sold"}');
const list = requestsOf('GET /v1/store/orders');
const place = bodyRequestsOf('POST /v1/store/orders', '{"petId":1}');
const get = requestsOf('GET /v1/store/orders/1');

/** Places an order with the id 1 for a new pet with the id 1. */
async function placeOrder(app: TestApp): Promise<void> {
  await addPet(app);
  await addOrder(app);
}

async function addOrder(app: TestApp): Promise<void> {
  await app.app.get(PlaceOrder, { strict: false }).execute(new NewOrder({ petId: OrderedPetId.of(1) }));
}

async function completeOrder(app: TestApp): Promise<void> {
  await placeOrder(app);
  await app.app.get(ChangeOrder, { strict: false }).execute('1', 'complete');
}

async function returnOrder(app: TestApp): Promise<void> {
  await completeOrder(app);
  await app.app.get(ChangeOrder, { strict: false }).execute('1', 'return');
}

/** Sends the request after the preparation. */
function after(prepare: (app: ChangeFeedApp) => Promise<void>, { send }: Requests) {
  return async (app: ChangeFeedApp): Promise<HttpResponse> => {
    await prepare(app);
    return send(app);
  };
}

/** Query of the changes from now on. */
async function queryOfPresent(app: TestApp, parameters: string): Promise<string> {
  const { search } = new URL(nextPath(await changes.send(app, { query: `?${parameters}` })), 'http://pets');
  return search;
}

async function withCursorOfOtherHistory(app: ChangeFeedApp): Promise<HttpResponse> {
  const query = await queryOfPresent(app, 'limit=1');
  app.petChanges.startNewHistory();
  return changes.send(app, { query });
}

/** The responses of `POST …/complete`, `…/cancel` and `…/return`. */
function transitionResponses(
  transition: string,
  [allowed, forbidden]: readonly [allowed: (app: TestApp) => Promise<void>, forbidden: (app: TestApp) => Promise<void>],
) {
  const change = requestsOf(`POST /v1/store/orders/1/${transition}`);
  return {
    ...writeResponses(change),
    200: [after(allowed, change)],
    404: [change.send],
    409: [after(forbidden, change)],
  };
}

const changesErrors = commonResponses(changes);
const listErrors = commonResponses(list);
const placeErrors = bodyResponses(place);

/** The responses of all operations of the beta document. */
export const provokedBetaResponses: ProvokedResponses<ChangeFeedApp> = {
  ...provokedResponses,
  listPetChanges: {
    ...changesErrors,
    200: [changes.send],
    400: [...changesErrors[400], (app) => changes.send(app, { query: '?cursor=x' })],
    410: [withCursorOfOtherHistory],
  },
  updatePet: {
    ...bodyResponses(update),
    200: [after(addPet, update)],
    404: [update.send],
    409: [after(placeOrder, update)],
  },
  listOrders: {
    ...listErrors,
    200: [
      async (app) => {
        await returnOrder(app);
        await addOrder(app);
        return list.send(app, { query: '?limit=1' });
      },
    ],
    400: [...listErrors[400], (app) => list.send(app, { query: '?status=lost' })],
  },
  placeOrder: {
    ...placeErrors,
    201: [after(addPet, place)],
    400: [...placeErrors[400], (app) => place.send(app, { headers: ['Idempotency-Key: "'] }), place.send],
    409: [after(placeOrder, place), failing(place, new IdempotencyConflict())],
    422: [
      async (app) => {
        await addPet(app);
        const headers = ['Idempotency-Key: a'];
        await place.send(app, { headers });
        return place.send(app, { headers, body: '{"petId":1,"reference":"other"}' });
      },
    ],
  },
  getOrder: { ...commonResponses(get), 200: [after(placeOrder, get)], 404: [get.send] },
  completeOrder: transitionResponses('complete', [placeOrder, returnOrder]),
  cancelOrder: transitionResponses('cancel', [placeOrder, completeOrder]),
  returnOrder: transitionResponses('return', [completeOrder, placeOrder]),
};

export function startProvokedBetaApp(): Promise<ChangeFeedApp> {
  return startChangeFeedApp(provokedSettings);
}
