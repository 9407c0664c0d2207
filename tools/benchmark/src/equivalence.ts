import { isDeepStrictEqual } from 'node:util';
import type { Contestant } from './contestants.ts';
import { statuses, type Place } from './pages.ts';
import type { Random } from './random.ts';
import { Disturbed, type Repeats } from './repeats.ts';
import type { ServerProcess } from './server-process.ts';

export interface Running {
  readonly contestant: Contestant;
  readonly server: ServerProcess;
}

/** What is asked of everybody, and has one right answer. */
interface Question {
  readonly says: string;
  readonly ask: (running: Running) => Promise<unknown>;
}

/** Two servers gave different answers to one question. */
export class NotAlike extends Error {}

/**
 * Asks everybody the same, and again where a server failed.
 * @throws NotAlike
 * @throws NotMeasured when a server failed every time
 */
export async function requireAlike(
  everybody: readonly Running[],
  authorization: string,
  animals: number,
  places: readonly Place[],
  random: Random,
  repeats: Repeats,
): Promise<void> {
  for (const { says, ask } of questions(authorization, animals, places, random)) {
    const askAll = () => Promise.all(everybody.map(ask));
    const [first, ...others] = await repeats.untilUndisturbed(`the question ${says}`, askAll);
    others.forEach((answer, index) => {
      if (isDeepStrictEqual(answer, first)) return;
      const [one, other] = [everybody[0]!, everybody[index + 1]!].map(({ contestant }) => contestant.name);
      throw new NotAlike(`${says}: ${one} answers ${JSON.stringify(first)}, ${other} ${JSON.stringify(answer)}`);
    });
  }
}

function questions(authorization: string, animals: number, places: readonly Place[], random: Random): Question[] {
  const read = (path: string) => whole(path, () => path, authorization);
  const gets = Array.from({ length: 20 }, () => read(`/v1/pets/${random.between(1, animals)}`));
  const lists = [undefined, ...statuses].flatMap((status) => {
    const filter = status === undefined ? '' : `&status=${status}`;
    return [1, 10, 20, 30, 100].map((limit) => read(`/v1/pets?limit=${limit}${filter}`));
  });
  const further = Array.from({ length: 20 }, () => {
    const place = random.of(places);
    const list = `/v1/pets?limit=${random.between(10, 30)}${place.status === undefined ? '' : `&status=${place.status}`}`;
    return whole(
      `${list} after ${place.after}`,
      ({ contestant }) => `${list}&${contestant.goOn(place)}`,
      authorization,
    );
  });
  return [...gets, read('/v1/pets'), ...lists, ...further, ...refusals(authorization), ...creates(authorization)];
}

function refusals(authorization: string): Question[] {
  const status = (says: string, path: string, init: RequestInit) => ({
    says,
    ask: async ({ server }: Running) => (await answerOf(server, path, init)).status,
  });
  const headers = { authorization };
  return [
    ...['/v1/pets/1', '/v1/pets'].map((path) => status(`${path} without a key`, path, {})),
    status('a wrong key', '/v1/pets/1', { headers: { authorization: `${authorization}x` } }),
    status('no such animal', '/v1/pets/999999999999', { headers }),
    status('limit=0', '/v1/pets?limit=0', { headers }),
    status('an unknown status', '/v1/pets?status=lost', { headers }),
    status('a create without a name', '/v1/pets', creating(authorization, { categoryId: 1 })),
  ];
}

/** Ids differ, for everybody writes into the same store. */
function creates(authorization: string): Question[] {
  const pets = [
    { name: 'Rex', categoryId: 7, status: 'pending' },
    { name: 'Zoë <& friends>', categoryId: 0 },
  ];
  return pets.map((pet) => ({
    says: `creating ${pet.name}`,
    ask: async ({ server }) => {
      const { status, body } = await answerOf(server, '/v1/pets', creating(authorization, pet));
      const { id, ...others } = body as { id: unknown };
      return { status, idIs: typeof id, ...others };
    },
  }));
}

function whole(says: string, path: (running: Running) => string, authorization: string): Question {
  const init = { headers: { authorization } };
  return { says, ask: (running) => answerOf(running.server, path(running), init) };
}

function creating(authorization: string, pet: object): RequestInit {
  const headers = { authorization, 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(pet) };
}

async function answerOf(server: ServerProcess, path: string, init: RequestInit) {
  const response = await fetch(`${server.address}${path}`, init);
  if (response.status >= 500) throw new Disturbed(`${server.name} answered ${response.status}`);
  return { status: response.status, body: (await response.json()) as unknown };
}
