import { statuses, type Place } from './pages.ts';
import type { Random } from './random.ts';

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** What requests are made from: the animals there are, and how a peer is asked for the rest of a list. */
export interface Material {
  readonly animals: number;
  readonly places: readonly Place[];
  readonly goOn: (place: Place) => string;
}

type Draw = (random: Random, material: Material) => Request;

const get: Draw = (random, { animals }) => read(`/v1/pets/${random.between(1, animals)}`);
const identicalList: Draw = () => read('/v1/pets?limit=20');

const differentLists: Draw = (random) => {
  const status = random.of([undefined, ...statuses]);
  return read(`/v1/pets?limit=${random.between(10, 30)}${status === undefined ? '' : `&status=${status}`}`);
};

const listsFromCursors: Draw = (random, { places, goOn }) => {
  const place = random.of(places);
  const filter = place.status === undefined ? '' : `&status=${place.status}`;
  return read(`/v1/pets?limit=${random.between(10, 30)}${filter}&${goOn(place)}`);
};

const create: Draw = (random) => {
  const name = `Pet ${random.between(1, 1_000_000)}`;
  const body = JSON.stringify({ name, categoryId: random.between(0, 99), status: random.of(statuses) });
  return { method: 'POST', path: '/v1/pets', body };
};

/** Four reads to a create. */
const mix: Draw = (random, material) => {
  const draw = random.of([get, get, identicalList, differentLists, create]);
  return draw(random, material);
};

function read(path: string): Request {
  return { method: 'GET', path };
}

export const operations = {
  get: { title: 'get by random id', draw: get },
  list: { title: 'identical list (limit=20)', draw: identicalList },
  lists: { title: 'different lists (limits 10–30, any status or none)', draw: differentLists },
  cursors: { title: 'lists from random cursors (half with a status)', draw: listsFromCursors },
  create: { title: 'create', draw: create },
  mix: { title: 'mix of 80 % reads', draw: mix },
} as const satisfies Record<string, { title: string; draw: Draw }>;

export type Operation = keyof typeof operations;

export const operationNames = Object.keys(operations) as Operation[];
