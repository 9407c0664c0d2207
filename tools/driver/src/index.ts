// A client of the API, a load of many clients, and a ledger that compares their responses with what is stored.
export { Client, type ClientResponse } from './client.ts';
export { countResponses } from './count-responses.ts';
export { floodLog } from './flood-log.ts';
export { generateUnknownKey } from './generate-unknown-key.ts';
export { Ledger, type Verdict } from './ledger.ts';
export { isFailure, Load, malformedKey, type Observation, type Target, toObservation } from './load.ts';
export type { NewOrderJson, OrderJson, OrderTransition } from './order-json.ts';
export { OrderLedger } from './order-ledger.ts';
export type { NewPetJson, PetJson } from './pet-json.ts';
export { percentile } from './percentile.ts';
export { rawConnection, write } from './raw-connection.ts';
export { rawCreateHead, rawGet, rawHead } from './raw-requests.ts';
export { PageNotRead, readBack, readBackOrders, readPage, type Page } from './read-back.ts';
export { createRecorded, readLatest } from './recorded-requests.ts';
export {
  changeOrder,
  createPet,
  get,
  getOrder,
  getPet,
  listOrders,
  listPets,
  placeOrder,
  type ApiRequest,
  type ListQuery,
} from './requests.ts';
export { findContradictions, groupByPet, type StoredOrders, type Violation } from './stored-orders.ts';
