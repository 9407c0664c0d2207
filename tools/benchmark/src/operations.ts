import { type ApiRequest, createPet, getPet, listPets, type ListQuery } from '@petstore/driver';
import { type PagePosition, statuses } from './page-positions.ts';
import type { Random } from './random.ts';

/** Data for random requests. */
export interface RequestSource {
  /** Number of pets; their ids are 1 to this number. */
  readonly pets: number;
  readonly positions: readonly PagePosition[];
  /** Returns the parameters with which a server continues a list. */
  readonly nextPageQuery: (position: PagePosition) => ListQuery;
}

/** Returns a random request. */
type Draw = (random: Random, source: RequestSource) => ApiRequest;

const get: Draw = (random, { pets }) => getPet(random.between(1, pets));
const identicalList: Draw = () => listPets({ limit: 20 });

const differentLists: Draw = (random) => {
  const status = random.pick([undefined, ...statuses]);
  return listPets({ limit: random.between(10, 30), status });
};

const listsFromCursors: Draw = (random, { positions, nextPageQuery }) => {
  const position = random.pick(positions);
  return listPets({ limit: random.between(10, 30), status: position.status, ...nextPageQuery(position) });
};

const create: Draw = (random) => {
  const name = `Pet ${random.between(1, 1_000_000)}`;
  return createPet({ name, categoryId: random.between(0, 99), status: random.pick(statuses) });
};

/** Four reads to one create. */
const mix: Draw = (random, source) => {
  const draw = random.pick([get, get, identicalList, differentLists, create]);
  return draw(random, source);
};

/** The measured operations by name, with their titles and their short titles in the report. */
export const operations = {
  get: { title: 'get by random id', short: 'get', draw: get },
  list: { title: 'identical list (limit=20)', short: 'identical list', draw: identicalList },
  lists: {
    title: 'different lists (limits 10–30, any status or none)',
    short: 'different lists',
    draw: differentLists,
  },
  cursors: {
    title: 'lists from random cursors (half with a status)',
    short: 'lists from random cursors',
    draw: listsFromCursors,
  },
  create: { title: 'create', short: 'create', draw: create },
  mix: { title: 'mix of 80 % reads', short: 'mix', draw: mix },
} as const satisfies Record<string, { title: string; short: string; draw: Draw }>;

export type Operation = keyof typeof operations;

export const operationNames = Object.keys(operations) as Operation[];
