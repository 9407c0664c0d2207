// A client of the API, a load of many clients, and a ledger that compares their responses with what is stored.
export { Client, type ClientResponse } from './client.ts';
export { countResponses } from './count-responses.ts';
export { floodLog } from './flood-log.ts';
export { generateUnknownKey } from './generate-unknown-key.ts';
export { Ledger, type Verdict } from './ledger.ts';
export { isFailure, Load, malformedKey, type Observation, type Target } from './load.ts';
export type { NewPetJson, PetJson } from './pet-json.ts';
export { percentile } from './percentile.ts';
export { rawConnection, write } from './raw-connection.ts';
export { rawCreateHead, rawGet, rawHead } from './raw-requests.ts';
export { PageNotRead, readBack, readPage, type Page } from './read-back.ts';
export { createRecorded, readLatest } from './recorded-requests.ts';
export { createPet, get, getPet, listPets, type ApiRequest, type ListQuery } from './requests.ts';
